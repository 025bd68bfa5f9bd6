"""Bearing off: the boards a side can have, and what a number can do on each.

A board is the men on points 1 to 6. "When a player does not have a man on the point that corresponds to the number to
be played, he bears off a man from the highest point in which he does have a man", but only when no higher point can
move down; and "a player does not have to bear off a man if, instead, he wishes to move a man down to a lower point".
Every number is played while a man is left (ruling 3), the trick's numbers in any order, then the extra card's.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

Board = tuple[int, ...]
Numbers = tuple[int, ...]
Plays = tuple[str, ...]

MEN = 6
POINTS = range(1, 7)
EMPTY: Board = (0, 0, 0, 0, 0, 0)


def board_of(dice: Iterable[int]) -> Board:
    """The opening setup: a man on the point of each number thrown."""
    board = [0, 0, 0, 0, 0, 0]
    for die in dice:
        board[die - 1] += 1
    return tuple(board)


def pips(board: Board) -> int:
    """How many spaces a side has to go to bear off its remaining men."""
    return sum(point * men for point, men in zip(POINTS, board, strict=True))


# Zero stands for a man already off.
BOARDS = tuple(tuple(where.count(point) for point in POINTS) for where in combinations_with_replacement(range(7), MEN))


MEN_ON = {board: sum(board) for board in BOARDS}


def _moved(board: Board, point: int, to: int) -> Board:
    men = list(board)
    men[point - 1] -= 1
    if to:
        men[to - 1] += 1
    return tuple(men)


def _plays(board: Board, number: int) -> dict[str, Board]:
    """Each play this number allows and the board after it, higher points first."""
    points = [point for point in reversed(POINTS) if board[point - 1]]
    able = [point for point in points if point >= number] or points[:1]
    ends = {point: max(point - number, 0) for point in able}
    return {f"{point}/{to or 'off'}": _moved(board, point, to) for point, to in ends.items()}


PLAYS = {number: {board: _plays(board, number) for board in BOARDS} for number in POINTS}


class Followed(NamedTuple):
    """How far a line of plays could be followed: whether it is whole, how many plays are legal, and the board there."""

    whole: bool
    played: int
    board: Board
    left: Numbers


def orders(numbers: Numbers) -> tuple[Numbers, ...]:
    """The orders in which the two numbers of a trick can be played; doubles and triples have but one."""
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        return numbers, numbers[::-1]
    return (numbers,)


def follow(board: Board, numbers: Numbers, extra_numbers: Numbers, plays: Sequence[str]) -> Followed:
    """Follow the plays as far as some order of the numbers allows them.

    A play such as 3/off may use up a three or, when no man stands higher, a larger number, so each order is tried.
    """
    best = _along(board, numbers + extra_numbers, plays)
    if not best.whole and len(numbers) == 2 and numbers[0] != numbers[1]:
        other = _along(board, numbers[::-1] + extra_numbers, plays)
        if other.whole or other.played > best.played:
            return other
    return best


def _along(board: Board, numbers: Numbers, plays: Sequence[str]) -> Followed:
    played = 0
    for number, play in zip(numbers, plays, strict=False):
        after = PLAYS[number][board].get(play)
        if after is None:
            return Followed(False, played, board, numbers[played:])
        board = after
        played += 1
    left = numbers[played:]
    return Followed(played == len(plays) and (not left or board == EMPTY), played, board, left)


def next_plays(board: Board, numbers: Numbers, extra_numbers: Numbers, plays: Sequence[str]) -> list[str]:
    """The plays that may follow these: larger numbers first, for each the higher points first."""
    lines = [_along(board, order + extra_numbers, plays) for order in orders(numbers)]
    furthest = [line for line in lines if line.played == len(plays) and line.left]
    by_number = sorted(furthest, key=lambda line: -line.left[0])
    return list(dict.fromkeys(play for line in by_number for play in PLAYS[line.left[0]][line.board]))


@lru_cache(maxsize=2048)
def _ends(board: Board, numbers: Numbers, extra_numbers: Numbers) -> dict[Board, Plays]:
    found: dict[Board, Plays] = {}
    for order in sorted(orders(numbers), reverse=True):
        lines: dict[Board, Plays] = {board: ()}
        for number in order + extra_numbers:
            lines = _one_further(lines, number)
        for end, line in lines.items():
            found.setdefault(end, line)
    return found


def _one_further(lines: dict[Board, Plays], number: int) -> dict[Board, Plays]:
    """Every board one number on, each with its first line.

    The lines come in their order, so the first to arrive at a board is its first line, and the new lines come in
    their order too. Once all men are off the numbers that remain are omitted.
    """
    further: dict[Board, Plays] = {}
    for board, line in lines.items():
        if board == EMPTY:
            further.setdefault(board, line)
        for play, after in PLAYS[number][board].items():
            if after not in further:
                further[after] = (*line, play)
    return further


def ends(board: Board, numbers: Iterable[int], extra_numbers: Iterable[int] = ()) -> Mapping[Board, Plays]:
    """Every board the numbers can lead to, with the first line that leads there.

    First when larger numbers are tried before smaller and, for one number, higher points before lower. The mapping is
    shared between calls: read it only.
    """
    return _ends(tuple(board), tuple(sorted(numbers)), tuple(extra_numbers))
