"""Figures as parts of a page: bars against the club, heatmaps, whiskers against chance, and what stands out.

Each is drawn by a template of its name in templates/charts/, and each has its figures in writing beside the drawing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from engine.figures import Figure, Told
from scorepad.selectors.comparing import Average, Compared
from scorepad.selectors.habits import Habit
from scorepad.selectors.statistics import Filled, Line
from scorepad.web.players.shown import Address, Label, Shown, shown, whole, written
from scorepad.web.rounding import grouped, rounded

HEAT = (0.6, 0.9, 1.17, 1.5, 2.0)  # of what each would have if all were alike: where the next deeper colour begins
LEAST_REACH = {"index": 0.5}  # to both sides of what chance brings, so that a sure figure does not fill its axis
ROOM = 1.25
HEADROOM = 1.12  # of the longest bar's track


@dataclass(frozen=True)
class Bars:
    """Groups of shares under a heading each, all drawn to the same scale; `n` are all cases."""

    groups: Sequence[tuple[str, Sequence[Shown]]]
    most: float
    n: str
    beside_n: str


@dataclass(frozen=True)
class Cell:
    """`level` is how deep its colour is, from 1 to 6; `marked` where it differs from the rest of the club."""

    text: str
    level: int
    marked: bool
    address: str


@dataclass(frozen=True)
class HeatRow:
    key: str
    label: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Heat:
    """A table of shares, each column adding up to a whole of `n` cases."""

    columns: Sequence[str]
    rows: Sequence[HeatRow]
    n: Sequence[str]
    marked: bool


@dataclass(frozen=True)
class Whisker:
    """A figure with its interval, on an axis around what chance brings."""

    figure: Shown
    value: float
    low: float
    high: float
    expected: float
    bounds: tuple[float, float]
    ends: tuple[str, str]

    @property
    def sentence(self) -> str:
        said = gettext("{label}: {value}, 95 per cent interval {interval}; {expected} is chance")
        figure = self.figure
        return said.format(label=figure.label, value=figure.value, interval=figure.sure, expected=figure.expected)


def compared(of: Compared, label: Label, address: Address) -> Shown:
    """A player's figure, with the club's beside it."""
    found = shown(of.figure, of.told, label(of.figure), address)
    club = of.club
    value = written(of.figure, club.value, club.n)
    share = None if club.value is None else float(club.value)
    return replace(found, beside=value, beside_share=share, verdict=of.verdict, below=_below(club))


def _below(club: Average) -> str:
    if club.percentile is None:
        return ""
    return gettext("{share} % of {n}").format(share=grouped(club.percentile, 0), n=whole(club.players))


def line(of: Line, label: Label, address: Address) -> Shown:
    """A club's figure, with what chance brings beside it, where that is known."""
    found = shown(of.figure, of.told, label(of.figure), address)
    return replace(found, beside=found.expected, beside_share=of.told.expected)


def bars(groups: Iterable[tuple[str, Sequence[Shown]]], n: int, beside_n: int) -> Bars:
    groups = [(heading, figures) for heading, figures in groups if figures]
    shares = [
        share
        for _, figures in groups
        for figure in figures
        for share in (figure.share, figure.beside_share)
        if share is not None
    ]
    return Bars(groups, HEADROOM * max(shares, default=1.0) or 1.0, whole(n), whole(beside_n))


def heat(
    filled: Filled[Habit], labels: Sequence[tuple[str, str]], columns: Sequence[str], address: Address
) -> Heat | None:
    """What was chosen, by row and column; None where nothing was. `labels` are a key and a word for each row."""
    if not any(cell.n for row in filled.cells for cell in row):
        return None
    rows = [
        HeatRow(key, label, [_cell(habit, len(labels), address) for habit in row])
        for (key, label), row in zip(labels, filled.cells, strict=True)
    ]
    marked = any(cell.marked for row in rows for cell in row.cells)
    return Heat(columns, rows, [whole(cell.n) for cell in filled.cells[0]], marked)


def _cell(habit: Habit, of: int, address: Address) -> Cell:
    if habit.share is None:
        return Cell("–", 1, False, "")
    return Cell(rounded(100 * habit.share), level(habit.share, of), habit.marked, address(habit.figure.key))


def level(share: float | None, of: int) -> int:
    """How deep the colour of a share is, where so many make a whole."""
    return 1 if share is None else 1 + sum(share * of >= bound for bound in HEAT)


def whisker(figure: Figure, told: Told, label: str, address: Address) -> Whisker | None:
    """None where nothing can be said yet."""
    if told.value is None or told.interval is None or told.expected is None:
        return None
    value, expected, (low, high) = float(told.value), told.expected, told.interval
    reach = max(ROOM * max(abs(expected - low), abs(high - expected)), LEAST_REACH.get(figure.measure, 0.0))
    if figure.measure == "index":
        reach = min(reach, expected)  # nobody hits less often than never
    bounds = (expected - reach, expected + reach)
    ends = (written(figure, bounds[0], told.n), written(figure, bounds[1], told.n))
    return Whisker(shown(figure, told, label, address), value, low, high, expected, bounds, ends)


def whiskers(
    told: Mapping[str, Compared] | Mapping[str, Line], keys: Iterable[str], label: Label, address: Address
) -> list[Whisker]:
    """Of those of these figures about which something can be said."""
    figures = [told[key] for key in keys if key in told]
    drawn = (whisker(each.figure, each.told, label(each.figure), address) for each in figures)
    return [each for each in drawn if each]


def outstanding(figures: Iterable[Compared], label: Label, address: Address) -> list[Shown]:
    """Those about which there is a verdict: above the others of the club, or below."""
    return [compared(each, label, address) for each in figures if each.verdict in ("above", "below")]


@dataclass(frozen=True)
class Marked:
    """A habit that is marked, beside what the rest of the club does."""

    label: str
    address: str
    share: str
    n: str
    rest: str
    rest_n: str


def marked(habits: Iterable[Habit], label: Label, address: Address) -> Iterator[Marked]:
    for each in habits:
        if each.marked:
            yield Marked(
                label(each.figure),
                address(each.figure.key),
                written(each.figure, each.share, each.n),
                whole(each.n),
                written(each.figure, each.rest_share, each.rest_n),
                whole(each.rest_n),
            )
