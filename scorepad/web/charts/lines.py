"""Lines over days: solid where settled, dotted before, a dot where something happened, its name at its end.

One line may be `chosen`, and stands out; only it has a band. The others are thin, and no line is told by colour alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, pairwise

from django.utils.text import Truncator

from scorepad.web.charts.scales import GROUND, Days, Mark, Values, per_cent
from scorepad.web.rounding import rounded

HEIGHT = 260  # pixels
BETWEEN_LABELS = 15  # pixels
BASELINE = 4  # pixels from the middle of a text to the line that it stands on
LONGEST_LABEL = 7


@dataclass(frozen=True)
class Moment:
    """A value on a day, somewhere between `low` and `high`; a dot where something `happened` to it."""

    day: date
    value: float
    low: float | None = None
    high: float | None = None
    settled: bool = True
    happened: bool = True


@dataclass(frozen=True)
class Trace:
    """What a line goes through; `label` is written at its end, `name` is said in a table."""

    name: str
    label: str
    moments: Sequence[Moment]
    chosen: bool = True


@dataclass(frozen=True)
class Line:
    chosen: bool
    band: str
    solid: str
    dotted: str
    dots: str
    label: str
    end: str
    height: str
    shift: int


@dataclass(frozen=True)
class Row:
    """A day of the table: the value of each line on it in writing, a dash where it had no dot."""

    day: date
    values: Sequence[str]


@dataclass(frozen=True)
class LineChart:
    """`lines` are drawn in their order, the chosen last."""

    sentence: str
    grid: Sequence[Mark]
    marks: Sequence[Mark]
    lines: Sequence[Line]
    names: Sequence[str]
    rows: Sequence[Row] = field(repr=False)
    height: int = HEIGHT


def line_chart(traces: Sequence[Trace], sentence: str, *, least: float = 200, height: int = HEIGHT) -> LineChart | None:
    """The chart of all traces that go through anything; None where none goes from one moment to another."""
    traces = [trace for trace in traces if trace.moments]
    if all(len(trace.moments) < 2 for trace in traces):
        return None
    days, values = _days(traces), _values(traces, least)
    shifts = _shifts([values.at(trace.moments[-1].value) * height / GROUND for trace in traces])
    lines = [_line(trace, days, values, shift) for trace, shift in zip(traces, shifts, strict=True)]
    return LineChart(
        sentence=sentence,
        grid=values.grid,
        marks=days.marks,
        lines=sorted(lines, key=lambda line: line.chosen),
        names=[trace.name for trace in traces],
        rows=list(_rows(traces)),
        height=height,
    )


def _days(traces: Sequence[Trace]) -> Days:
    every = [moment.day for trace in traces for moment in trace.moments]
    return Days(min(every), max(every))


def _values(traces: Sequence[Trace], least: float) -> Values:
    """Room for every line, and for its band as it is at the end: at the beginning that would dwarf all the rest."""
    moments = [moment for trace in traces for moment in trace.moments]
    ends = [trace.moments[-1] for trace in traces if trace.chosen]
    lows = [moment.value for moment in moments] + [end.low for end in ends if end.low is not None]
    highs = [moment.value for moment in moments] + [end.high for end in ends if end.high is not None]
    return Values.around(min(lows), max(highs), least=least)


def _line(trace: Trace, days: Days, values: Values, shift: int) -> Line:
    end = trace.moments[-1]
    return Line(
        chosen=trace.chosen,
        band=_band(trace, days, values) if trace.chosen else "",
        solid=_path(trace, days, values, settled=True),
        dotted=_path(trace, days, values, settled=False),
        dots="".join(f"M{_at(m, days, values)}h.1" for m in trace.moments if m.happened),
        label=Truncator(trace.label).chars(LONGEST_LABEL),
        end=per_cent(days.at(end.day)),
        height=per_cent(values.at(end.value)),
        shift=shift,
    )


def _at(moment: Moment, days: Days, values: Values) -> str:
    return f"{days.at(moment.day)} {values.at(moment.value)}"


def _path(trace: Trace, days: Days, values: Values, *, settled: bool) -> str:
    """The stretches that end in a moment which is settled, or is not."""
    drawn, pen = [], None
    for before, after in pairwise(trace.moments):
        if after.settled == settled:
            start = "" if pen is before else f"M{_at(before, days, values)}"
            drawn.append(f"{start}L{_at(after, days, values)}")
            pen = after
    return "".join(drawn)


def _band(trace: Trace, days: Days, values: Values) -> str:
    """Along the upper edge, and back along the lower."""
    sure = [(days.at(m.day), m.low, m.high) for m in trace.moments if m.low is not None and m.high is not None]
    if len(sure) < 2:
        return ""
    upper = [f"{x} {values.at(high)}" for x, _, high in sure]
    lower = [f"{x} {values.at(low)}" for x, low, _ in reversed(sure)]
    return f"M{'L'.join(chain(upper, lower))}Z"


def _rows(traces: Sequence[Trace]) -> Iterator[Row]:
    """The latest day first."""
    by_day = [{m.day: rounded(m.value) for m in trace.moments if m.happened} for trace in traces]
    for day in sorted(set().union(*by_day), reverse=True):
        yield Row(day, [values.get(day, "–") for values in by_day])


def _shifts(heights: Sequence[float]) -> list[int]:
    """By how many pixels each label stands off its line's end, so that none lies upon another."""
    shifts, lowest = [BASELINE] * len(heights), float("-inf")
    for place in sorted(range(len(heights)), key=heights.__getitem__):
        height = max(heights[place], lowest + BETWEEN_LABELS)
        shifts[place] += round(height - heights[place])
        lowest = height
    return shifts
