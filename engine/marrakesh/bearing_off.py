"""Bearing off: the boards a side can have, and what a number can do on each.

A board is the men on points 1 to 6. "When a player does not have a man on the point that corresponds to the number to
be played, he bears off a man from the highest point in which he does have a man", but only when no higher point can
move down; and "a player does not have to bear off a man if, instead, he wishes to move a man down to a lower point".
Every number is played while a man is left (ruling 3), the trick's numbers in any order, then the extra card's.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from sys import intern
from typing import NamedTuple

Board = tuple[int, ...]
Numbers = tuple[int, ...]
Plays = tuple[str, ...]

MEN = 6
POINTS = range(1, 7)
EMPTY: Board = (0, 0, 0, 0, 0, 0)


# Zero stands for a man already off.
BOARDS = tuple(tuple(where.count(point) for point in POINTS) for where in combinations_with_replacement(range(7), MEN))


MEN_ON = {board: sum(board) for board in BOARDS}
# How many spaces a side has to go to bear off its remaining men.
PIPS_ON = {board: sum(point * men for point, men in zip(POINTS, board, strict=True)) for board in BOARDS}


# The opening setup for six dice in ascending order: a man on the point of each number thrown.
SETUPS = {dice: tuple(dice.count(point) for point in POINTS) for dice in combinations_with_replacement(POINTS, MEN)}
_ONE_OF = {board: board for board in BOARDS}  # equal boards are one object: a quarter of the memory, and faster


def _moved(board: Board, point: int, to: int) -> Board:
    men = list(board)
    men[point - 1] -= 1
    if to:
        men[to - 1] += 1
    return _ONE_OF[tuple(men)]


def _plays(board: Board, number: int) -> dict[str, Board]:
    """Each play this number allows and the board after it, higher points first."""
    points = [point for point in reversed(POINTS) if board[point - 1]]
    able = [point for point in points if point >= number] or points[:1]
    ends = {point: max(point - number, 0) for point in able}
    return {intern(f"{point}/{to or 'off'}"): _moved(board, point, to) for point, to in ends.items()}


PLAYS = {number: {board: _plays(board, number) for board in BOARDS} for number in POINTS}


def orders(numbers: Numbers) -> tuple[Numbers, ...]:
    """The orders in which the two numbers of a trick can be played; doubles and triples have but one."""
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        return numbers[::-1], numbers
    return (numbers,)


def follow(board: Board, numbers: Numbers, extra_numbers: Numbers, plays: Sequence[str]) -> Board | None:
    """The board after a whole line of plays, or None when no order of the numbers allows it.

    A play such as 3/off may use up a three or, when no man stands higher, a larger number, so each order is tried.
    """
    after = _along(board, numbers[::-1] + extra_numbers, plays)
    if after is None and len(numbers) == 2:
        return _along(board, numbers + extra_numbers, plays)
    return after


def _along(board: Board, numbers: Numbers, plays: Sequence[str]) -> Board | None:
    for number, play in zip(numbers, plays):  # noqa: B905 (the lengths are compared below)
        after = PLAYS[number][board].get(play)
        if after is None:
            return None
        board = after
    missing = len(numbers) - len(plays)
    return board if missing == 0 or (missing > 0 and board == EMPTY) else None


class Halt(NamedTuple):
    """Where a line of plays cannot go on: after how many plays, on which board, with which numbers left, and the plays
    that could follow, for a larger number before those for a smaller."""

    played: int
    board: Board
    left: Numbers
    legal: list[str]


def halt(board: Board, numbers: Numbers, extra_numbers: Numbers, plays: Sequence[str]) -> Halt:
    """How far some order of the numbers allows these plays, which `follow` cannot follow to their end."""
    halts = [_halt(board, order + extra_numbers, plays) for order in orders(numbers)]
    played = max(each.played for each in halts)
    furthest = [each for each in halts if each.played == played]
    legal = dict.fromkeys(play for each in furthest for play in each.legal)
    return furthest[0]._replace(legal=list(legal))


def _halt(board: Board, numbers: Numbers, plays: Sequence[str]) -> Halt:
    played = 0
    for number, play in zip(numbers, plays, strict=False):
        after = PLAYS[number][board].get(play)
        if after is None:
            break
        board = after
        played += 1
    left = numbers[played:]
    return Halt(played, board, left, list(PLAYS[left[0]][board]) if left else [])


def ends(board: Board, numbers: Iterable[int], extra_numbers: Iterable[int] = ()) -> dict[Board, Plays]:
    """Every board the numbers can lead to, with the first line that leads there.

    First when larger numbers are tried before smaller and, for one number, higher points before lower.
    """
    return _lines(tuple(board), tuple(sorted(numbers)), tuple(extra_numbers), EMPTY)


def line_to(end: Board, board: Board, numbers: Numbers, extra_numbers: Numbers) -> Plays | None:
    """The first line that leads to this board, or None when no order of the numbers does."""
    return _lines(board, numbers, extra_numbers, end).get(end) if end in MEN_ON else None


def _lines(board: Board, numbers: Numbers, extra_numbers: Numbers, end: Board) -> dict[Board, Plays]:
    found: dict[Board, Plays] = {}
    for order in orders(numbers):
        lines: dict[Board, Plays] = {board: ()}
        for number in order + extra_numbers:
            lines = _one_further(lines, number, _MEN_ABOVE[end])
        found = {**lines, **found}
    return found


# Men only move down. So of the boards on the way to an end none has fewer men above any point than the end has; the six
# counts are kept side by side in one integer, a spare bit above each, and a subtraction compares them all at once.
_SPARE = sum(1 << 4 * point + 3 for point in range(MEN))
_MEN_ABOVE = {board: sum(sum(board[point:]) << 4 * point for point in range(MEN)) for board in BOARDS}


def _one_further(lines: dict[Board, Plays], number: int, end: int) -> dict[Board, Plays]:
    """Every board one number on, on the way to an end, each with its first line.

    The lines come in their order, so the first to arrive at a board is its first line, and the new lines come in
    their order too. Once all men are off the numbers that remain are omitted.
    """
    further: dict[Board, Plays] = {}
    for board, line in lines.items():
        if board == EMPTY:
            further.setdefault(board, line)
        for play, after in PLAYS[number][board].items():
            if after not in further and (_MEN_ABOVE[after] | _SPARE) - end & _SPARE == _SPARE:
                further[after] = (*line, play)
    return further
