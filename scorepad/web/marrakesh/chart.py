"""The running score as a chart: steps, red with discs, thin ink with rings, each line's name at its end.

Drawn on a ground of 1000 by 1000 that is stretched to whatever room there is; a dot is a line of no length with a
round cap, so that nothing is distorted at any width.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from engine.marrakesh.matches import ROUNDS
from engine.marrakesh.record import SIDES
from scorepad.web.marrakesh.words import Names

GROUND = 1000
LONGEST_LABEL = 7
NEEDED_BETWEEN_LABELS = 90

Running = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Line:
    side: str
    steps: str
    dots: str
    label: str
    height: str
    shift: int


@dataclass(frozen=True)
class Chart:
    sentence: str
    grid: Sequence[tuple[int, str]]
    end: str
    red: Line
    white: Line


def chart(running: Running, names: Names, winner: str | None) -> Chart:
    """The chart of a match with one complete round at least."""
    top, step = _scale(max(0, *(max(scores) for scores in running)))

    def height(points: int) -> int:
        return round(GROUND - GROUND * max(points, 0) / top)

    shifts = _shifts([height(points) for points in running[-1]], winner)
    red, white = (_line(side, running, height, names, shifts[side]) for side in SIDES)
    grid = [(points, _per_cent(height(points))) for points in range(0, top + 1, step)]
    return Chart(_sentence(running, names), grid, f"{100 * len(running) / ROUNDS:.4g}%", red, white)


def _scale(most: int) -> tuple[int, int]:
    """The height of the ground and the points between two of its lines, of which there are four at most."""
    step = next(unit * 10**power for power in count() for unit in (5, 10, 20) if most <= 4 * unit * 10**power)
    return max(step, -(-most * 21 // (10 * step)) * step // 2), step


def _per_cent(height: int) -> str:
    return f"{height / (GROUND / 100):g}%"


def _line(side: str, running: Running, height: Callable[[int], int], names: Names, shift: int) -> Line:
    scores = [0, *(pair[SIDES.index(side)] for pair in running)]
    across = [round(GROUND * number / ROUNDS) for number in range(1, len(scores))]
    steps = f"M0 {height(0)}" + "".join(f"H{x}V{height(y)}" for x, y in zip(across, scores[1:], strict=True))
    dots = [f"M{x} {height(now)}h.1" for x, (was, now) in zip(across, pairwise(scores), strict=True) if now != was]
    label = Truncator(names.short[side]).chars(LONGEST_LABEL)
    return Line(side, steps, "".join(dots), label, _per_cent(height(scores[-1])), shift)


def _shifts(heights: Sequence[int], winner: str | None) -> dict[str, int]:
    """Pixels that part the two names where the lines end close together; on a tie the winner's goes above."""
    red, white = heights
    if abs(red - white) >= NEEDED_BETWEEN_LABELS:
        return {"red": 4, "white": 4}
    above = ("red" if red < white else "white") if red != white else winner or "red"
    return {side: -2 if side == above else 12 for side in SIDES}


def _sentence(running: Running, names: Names) -> str:
    red, white = running[-1]
    said = ngettext(
        "Running score after {n} round: {red} {a}, {white} {b}",
        "Running score after each of {n} rounds, at last {red} {a}, {white} {b}",
        len(running),
    ).format(n=len(running), red=names.short["red"], a=red, white=names.short["white"], b=white)
    leads = [a - b for a, b in running]
    widest = max(range(len(leads)), key=lambda i: abs(leads[i]))
    if not leads[widest]:
        return said
    lead = gettext("; the largest lead was {name}'s, {points} points after round {number}").format(
        name=names.short["red" if leads[widest] > 0 else "white"], points=abs(leads[widest]), number=widest + 1
    )
    return said + lead
