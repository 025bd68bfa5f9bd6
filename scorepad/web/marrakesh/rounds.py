"""One round opened: the opening setup, then trick by trick the cards, what was said of them, and both boards.

The record says which cards were played and what the people at the table ruled, the replay what came of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.marrakesh.record import OTHER, SIDES
from scorepad.web.marrakesh.drawings import card_in_words
from scorepad.web.marrakesh.sentences import lead_reason, play_sentence
from scorepad.web.marrakesh.words import KINDS, SIDE_WORDS, Names

Men = Sequence[int]


@dataclass(frozen=True)
class Board:
    side: str
    men: Men
    ovals: Sequence[int]
    before: Men
    rest: bool

    def settled(self) -> "Board":
        """As it stands once nothing on it moves any more."""
        return replace(self, before=self.men, rest=False)


@dataclass(frozen=True)
class Card:
    name: str
    side: str
    won: bool = False


@dataclass(frozen=True)
class Trick:
    number: int
    cards: Sequence[Card]
    extra: str | None
    winner: SafeString
    kind: str
    ruled: bool
    sentence: SafeString
    plays: str
    remarks: Sequence[SafeString]
    boards: Sequence[Board]


@dataclass(frozen=True)
class OpenRound:
    number: int
    setup: Sequence[Board]
    opening: Sequence[SafeString]
    tricks: Sequence[Trick]
    left_in_hand: Sequence[Card]


def opened(number: int, record: Mapping[str, Any], played: Mapping[str, Any], names: Names) -> OpenRound:
    """A round recorded trick by trick, or what there is of it yet."""
    setup = {side: men_of(record["setup"][side]) for side in SIDES}
    men: Mapping[str, Men] = setup
    turns: dict[str, tuple[int, ...]] = dict.fromkeys(SIDES, ())
    tricks = []
    for place, (written, came) in enumerate(zip(record["tricks"], played["tricks"], strict=True), 1):
        after = _turns_after(turns, came)
        boards = [
            Board(side, came["board"][side], after[side], men[side], rest=after[side] == turns[side]) for side in SIDES
        ]
        tricks.append(_trick(place, written, came, boards, names))
        men, turns = came["board"], after
    unplayed = record.get("unplayed") or {}
    return OpenRound(
        number,
        setup=[Board(side, setup[side], (), setup[side], rest=False) for side in SIDES],
        opening=_opening(record, played, names),
        tricks=tricks,
        left_in_hand=[Card(card, side) for side in SIDES for card in unplayed.get(side) or ()],
    )


def men_of(dice: Sequence[int]) -> Men:
    """ "Each player then arranges his six men so as to correspond to the numbers thrown." """
    return tuple(dice.count(point) for point in range(1, 7))


def _turns_after(turns: Mapping[str, tuple[int, ...]], came: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """A trick fills one oval: the winner's with the men off or a null chip, or, when he can no longer move, the
    other's with a null chip."""
    filled = dict(turns)
    side, off = (came["winner"], came["off"]) if came["off"] is not None else (came["chip"], 0)
    filled[side] += (off,)
    return filled


def _opening(record: Mapping[str, Any], played: Mapping[str, Any], names: Names) -> list[SafeString]:
    said = [lead_reason(record["setup"], played["leader"], names)]
    if record.get("reshuffled"):
        said.append(format_html("{}", gettext("The pack was shuffled before this deal.")))
    if exposed := record.get("exposed"):
        cards = format_html_join(", ", "{}", ((card_in_words(card),) for card in exposed))
        said.append(format_html(gettext("Seen by accident and out of play: {cards}."), cards=cards))
    return said


def _trick(
    number: int, written: Mapping[str, Any], came: Mapping[str, Any], boards: Sequence[Board], names: Names
) -> Trick:
    leader, winner = came["leader"], came["winner"]
    return Trick(
        number,
        cards=[
            Card(written["lead"], leader, won=leader == winner),
            Card(written["reply"], OTHER[leader], won=leader != winner),
        ],
        extra=written.get("extra"),
        winner=format_html(gettext("{name} wins"), name=names[winner]),
        kind=str(KINDS.get(came["kind"], "")),
        ruled=came["irregular"],
        sentence=play_sentence(came, written.get("extra"), names),
        plays=" ".join(came["plays"] or ()),
        remarks=_trick_remarks(written, leader, names),
        boards=boards,
    )


def _trick_remarks(written: Mapping[str, Any], leader: str, names: Names) -> list[SafeString]:
    said = []
    if withdrawn := written.get("withdrawn"):
        sentence = gettext("{name} first led {card} face up, took it back")
        said.append(format_html(sentence, name=names[leader], card=card_in_words(withdrawn)))
    if written.get("extra_disregarded"):
        said.append(format_html("{}", gettext("the extra card was disregarded")))
    if ruling := written.get("ruling"):
        said.append(ruling_sentence(ruling))
    if written.get("note"):
        said.append(format_html("{}", written["note"]))
    return said


def ruling_sentence(ruling: Mapping[str, Any]) -> SafeString:
    """What people at the table let stand, and why; all else was derived as usual."""
    stood = []
    if leader := ruling.get("leader"):
        stood.append(gettext("{side} led").format(side=SIDE_WORDS[leader]))
    if winner := ruling.get("winner"):
        stood.append(gettext("{side} took the trick").format(side=SIDE_WORDS[winner]))
    if ruling.get("board"):
        stood.append(gettext("the board stayed so"))
    if stood:
        return format_html(gettext("† By ruling, {stood}: {note}"), stood=", ".join(stood), note=ruling["note"])
    return format_html(gettext("† By ruling: {note}"), note=ruling["note"])
