"""Axes: from a value or a day to a place on a ground of 1000, and round values and first days of months to mark it by.

A place is a whole number of the ground, which is stretched to whatever room there is; `per_cent` is the same place for
what must not be stretched, as texts are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count

from django.utils.formats import date_format

GROUND = 1000
MOST_LINES = 5
MOST_MONTHS = 6
MONTHS_APART = (1, 2, 3, 6, 12, 24, 60, 120)
NEAR_THE_EDGE = 30  # a mark's text would hang over there


def per_cent(place: float) -> str:
    return f"{place / (GROUND / 100):.4g}%"


@dataclass(frozen=True)
class Mark:
    """A line of the grid, or a text below: what is written there, and where."""

    text: str
    at: str


@dataclass(frozen=True)
class Values:
    """From `low` at the bottom to `high` at the top, in `step`s between lines of the grid."""

    low: float
    high: float
    step: float

    @classmethod
    def around(cls, lowest: float, highest: float, *, least: float = 1) -> "Values":
        """Round values that hold all from the lowest to the highest, which are told apart by `least` if by nothing."""
        lack = max(0.0, least - (highest - lowest)) / 2
        lowest, highest = lowest - lack, highest + lack
        step = next(s for s in _round_steps(highest - lowest) if _lines(lowest, highest, s) <= MOST_LINES)
        return cls(step * (lowest // step), -step * (-highest // step), step)

    def at(self, value: float) -> int:
        """The place of a value; the edge's, where it is beyond it."""
        within = min(max(value, self.low), self.high)
        return round(GROUND * (self.high - within) / (self.high - self.low))

    @property
    def grid(self) -> list[Mark]:
        lines = round((self.high - self.low) / self.step)
        values = [self.low + self.step * number for number in range(lines + 1)]
        return [Mark(f"{value:.10g}".replace("-", "−"), per_cent(self.at(value))) for value in values]


def _round_steps(span: float) -> Iterator[float]:
    power = len(str(int(span))) - 2
    return (unit * 10.0 ** (power + more) for more in count() for unit in (1, 2, 5))


def _lines(lowest: float, highest: float, step: float) -> int:
    return round(-(-highest // step) - lowest // step) + 1


@dataclass(frozen=True)
class Days:
    """From the `first` day at the left to the `last` at the right."""

    first: date
    last: date

    def at(self, day: date) -> int:
        return round(GROUND * (day - self.first).days / max(1, (self.last - self.first).days))

    @property
    def marks(self) -> list[Mark]:
        """The first days of months, of as many as have room; a January is called by its year."""
        starts = [day for day in self._months() if NEAR_THE_EDGE <= self.at(day) <= GROUND - NEAR_THE_EDGE]
        apart = next(apart for apart in MONTHS_APART if len([d for d in starts if _counts(d, apart)]) <= MOST_MONTHS)
        return [Mark(_called(day), per_cent(self.at(day))) for day in starts if _counts(day, apart)]

    def _months(self) -> Iterator[date]:
        day = self.first.replace(day=1)
        while day <= self.last:
            yield day
            day = (day + timedelta(days=31)).replace(day=1)


def _counts(day: date, apart: int) -> bool:
    return (day.year * 12 + day.month - 1) % apart == 0


def _called(day: date) -> str:
    return str(day.year) if day.month == 1 else date_format(day, "M")
