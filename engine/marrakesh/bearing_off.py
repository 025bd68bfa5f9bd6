"""Bearing off: the boards a side can have, and what a number can do on each.

A board is the men on points 1 to 6. "When a player does not have a man on the point that corresponds to the number to
be played, he bears off a man from the highest point in which he does have a man", but only when no higher point can
move down; and "a player does not have to bear off a man if, instead, he wishes to move a man down to a lower point".
Every number is played while a man is left (ruling 3), the trick's numbers in any order, then the extra card's.

Inside, a board is its place in the table of all boards, and a play the point it starts from: the number says the rest.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

Board = tuple[int, ...]
Numbers = tuple[int, ...]
Plays = tuple[str, ...]

MEN = 6
POINTS = range(1, 7)
EMPTY: Board = (0, 0, 0, 0, 0, 0)

# -- the tables ---------------------------------------------------------------------------------------------------

# Zero stands for a man already off. No man left is the first board.
BOARDS = tuple(
    sorted(tuple(where.count(point) for point in POINTS) for where in combinations_with_replacement(range(7), MEN))
)
MEN_ON = {board: sum(board) for board in BOARDS}
# How many spaces a side has to go to bear off its remaining men.
PIPS_ON = {board: sum(point * men for point, men in zip(POINTS, board, strict=True)) for board in BOARDS}
# The opening setup for six dice in ascending order: a man on the point of each number thrown.
SETUPS = {dice: tuple(dice.count(point) for point in POINTS) for dice in combinations_with_replacement(POINTS, MEN)}

_INDEX = {board: index for index, board in enumerate(BOARDS)}
_MEN = [MEN_ON[board] for board in BOARDS]
_NOT = -1  # no board: that play is not legal
_WIDTH = 1 + len(POINTS)  # point 0 is no point, so nothing is ever legal from it


def _moved(board: Board, point: int, to: int) -> int:
    men = list(board)
    men[point - 1] -= 1
    if to:
        men[to - 1] += 1
    return _INDEX[tuple(men)]


_OCCUPIED = [tuple(point for point in reversed(POINTS) if board[point - 1]) for board in BOARDS]


def _steps(number: int) -> Iterator[int]:
    """For each board and each point, the board after this number has moved a man from there."""
    for board, points in zip(BOARDS, _OCCUPIED, strict=True):
        able = [point for point in points if point >= number] or points[:1]
        for point in range(_WIDTH):
            yield _moved(board, point, max(point - number, 0)) if point in able else _NOT


_NAMES = {number: {point: f"{point}/{max(point - number, 0) or 'off'}" for point in POINTS} for number in POINTS}
_POINT_OF = {number: {name: point for point, name in names.items()} for number, names in _NAMES.items()}
_STEPS = {number: array("h", _steps(number)) for number in POINTS}
PLAY_NAMES = frozenset(name for names in _NAMES.values() for name in names.values())


def plays(board: Board, number: int) -> dict[str, Board]:
    """Each play this number allows and the board after it, higher points first."""
    row = _INDEX[board] * _WIDTH
    legal = [point for point in _OCCUPIED[_INDEX[board]] if _STEPS[number][row + point] != _NOT]
    return {_NAMES[number][point]: BOARDS[_STEPS[number][row + point]] for point in legal}


# -- a line of plays that was written down ------------------------------------------------------------------------


def orders(numbers: Numbers) -> tuple[Numbers, ...]:
    """The orders in which the two numbers of a trick can be played; doubles and triples have but one."""
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        return numbers[::-1], numbers
    return (numbers,)


def follow(board: Board, numbers: Numbers, extra_numbers: Numbers, line: Sequence[str]) -> Board | None:
    """The board after a whole line of plays, or None when no order of the numbers allows it.

    A play such as 3/off may use up a three or, when no man stands higher, a larger number, so each order is tried.
    """
    after = _along(_INDEX[board], numbers[::-1] + extra_numbers, line)
    if after == _NOT and len(numbers) == 2:
        after = _along(_INDEX[board], numbers + extra_numbers, line)
    return None if after == _NOT else BOARDS[after]


def _along(board: int, numbers: Numbers, line: Sequence[str]) -> int:
    for number, play in zip(numbers, line):  # noqa: B905 (the lengths are compared below)
        board = _STEPS[number][board * _WIDTH + _POINT_OF[number].get(play, 0)]
        if board == _NOT:
            return _NOT
    missing = len(numbers) - len(line)
    return board if missing == 0 or (missing > 0 and not board) else _NOT


class Halt(NamedTuple):
    """Where a line of plays cannot go on: after how many plays, on which board, with which numbers left, and the plays
    that could follow, for a larger number before those for a smaller."""

    played: int
    board: Board
    left: Numbers
    legal: list[str]


def halt(board: Board, numbers: Numbers, extra_numbers: Numbers, line: Sequence[str]) -> Halt:
    """How far some order of the numbers allows these plays, which `follow` cannot follow to their end."""
    halts = [_halt(board, order + extra_numbers, line) for order in orders(numbers)]
    played = max(each.played for each in halts)
    furthest = [each for each in halts if each.played == played]
    legal = dict.fromkeys(play for each in furthest for play in each.legal)
    return furthest[0]._replace(legal=list(legal))


def _halt(board: Board, numbers: Numbers, line: Sequence[str]) -> Halt:
    played = 0
    for number, play in zip(numbers, line, strict=False):
        legal = plays(board, number)
        if play not in legal:
            break
        board = legal[play]
        played += 1
    left = numbers[played:]
    return Halt(played, board, left, list(plays(board, left[0])) if left else [])


# -- the most men that the numbers can take off -------------------------------------------------------------------


def most_off(board: Board, numbers: Numbers, extra_numbers: Numbers = ()) -> int:
    """The most men off among all boards that the numbers, then those of the extra card, can lead to."""
    index = _INDEX[board]
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        return max(_most_off(index, numbers[::-1] + extra_numbers), _most_off(index, numbers + extra_numbers))
    return _most_off(index, numbers + extra_numbers)


@lru_cache(maxsize=1 << 16)
def _most_off(board: int, numbers: Numbers) -> int:
    """The most men off when the numbers are played in this order. Each part of a line is looked up by itself, so that
    even long lines are short."""
    men, best = _MEN[board], 0
    most = min(men, len(numbers))
    if not most:
        return 0
    steps, rest = _STEPS[numbers[0]], numbers[1:]
    for point in _OCCUPIED[board]:
        after = steps[board * _WIDTH + point]
        if after != _NOT:
            best = max(best, men - _MEN[after] + _most_off(after, rest))
            if best == most:
                break
    return best


# -- every board that the numbers can lead to ---------------------------------------------------------------------


def ends(board: Board, numbers: Iterable[int], extra_numbers: Iterable[int] = ()) -> dict[Board, Plays]:
    """Every board the numbers can lead to, with the first line that leads there.

    First when larger numbers are tried before smaller and, for one number, higher points before lower.
    """
    found: dict[int, Plays] = {}
    for order in orders(tuple(sorted(numbers))):
        found = {**_lines(_INDEX[tuple(board)], order + tuple(extra_numbers), 0), **found}
    return {BOARDS[end]: line for end, line in found.items()}


def line_to(end: Board, board: Board, numbers: Numbers, extra_numbers: Numbers) -> Plays | None:
    """The first line that leads to this board, or None when no order of the numbers does."""
    index = _INDEX.get(end)
    if index is not None:
        for order in orders(numbers):
            line = _lines(_INDEX[board], order + extra_numbers, index).get(index)
            if line is not None:
                return line
    return None


# Men only move down. So of the boards on the way to an end none has fewer men above any point than the end has; the six
# counts are kept side by side in one integer, a spare bit above each, and a subtraction compares them all at once.
_SPARE = sum(1 << 4 * point + 3 for point in range(MEN))
_MEN_ABOVE = [sum(sum(board[point:]) << 4 * point for point in range(MEN)) for board in BOARDS]


def _lines(board: int, numbers: Numbers, end: int) -> dict[int, Plays]:
    """Every board that these numbers, in this order, lead to on the way to an end, each with its first line.

    The lines come in their order, so the first to arrive at a board is its first line, and the new lines come in
    their order too. Once all men are off the numbers that remain are omitted.
    """
    lines: dict[int, Plays] = {board: ()}
    least = _MEN_ABOVE[end]
    for number in numbers:
        steps, names, further = _STEPS[number], _NAMES[number], dict[int, Plays]()
        for at, line in lines.items():
            if not at:
                further.setdefault(at, line)
            for point in _OCCUPIED[at]:
                after = steps[at * _WIDTH + point]
                if after in further or after == _NOT:
                    continue
                if (_MEN_ABOVE[after] | _SPARE) - least & _SPARE == _SPARE:
                    further[after] = (*line, names[point])
        lines = further
    return lines
