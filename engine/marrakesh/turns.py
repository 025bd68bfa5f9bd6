"""The winner's turn: what he made of his numbers, as plays, as the board after them, or as a ruling left it.

"The player who wins the trick always gets to play." What was written down is followed and checked here; the engine
never chooses a play, it only finds the line to a board that was written down.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.marrakesh.bearing_off import EMPTY, Board, Numbers, Plays, ends, follow, next_plays
from engine.marrakesh.cards import Place
from engine.violations import Violation, pointer

PLAY_FORMS = frozenset(
    [f"{point}/{to}" for point in range(1, 7) for to in range(1, point)] + [f"{point}/off" for point in range(1, 7)]
)


class Turn(NamedTuple):
    """A side to move: who, on which board, with which numbers."""

    winner: str
    board: Board
    numbers: Numbers
    extra_numbers: Numbers


def take(turn: Turn, trick: Mapping[str, Any], place: Place) -> tuple[Board, Plays | Sequence[str] | None]:
    """The board after the turn and the plays that led there, None where a ruling gives the board."""
    ruling = trick.get("ruling")
    if ruling is not None and ruling.get("board") is not None:
        return _ruled(turn, ruling["board"], place), None
    plays, board = trick.get("plays"), trick.get("board")
    if plays is None and board is not None:
        return _found(turn, board, place)
    plays = plays or ()
    after = _followed(turn, plays, place)
    if board is not None and tuple(board) != after:
        found = {"winner": turn.winner, "found": board, "after": after, "legal": [after]}
        raise Violation("unreachable_board", pointer(*place, "board"), found)
    return after, plays


def require_no_move(trick: Mapping[str, Any], board: Board, place: Place, who: Mapping[str, str]) -> None:
    """A winner who has had three turns or is off moves nothing: no plays, no board, a ruling's board unchanged."""
    ruling, plays = trick.get("ruling"), trick.get("plays")
    if ruling is not None and ruling.get("board") is not None and tuple(ruling["board"]) != board:
        raise Violation("cannot_move", pointer(*place, "ruling", "board"), who)
    if plays:
        require_form(plays, place)
        raise Violation("cannot_move", pointer(*place, "plays"), who)
    if trick.get("board") is not None:
        raise Violation("cannot_move", pointer(*place, "board"), who)


def takes_last_man_off(turn: Turn, trick: Mapping[str, Any]) -> bool:
    """Whether what was written down takes the last man off with the trick's numbers alone, so that none is left to play
    an extra card with."""
    plays, board = trick.get("plays"), trick.get("board")
    if plays is None:
        return board is not None and tuple(board) == EMPTY and EMPTY in ends(turn.board, turn.numbers)
    line = follow(turn.board, turn.numbers, (), plays)
    return line.whole and line.board == EMPTY


def require_form(plays: Iterable[str], place: Place) -> None:
    for index, play in enumerate(plays):
        if play not in PLAY_FORMS:
            raise Violation("bad_play", pointer(*place, "plays", index), {"found": play})


def _ruled(turn: Turn, board: Sequence[int], place: Place) -> Board:
    men = sum(turn.board)
    if sum(board) > men:
        found = {"winner": turn.winner, "found": board, "men": men}
        raise Violation("impossible_board", pointer(*place, "ruling", "board"), found)
    return tuple(board)


def _found(turn: Turn, board: Sequence[int], place: Place) -> tuple[Board, Plays]:
    after = tuple(board)
    lines = ends(turn.board, turn.numbers, turn.extra_numbers)
    if after not in lines:
        found = {**_said(turn), "found": board, "legal": sorted(lines)}
        raise Violation("unreachable_board", pointer(*place, "board"), found)
    return after, lines[after]


def _followed(turn: Turn, plays: Sequence[str], place: Place) -> Board:
    require_form(plays, place)
    line = follow(turn.board, turn.numbers, turn.extra_numbers, plays)
    if line.whole:
        return line.board
    legal = next_plays(turn.board, turn.numbers, turn.extra_numbers, plays[: line.played])
    found: dict[str, object] = {"winner": turn.winner, "board": line.board, "legal": legal}
    if legal:
        found["numbers"] = line.left
    if line.played < len(plays):
        found["found"] = plays[line.played]
        raise Violation("illegal_play", pointer(*place, "plays", line.played), found)
    raise Violation("plays_missing", pointer(*place, "plays"), found)


def _said(turn: Turn) -> dict[str, object]:
    return {"winner": turn.winner, "board": turn.board, "numbers": turn.numbers + turn.extra_numbers}
