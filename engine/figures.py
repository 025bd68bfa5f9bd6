"""Figures: what is told of a player or a club, each computed from sums of facts and from nothing else.

A game declares its figures once. Pages, the API, spreadsheets and the explanation of a figure all call `tell` with the
facts added up, so the same sums give the same figures to the last digit. No figure is told without its n; one that
rests on too few cases says only how many there were.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Literal

from engine.facts import MILLION
from engine.statistics.estimates import CONFIDENCE, Interval, index, mean, surprise, wilson

Sums = Mapping[str, int]  # facts added up, by key
Weights = Mapping[str, int]  # how often each fact is counted, by key

Measure = Literal["count", "most", "rate", "mean", "index", "deviation"]


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance alone brings in a single case, exactly; the variance is left out where cases are not independent."""

    expected: Fraction
    variance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a player or a club.

    - count: the sum of `of`. most: the greatest of a fact that is kept as the most.
    - rate: the share of `per` that `of` are. mean: `of` over `per`, with an error where the `squares` are known.
    - index: `of` over what was expected. deviation: `of` over `per`, beside what was expected.

    `of`, `per` and `squares` are added up from facts, each as often as its weight says; `per` is n, counted in `unit`.
    What was expected is in facts, as `expected` and `variance` in millionths, or known beforehand as the `chance` of
    each case. `grade` is the least grade of round that tells the figure. It has a value from `shown_from` cases, and
    from `verdict_from` cases it may be called more or less than chance, or than others have. `role` is the role it
    speaks of, None for both together. `for_members` is what guests are not told.
    """

    key: str
    label: str
    group: str
    measure: Measure
    of: Weights
    per: Weights
    unit: str
    grade: str
    formula: str
    squares: Weights = field(default_factory=dict)
    expected: Weights = field(default_factory=dict)
    variance: Weights = field(default_factory=dict)
    chance: Callable[[], Chance] | None = None
    role: str | None = None
    shown_from: int = 1
    verdict_from: int = 1
    for_members: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Figures that are read side by side: one in each cell, by row and column. `unit` is what their n count."""

    key: str
    label: str
    group: str
    unit: str
    grade: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Figure, ...], ...]
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a game, in the order in which they are read. `headlines` are those for lists of players."""

    groups: tuple[Group, ...]
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...]
    headlines: tuple[str, ...]

    @property
    def named(self) -> dict[str, Figure]:
        """Every figure by its key, those in the cells of tables too."""
        cells = [figure for table in self.tables for row in table.cells for figure in row]
        return {figure.key: figure for figure in (*self.figures, *cells)}

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(figure.role for figure in self.figures if figure.role is not None))

    def of_role(self, role: str) -> "Figures":
        """Only what speaks of this role."""
        figures = tuple(figure for figure in self.figures if figure.role == role)
        tables = tuple(table for table in self.tables if table.role == role)
        return self._only(figures, tables)

    def for_guests(self) -> "Figures":
        """Without what only members are told."""
        return self._only(tuple(figure for figure in self.figures if not figure.for_members), self.tables)

    def _only(self, figures: tuple[Figure, ...], tables: tuple[Table, ...]) -> "Figures":
        left = {figure.group for figure in figures} | {table.group for table in tables}
        groups = tuple(group for group in self.groups if group.key in left)
        keys = {figure.key for figure in figures}
        headlines = tuple(key for key in self.headlines if key in keys)
        return replace(self, groups=groups, figures=figures, tables=tables, headlines=headlines)


@dataclass(frozen=True, slots=True)
class Told:
    """A figure with what it rests on. `value` is None when there are too few cases; then nothing else is told but n.

    There is no p-value below the number of cases from which there may be a verdict.
    """

    key: str
    value: int | float | None
    n: int
    interval: Interval | None = None
    standard_error: float | None = None
    p_value: float | None = None
    expected: float | None = None


def tell(figure: Figure, sums: Sums) -> Told:
    n = weighed(figure.per, sums)
    if n < max(figure.shown_from, 1):
        return Told(figure.key, None, n)
    told = _MEASURES[figure.measure](figure, sums, n)
    return told if n >= figure.verdict_from else replace(told, p_value=None)


def inputs(figure: Figure, sums: Sums) -> dict[str, int]:
    """The facts that the figure is computed from, and their sums."""
    keys = dict.fromkeys((*figure.of, *figure.per, *figure.squares, *figure.expected, *figure.variance))
    return {key: sums[key] for key in keys}


def weighed(weights: Weights, sums: Sums) -> int:
    return sum(weight * sums[key] for key, weight in weights.items())


# -- measures -----------------------------------------------------------------------------------------------------


def _count(figure: Figure, sums: Sums, n: int) -> Told:
    return Told(figure.key, weighed(figure.of, sums), n)


def _rate(figure: Figure, sums: Sums, n: int) -> Told:
    successes = weighed(figure.of, sums)
    expected, variance = _by_chance(figure, sums, n)
    return Told(
        figure.key,
        successes / n,
        n,
        wilson(successes, n),
        p_value=None if expected is None or variance is None else surprise(successes, expected, variance),
        expected=None if expected is None else float(expected / n),
    )


def _mean(figure: Figure, sums: Sums, n: int) -> Told:
    total, (expected, _) = weighed(figure.of, sums), _by_chance(figure, sums, n)
    per_case = None if expected is None else float(expected / n)
    if not figure.squares:
        return Told(figure.key, total / n, n, expected=per_case)
    found = mean(total, weighed(figure.squares, sums), n)
    return Told(figure.key, found.value, n, found.interval, found.standard_error, expected=per_case)


def _index(figure: Figure, sums: Sums, n: int) -> Told:
    expected, variance = weighed(figure.expected, sums), weighed(figure.variance, sums)
    found = index(weighed(figure.of, sums), expected, variance, MILLION)
    return Told(figure.key, found.value, n, found.interval, p_value=found.p_value, expected=1.0)


def _deviation(figure: Figure, sums: Sums, n: int) -> Told:
    """The variance is known beforehand, so the error is no estimate: even a single case has one."""
    total, (expected, variance) = weighed(figure.of, sums), _by_chance(figure, sums, n)
    if expected is None or variance is None:
        raise ValueError(f"{figure.key} has nothing to deviate from")
    value, error = total / n, sqrt(variance) / n
    margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error
    interval, p_value = Interval(value - margin, value + margin), surprise(total, expected, variance)
    return Told(figure.key, value, n, interval, error, p_value, float(expected / n))


def _by_chance(figure: Figure, sums: Sums, n: int) -> tuple[Fraction | None, Fraction | None]:
    """What chance alone would have brought in all n cases, and the variance of that."""
    if figure.chance is not None:
        chance = figure.chance()
        return n * chance.expected, None if chance.variance is None else n * chance.variance
    return _in_full(figure.expected, sums), _in_full(figure.variance, sums)


def _in_full(weights: Weights, sums: Sums) -> Fraction | None:
    return Fraction(weighed(weights, sums), MILLION) if weights else None


_MEASURES: Mapping[Measure, Callable[[Figure, Sums, int], Told]] = {
    "count": _count,
    "most": _count,
    "rate": _rate,
    "mean": _mean,
    "index": _index,
    "deviation": _deviation,
}
