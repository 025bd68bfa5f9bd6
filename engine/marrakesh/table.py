"""The table while a round is played: both boards, both rows of ovals, and who leads.

"Each player has up to three turns on each round in which to bear off his men." A side that can still move uses its next
oval: men off, or a null chip when none came off. A winner who can no longer move fills the opponent's next oval with a
chip instead, which uses up that turn (ruling 7). "The winner of a trick is always the leader to the next trick."
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.marrakesh.bearing_off import EMPTY, MEN_ON, Board, Numbers, follow
from engine.marrakesh.cards import Ledger, Place, require_card
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.scoring import TURNS
from engine.marrakesh.tricks import extra_numbers, judge
from engine.marrakesh.turns import Turn, require_no_move, take
from engine.violations import Violation, pointer

Written = Mapping[str, Any]

TRICKS = 6  # as many as there are cards in a hand
NO_RULING: Written = {}
NO_TURNS = dict.fromkeys(SIDES, 0)


class Won(NamedTuple):
    """A trick as its cards and the ovals decide it: all that is settled before the winner's turn."""

    leader: str
    winner: str
    can_move: bool
    kind: str
    extra_due: bool
    numbers: Numbers
    extra_numbers: Numbers
    ruling: Written


class Table:
    """A round under way. Each trick changes it; what the trick came to is given back.

    It is set for a round that begins, or for one of which no more is known than how many turns each side has had.
    """

    def __init__(
        self, boards: dict[str, Board], leader: str, ledger: Ledger, turns: Mapping[str, int] = NO_TURNS
    ) -> None:
        self.boards = boards
        self.leader = leader
        self.ledger = ledger
        self.ovals: dict[str, list[int]] = {side: [0] * turns[side] for side in SIDES}
        self.can_move = {side: may_move(boards[side], turns[side]) for side in SIDES}
        self.over = not any(self.can_move.values())
        self.irregular = False
        self.withdrawn: list[int] = []  # the tricks at which a card was taken back

    def play(self, trick: Written, place: Place) -> dict[str, Any]:
        """One trick, checked in the order in which it is played."""
        leader, winner, can_move, kind, _, numbers, drawn, ruling = self.win(trick, place)
        plays: Sequence[str] | None = ()
        off: int | None = None
        if can_move:
            board, after = self.boards[winner], None
            plays = trick.get("plays")
            if plays and trick.get("board") is None and (kind == "plain" or trick.get("extra") is not None):
                # Most turns are a line of plays that holds. Others, and why a line does not hold, take longer.
                after = follow(board, numbers, drawn, plays)
            if after is None:
                after, plays = take(Turn(winner, kind, board, numbers, drawn), trick, ruling, place)
            off = MEN_ON[board] - MEN_ON[after]
            self.boards[winner] = after
            self._fill(winner, off)
            chip = None if off else winner
        else:
            chip = self._give_chip(winner, trick, ruling, place)
        self.leader = winner
        return {
            "leader": leader,
            "winner": winner,
            "kind": kind,
            "numbers": [*numbers],
            "extra_numbers": [*drawn],
            "plays": None if plays is None else [*plays],
            "off": off,
            "chip": chip,
            "irregular": ruling is not NO_RULING,
            "board": {"red": [*self.boards["red"]], "white": [*self.boards["white"]]},
        }

    def win(self, trick: Written, place: Place) -> Won:
        """Who wins the trick, whether he can move, and his numbers, those of the extra card too if it is drawn."""
        if self.over:
            raise Violation("round_over", pointer(*place))
        ruling = NO_RULING if trick.get("ruling") is None else self._ruling(trick["ruling"], place)
        leader = ruling.get("leader") or self.leader
        if trick.get("leader", leader) != leader:
            _require_leader(trick["leader"], leader, place)
        if trick.get("withdrawn") is not None:
            self._take_back(trick["withdrawn"], place)
        lead, reply = trick["lead"], trick["reply"]
        self.ledger.count(lead, place, "lead")
        self.ledger.count(reply, place, "reply")
        receiver_wins, kind, numbers = judge(lead, reply)
        winner = ruling.get("winner") or (OTHER[leader] if receiver_wins else leader)
        can_move = self.can_move[winner]
        due = can_move and kind != "plain"
        drawn: Numbers = ()
        if trick.get("extra") is not None or trick.get("extra_disregarded"):
            extra = self._extra(trick, winner, due, ruling, place)
            if can_move:
                drawn = extra_numbers(kind, lead if winner == leader else reply, extra)
        return Won(leader, winner, can_move, kind, due, numbers if can_move else (), drawn, ruling)

    def waiting(self) -> list[str]:
        """The sides that still have a turn to come."""
        return [side for side in SIDES if self.can_move[side]]

    def _ruling(self, ruling: Written, place: Place) -> Written:
        require_note(ruling, place)
        self.irregular = True
        return ruling

    def _take_back(self, card: str, place: Place) -> None:
        """A card led face up by mistake is taken back "at any of the first five tricks"; then only one is left."""
        index = int(place[-1])
        if index == TRICKS - 1:
            raise Violation("withdrawn_too_late", pointer(*place, "withdrawn"), {"found": card})
        require_card(card, *place, "withdrawn")
        self.withdrawn.append(index)

    def _extra(self, trick: Written, winner: str, due: bool, ruling: Written, place: Place) -> str | None:
        """The extra card drawn, if it was not disregarded, when one is due.

        Under a ruling it may be given or not, whatever the trick; given, its numbers are played as after any other. A
        card that was both drawn and disregarded is a contradiction that no ruling settles.
        """
        extra: str | None = trick.get("extra")
        if not due and ruling is NO_RULING:
            field = "extra_disregarded" if extra is None else "extra"
            why = {} if self.can_move[winner] else {"winner": winner}
            raise Violation("extra_not_due", pointer(*place, field), why)
        if extra is not None:
            if trick.get("extra_disregarded"):
                raise Violation("extra_not_due", pointer(*place, "extra_disregarded"), {"both": extra})
            self.ledger.count(extra, place, "extra")
        return extra

    def _give_chip(self, winner: str, trick: Written, ruling: Written, place: Place) -> str:
        """ "Each time he wins a trick, he places a null chip against his opponent": the opponent."""
        opponent, board = OTHER[winner], self.boards[winner]
        who = {"winner": winner, "because": "is off" if board == EMPTY else "has had three turns", "opponent": opponent}
        require_no_move(board, trick, ruling, place, who)
        self._fill(opponent, 0)
        return opponent

    def _fill(self, side: str, off: int) -> None:
        self.ovals[side].append(off)
        if not may_move(self.boards[side], len(self.ovals[side])):
            self.can_move[side] = False
            self.over = not self.can_move[OTHER[side]]


def may_move(board: Board, turns: int) -> bool:
    """A side moves until it is off, and on three turns at most."""
    return turns < TURNS and board != EMPTY


def require_note(ruling: Written, place: Place) -> None:
    """A ruling says what happened."""
    if not (ruling.get("note") or "").strip():
        raise Violation("ruling_without_note", pointer(*place, "ruling"))


def _require_leader(said: str | None, leader: str, place: Place) -> None:
    if said is not None and said != leader:
        raise Violation("wrong_leader", pointer(*place, "leader"), {"found": said, "legal": [leader]})
