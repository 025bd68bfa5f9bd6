"""Counsel for an app that has no rules of its own: what a trick comes to, and every board the winner may leave.

The trick is played at a table set as it stands, by the same functions that judge a match. No cards are known but the
trick's own, so those are held against the larger pack; a ruling asks nothing here, since at a ruling the players agree.
"""

from typing import Any

from engine.marrakesh.bearing_off import MEN, MEN_ON, Board, ends
from engine.marrakesh.cards import Ledger
from engine.marrakesh.record import INTEGERS, SIDE, SIDES, both
from engine.marrakesh.record import board as board_of_six
from engine.marrakesh.scoring import TURNS
from engine.marrakesh.table import Table
from engine.marrakesh.tricks import NUMBERS_OF_EXTRAS, NUMBERS_OF_TRICKS
from engine.shapes import FLAG, INTEGER, STRING, Amiss, check, object_of

Json = dict[str, Any]


def board(value: Any) -> None:
    board_of_six(value)
    if sum(value) > MEN:
        raise Amiss(expected=f"the men on points 1 to 6, at most {MEN} of them", found=value)


def turns(value: Any) -> None:
    INTEGER(value)
    if value not in range(TURNS + 1):
        raise Amiss(expected=f"the turns used, 0 to {TURNS}", found=value)


def numbers(value: Any) -> None:
    INTEGERS(value)
    if tuple(sorted(value)) not in NUMBERS_OF_TRICKS:
        raise Amiss(expected="one number or two from 1 to 6, or the same four or six times, or none", found=value)


def extra_numbers(value: Any) -> None:
    INTEGERS(value)
    if tuple(value) not in NUMBERS_OF_EXTRAS:
        raise Amiss(expected="a number from 1 to 6 once, four or six times, or none", found=value)


TRICK = object_of(
    {
        "board": both(board),
        "turns": both(turns),
        "leader": SIDE,
        "lead": STRING,
        "reply": STRING,
        "extra": STRING,
        "extra_disregarded": FLAG,
    },
    required=("board", "turns", "leader", "lead", "reply"),
)
PLAYS = object_of({"board": board, "numbers": numbers, "extra_numbers": extra_numbers}, required=("board", "numbers"))


def trick(asked: Any) -> Json:
    """Who wins, with which numbers, and what can come of it; the Violation when the trick cannot be played so.

    While an extra card is due and was not drawn, the boards are those of the trick's own numbers: where all men are off
    the turn is over, and otherwise it is when the card is disregarded.
    """
    check(TRICK, asked)
    played = {name: asked[name] for name in ("lead", "reply", "extra", "extra_disregarded") if name in asked}
    table = _set(asked)
    won = table.win(played, ())
    if won.extra_due and played.get("extra") is None:
        played["extra_disregarded"] = True
    said = {
        "winner": won.winner,
        "kind": won.kind,
        "numbers": [*won.numbers],
        "extra_due": won.extra_due,
        "extra_numbers": [*won.extra_numbers],
    }
    if not won.can_move:
        _, chip, over = _come(asked, played)
        return {**said, "chip": chip, "over": over, "ends": []}
    came = []
    for end, line in _lines(table.boards[won.winner], won.numbers, won.extra_numbers):
        off, chip, over = _come(asked, {**played, "plays": line})
        came.append({"board": [*end], "plays": [*line], "off": off, "chip": chip, "over": over})
    return {**said, "chip": None, "over": None, "ends": came}


def plays(asked: Any) -> Json:
    """Every board to which the numbers lead, the trick's before the extra card's."""
    check(PLAYS, asked)
    start = tuple(asked["board"])
    lines = _lines(start, tuple(sorted(asked["numbers"])), tuple(asked.get("extra_numbers") or ()))
    return {"ends": [{"board": [*end], "plays": [*line], "off": MEN_ON[start] - MEN_ON[end]} for end, line in lines]}


def _lines(start: Board, numbers: tuple[int, ...], extra: tuple[int, ...]) -> list[tuple[Board, tuple[str, ...]]]:
    """The boards and the canonical line to each, those with most men off first."""
    return sorted(ends(start, numbers, extra).items(), key=lambda end: (MEN_ON[end[0]], end[0]))


def _come(asked: Json, played: Json) -> tuple[int | None, str | None, bool]:
    """What has come of the trick once it is played whole: men off, the side that got a chip, whether the round ends."""
    table = _set(asked)
    came = table.play(played, ())
    return came["off"], came["chip"], table.over


def _set(asked: Json) -> Table:
    """The table as it stands before the trick."""
    boards = {side: tuple(asked["board"][side]) for side in SIDES}
    return Table(boards, asked["leader"], Ledger("double"), asked["turns"])
