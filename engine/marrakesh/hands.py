"""What each side held in a round, as far as the record tells, and how it stands at any trick."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.marrakesh.bearing_off import SETUPS, Board
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.table import TRICKS

Json = Mapping[str, Any]
Counts = Mapping[str, list[int]]


class Side:
    """A side in a round: its counts, its board, the turns it has had, and the cards that it held, as far as the record
    tells: those it played, in order, then those turned up.

    `kept` are those that it took back after it had led them face up, and that never came again; `known` those led face
    up and taken back, and not played since.
    """

    __slots__ = ("board", "cards", "counts", "kept", "known", "of_suits", "other", "turns")

    other: "Side"

    def __init__(self, counts: list[int], dice: Iterable[int]) -> None:
        self.counts = counts
        self.board: Board = SETUPS[tuple(sorted(dice))]
        self.turns = 0
        self.cards: list[str] = []
        self.of_suits = ""
        self.kept: set[str] = set()
        self.known: list[str] = []

    @property
    def whole(self) -> bool:
        return len(self.cards) == TRICKS

    def turn_up(self, unplayed: Iterable[str]) -> None:
        """All that it played is told: what it turned up at the end is the rest."""
        self.cards += unplayed
        self.of_suits = "".join([card[1] for card in self.cards])

    def after(self, tricks: int) -> list[str]:
        """The cards that it held still."""
        return self.cards[tricks:]

    def show(self, card: str) -> None:
        """A card taken back: the same one may be led face up again."""
        if card not in self.known:
            self.known.append(card)

    def play(self, card: str, *, withdrawn: str | None = None) -> None:
        """The card leaves the hand. One led right after its like was taken back is the other copy (ruling 15)."""
        if card != withdrawn and card in self.known:
            self.known.remove(card)


def sides_of(counts: Counts, written: Json, said: Json) -> dict[str, Side]:
    """Both sides as the round begins, with all the cards that they will be known to have held."""
    sides = {side: Side(counts[side], written["setup"][side]) for side in SIDES}
    taken_back: list[tuple[Side, int, str]] = []
    for side in SIDES:
        sides[side].other = sides[OTHER[side]]
    for number, (trick, judged) in enumerate(zip(written["tricks"], said["tricks"], strict=True), start=1):
        leader = sides[judged["leader"]]
        leader.cards.append(trick["lead"])
        leader.other.cards.append(trick["reply"])
        if trick.get("withdrawn") is not None:
            taken_back.append((leader, number, trick["withdrawn"]))
    unplayed = written.get("unplayed") or {}
    for side in SIDES:
        sides[side].turn_up(unplayed.get(side) or ())
    for leader, number, card in taken_back:
        if card not in leader.cards[number:]:
            leader.kept.add(card)
    return sides
