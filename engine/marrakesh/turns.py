"""The winner's turn: what he made of his numbers, as plays, as the board after them, or as a ruling left it.

"The player who wins the trick always gets to play." What was written down is followed and checked here; the engine
never chooses a play, it only finds the line to a board that was written down.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.marrakesh.bearing_off import EMPTY, PLAY_NAMES, Board, Numbers, Plays, ends, follow, halt, line_to
from engine.marrakesh.cards import Place
from engine.violations import Violation, pointer

Written = Mapping[str, Any]


class Turn(NamedTuple):
    """A side to move: who, after which kind of trick, on which board, with which numbers."""

    winner: str
    kind: str
    board: Board
    numbers: Numbers
    extra_numbers: Numbers


def take(turn: Turn, trick: Written, ruling: Written, place: Place) -> tuple[Board, Sequence[str] | None]:
    """The board after the turn and the plays that led there, None where a ruling gives the board."""
    if turn.kind != "plain" and not ruling:
        require_extra(turn, trick, place)
    plays, board = trick.get("plays"), trick.get("board")
    if ruling and ruling.get("board") is not None:
        return _ruled(turn, ruling["board"], place), None
    if plays is None and board is not None:
        return _found(turn, board, place)
    plays = plays or ()
    after = follow(turn.board, turn.numbers, turn.extra_numbers, plays)
    if after is None:
        raise _stopped(turn, plays, place)
    if board is not None and tuple(board) != after:
        found = {"winner": turn.winner, "found": board, "after": after, "legal": [after]}
        raise Violation("unreachable_board", pointer(*place, "board"), found)
    return after, plays


def require_no_move(board: Board, trick: Written, ruling: Written, place: Place, who: Mapping[str, str]) -> None:
    """A winner who has had three turns or is off moves nothing: no plays, no board, a ruling's board unchanged."""
    plays = trick.get("plays")
    if ruling.get("board") is not None and tuple(ruling["board"]) != board:
        raise Violation("cannot_move", pointer(*place, "ruling", "board"), who)
    if plays:
        require_form(plays, place)
        raise Violation("cannot_move", pointer(*place, "plays"), who)
    if trick.get("board") is not None:
        raise Violation("cannot_move", pointer(*place, "board"), who)


def require_extra(turn: Turn, trick: Written, place: Place) -> None:
    """An extra card that is due is drawn or disregarded, or no man is left to play it with."""
    if trick.get("extra") is None and not trick.get("extra_disregarded") and not takes_last_man_off(turn, trick):
        found = {"winner": turn.winner, "kind": turn.kind.replace("_", "-")}
        raise Violation("extra_missing", pointer(*place, "extra"), found)


def takes_last_man_off(turn: Turn, trick: Written) -> bool:
    """Whether what was written down takes the last man off with the trick's numbers alone, so that none is left to play
    an extra card with."""
    plays, board = trick.get("plays"), trick.get("board")
    if plays is None:
        return board is not None and not any(board) and line_to(EMPTY, turn.board, turn.numbers, ()) is not None
    return follow(turn.board, turn.numbers, (), plays) == EMPTY


def require_form(plays: Iterable[str], place: Place) -> None:
    for index, play in enumerate(plays):
        if play not in PLAY_NAMES:
            raise Violation("bad_play", pointer(*place, "plays", index), {"found": play})


def _ruled(turn: Turn, board: Sequence[int], place: Place) -> Board:
    men = sum(turn.board)
    if sum(board) > men:
        found = {"winner": turn.winner, "found": board, "men": men}
        raise Violation("impossible_board", pointer(*place, "ruling", "board"), found)
    return tuple(board)


def _found(turn: Turn, board: Sequence[int], place: Place) -> tuple[Board, Plays]:
    after = tuple(board)
    line = line_to(after, turn.board, turn.numbers, turn.extra_numbers)
    if line is None:
        legal = sorted(ends(turn.board, turn.numbers, turn.extra_numbers))
        found = {**_said(turn), "found": board, "legal": legal}
        raise Violation("unreachable_board", pointer(*place, "board"), found)
    return after, line


def _stopped(turn: Turn, plays: Sequence[str], place: Place) -> Violation:
    """Why the plays cannot be followed: first their form, then each in turn."""
    require_form(plays, place)
    end = halt(turn.board, turn.numbers, turn.extra_numbers, plays)
    found: dict[str, object] = {"winner": turn.winner, "board": end.board, "legal": end.legal}
    if end.legal:
        found["numbers"] = end.left
    else:
        found["because"] = "no man is left" if end.board == EMPTY else "no number is left"
    if end.played == len(plays):
        return Violation("plays_missing", pointer(*place, "plays"), found)
    found["found"] = plays[end.played]
    return Violation("illegal_play", pointer(*place, "plays", end.played), found)


def _said(turn: Turn) -> dict[str, object]:
    return {"winner": turn.winner, "board": turn.board, "numbers": turn.numbers[::-1] + turn.extra_numbers}
