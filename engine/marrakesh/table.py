"""The table while a round is played: both boards and ovals, both hands as far as they were shown, and who leads.

"Each player has up to three turns on each round in which to bear off his men." A side that can still move uses its next
oval: men off, or a null chip when none came off. A winner who can no longer move fills the opponent's next oval with a
chip instead, which uses up that turn (ruling 7). "The winner of a trick is always the leader to the next trick."
"""

from collections.abc import Mapping
from typing import Any

from engine.marrakesh.bearing_off import EMPTY, MEN_ON, Board
from engine.marrakesh.cards import Ledger, Place, require_card
from engine.marrakesh.record import SIDES
from engine.marrakesh.scoring import TURNS
from engine.marrakesh.tricks import Trick, extra_numbers, judge
from engine.marrakesh.turns import Turn, require_no_move, take, takes_last_man_off
from engine.violations import Violation, pointer

Written = Mapping[str, Any]

OTHER = {"red": "white", "white": "red"}
CARDS_IN_HAND = 6


class Table:
    """A round under way. Each trick changes it; what the trick came to is given back."""

    def __init__(self, boards: dict[str, Board], leader: str, ledger: Ledger) -> None:
        self.boards = boards
        self.leader = leader
        self.ledger = ledger
        self.ovals: dict[str, list[int]] = {"red": [], "white": []}
        self.can_move = {"red": True, "white": True}
        self.hands: dict[str, list[str]] = {"red": [], "white": []}
        self.withdrawn: list[tuple[str, int, str]] = []
        self.over = False

    def play(self, trick: Written, place: Place) -> dict[str, Any]:
        """One trick, checked in the order in which it is played."""
        if self.over:
            raise Violation("round_over", pointer(*place))
        ruling = trick.get("ruling")
        if ruling is not None:
            require_note(ruling, place)
        leader = self._leader(trick, ruling, place)
        if trick.get("withdrawn") is not None:
            self._take_back(trick["withdrawn"], leader, place)
        judged = self._show_cards(trick, leader, place)
        winner = self._winner(judged, leader, ruling)
        own = trick["lead" if winner == leader else "reply"]
        extra = self._extra(trick, judged, winner, place)
        if self.can_move[winner]:
            drawn = extra_numbers(judged.kind, own, extra) if extra is not None else ()
            turn = Turn(winner, self.boards[winner], judged.numbers, drawn)
            outcome = self._move(turn, trick, judged, place)
        else:
            outcome = self._give_chip(winner, trick, place)
        self.leader = winner
        return {
            "leader": leader,
            "winner": winner,
            "kind": judged.kind,
            **outcome,
            "irregular": ruling is not None,
            "board": {"red": [*self.boards["red"]], "white": [*self.boards["white"]]},
        }

    def _leader(self, trick: Written, ruling: Written | None, place: Place) -> str:
        leader = self.leader if ruling is None else ruling.get("leader") or self.leader
        said = trick.get("leader")
        if said is not None and said != leader:
            raise Violation("wrong_leader", pointer(*place, "leader"), {"found": said, "legal": [leader]})
        return leader

    def _take_back(self, card: str, leader: str, place: Place) -> None:
        """ "If a player inadvertently leads a card face up at any of the first five tricks, he must take it back." """
        where = (*place, "withdrawn")
        before = len(self.hands[leader])
        if before == CARDS_IN_HAND - 1:
            raise Violation("withdrawn_too_late", pointer(*where), {"found": card})
        require_card(card, where)
        self.withdrawn.append((leader, before, card))

    def _show_cards(self, trick: Written, leader: str, place: Place) -> Trick:
        lead, reply = trick["lead"], trick["reply"]
        self.ledger.count(lead, (*place, "lead"))
        self.ledger.count(reply, (*place, "reply"))
        self.hands[leader].append(lead)
        self.hands[OTHER[leader]].append(reply)
        return judge(lead, reply)

    @staticmethod
    def _winner(judged: Trick, leader: str, ruling: Written | None) -> str:
        ruled = ruling.get("winner") if ruling is not None else None
        return ruled or (OTHER[leader] if judged.receiver_wins else leader)

    def _extra(self, trick: Written, judged: Trick, winner: str, place: Place) -> str | None:
        """The extra card that was drawn, when one is due; under a ruling it may be given or not."""
        extra, disregarded = trick.get("extra"), trick.get("extra_disregarded")
        if extra is None and not disregarded:
            return None
        due = judged.kind != "plain" and self.can_move[winner]
        if not due and trick.get("ruling") is None:
            where = (*place, "extra_disregarded" if extra is None else "extra")
            raise Violation("extra_not_due", pointer(*where), self._why_not_due(winner))
        if extra is None:
            return None
        if disregarded:
            raise Violation("extra_not_due", pointer(*place, "extra_disregarded"), {"both": extra})
        self.ledger.count(extra, (*place, "extra"))
        return str(extra)

    def _why_not_due(self, winner: str) -> dict[str, str]:
        return {} if self.can_move[winner] else {"winner": winner}

    def _move(self, turn: Turn, trick: Written, judged: Trick, place: Place) -> dict[str, Any]:
        """The winner plays his numbers and fills his next oval."""
        if judged.kind != "plain" and self._extra_forgotten(turn, trick):
            found = {"winner": turn.winner, "kind": judged.kind.replace("_", "-")}
            raise Violation("extra_missing", pointer(*place, "extra"), found)
        after, plays = take(turn, trick, place)
        off = MEN_ON[turn.board] - MEN_ON[after]
        self.boards[turn.winner] = after
        self._fill(turn.winner, off)
        return {
            "numbers": [*turn.numbers],
            "extra_numbers": [*turn.extra_numbers],
            "plays": None if plays is None else [*plays],
            "off": off,
            "chip": None if off else turn.winner,
        }

    @staticmethod
    def _extra_forgotten(turn: Turn, trick: Written) -> bool:
        if trick.get("extra") is not None or trick.get("extra_disregarded") or trick.get("ruling") is not None:
            return False
        return not takes_last_man_off(turn, trick)

    def _give_chip(self, winner: str, trick: Written, place: Place) -> dict[str, Any]:
        """A winner who can no longer move "places a null chip against his opponent"."""
        opponent = OTHER[winner]
        because = "is off" if self.boards[winner] == EMPTY else "has had three turns"
        who = {"winner": winner, "because": because, "opponent": opponent}
        require_no_move(trick, self.boards[winner], place, who)
        self._fill(opponent, 0)
        return {"numbers": [], "extra_numbers": [], "plays": [], "off": None, "chip": opponent}

    def _fill(self, side: str, off: int) -> None:
        self.ovals[side].append(off)
        if len(self.ovals[side]) == TURNS or self.boards[side] == EMPTY:
            self.can_move[side] = False
            self.over = not self.can_move[OTHER[side]]

    def waiting(self) -> list[str]:
        """The sides that still have a turn to come."""
        return [side for side in SIDES if self.can_move[side]]


def require_note(ruling: Written, place: Place) -> None:
    """A ruling says what happened."""
    if not (ruling.get("note") or "").strip():
        raise Violation("ruling_without_note", pointer(*place, "ruling"))
