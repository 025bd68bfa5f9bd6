"""The small drawings that stand within a line of a table: sparkline, win-loss ticks, bar against a mark, whisker."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

TICK, TICKS_APART, LEVEL = 9, 9, 6  # pixels
MOST_TICKS = 12
ROOM = 1.25
SPARK_WIDTH, SPARK_HEIGHT, SPARK_LEAST, SPARK_MARGIN = 96, 28, 60, 3


class Spread(Protocol):
    """A figure that is drawn: its value and its interval, where they are known."""

    @property
    def share(self) -> float | None: ...

    @property
    def interval(self) -> tuple[float, float] | None: ...


def ticks(outcomes: Iterable[str]) -> SafeString:
    """How matches ended, the oldest first: won above, lost below, drawn between; of many the latest."""
    last = list(outcomes)[-MOST_TICKS:]
    heights = {"won": (1, TICK), "lost": (12, TICK), "drawn": (8, LEVEL)}
    said = {
        "won": pgettext("outcome of a match", "won"),
        "lost": pgettext("outcome of a match", "lost"),
        "drawn": pgettext("outcome of a match", "drawn"),
    }
    drawn = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="5" height="{}" rx="1"/>',
        ((f"{outcome}_", TICKS_APART * place, *heights[outcome]) for place, outcome in enumerate(last)),
    )
    label = ", ".join(said[outcome] for outcome in last)
    drawing = '<svg class="ticks" width="{}" height="22" role="img" aria-label="{}">{}</svg>'
    return format_html(drawing, TICKS_APART * len(last), label, drawn) if last else SafeString()


def sparkline(values: Sequence[float], places: int) -> SafeString:
    """The last of so many values, with a dot at the latest: fewer make a line that begins later; small changes stay
    small.

    It says nothing that does not stand beside it, so it has no label.
    """
    if not values:
        return SafeString()
    low, high = min(values), max(values)
    span, middle = max(high - low, SPARK_LEAST), (low + high) / 2
    apart, first = (SPARK_WIDTH - 2 * SPARK_MARGIN) / (places - 1), places - len(values)

    def height(value: float) -> float:
        return SPARK_HEIGHT / 2 - (SPARK_HEIGHT - 2 * SPARK_MARGIN) * (value - middle) / span

    points = [
        (f"{SPARK_MARGIN + apart * (first + place):.3g}", f"{height(value):.3g}") for place, value in enumerate(values)
    ]
    line = format_html('<path d="M{}"/>', "L".join(" ".join(point) for point in points)) if len(points) > 1 else ""
    drawing = '<svg class="spark" viewBox="0 0 96 28" aria-hidden="true">{}<circle cx="{}" cy="{}" r="2.5"/></svg>'
    return format_html(drawing, line, *points[-1])


def bar(value: float | None, mark: float | None, most: float) -> SafeString:
    """A share as a bar, and a mark where that of the others is; both of a track that is as long as `most`."""
    filled = '<rect class="fg" y="4" width="{}" height="8" rx="4"/>'
    ticked = '<rect class="tick" x="{}" y="0" width="3.5" height="16" rx="1"/>'
    return format_html(
        '<svg class="bar" aria-hidden="true"><rect class="bg" y="4" width="100%" height="8" rx="4"/>{}{}</svg>',
        format_html(filled, _share(value, most)) if value else "",
        "" if mark is None else format_html(ticked, _share(mark, most)),
    )


def whisker(
    value: float, low: float, high: float, expected: float, bounds: tuple[float, float], label: str
) -> SafeString:
    """A value with its interval, on an axis between two bounds, and a dotted line at what was to be expected."""
    least, most = bounds

    def at(number: float) -> str:
        return _share(min(max(number, least), most) - least, most - least)

    drawing = (
        '<svg class="whisk" role="img" aria-label="{}"><line class="ax" x1="0" x2="100%" y1="14" y2="14"/>'
        '<line class="one" x1="{}" x2="{}" y1="0" y2="28"/><line class="iv" x1="{}" x2="{}" y1="14" y2="14"/>'
        '<circle class="pt" cx="{}" cy="14" r="7"/></svg>'
    )
    return format_html(drawing, label, at(expected), at(expected), at(low), at(high), at(value))


def between(value: float | None, interval: tuple[float, float] | None, mark: float | None) -> SafeString:
    """A value with its interval beside a mark, which stands in the middle of an axis as long as it takes."""
    if interval is None or mark is None:
        return SafeString()
    reach = ROOM * max(abs(mark - end) for end in interval)
    return on_axis(value, interval, mark, (mark - reach, mark + reach))


def on_axis(
    value: float | None, interval: tuple[float, float] | None, mark: float | None, bounds: tuple[float, float]
) -> SafeString:
    """A value with its interval and a mark, on an axis between two bounds.

    It says nothing that does not stand beside it, so it has no label.
    """
    least, most = bounds
    if value is None or interval is None or mark is None or least == most:
        return SafeString()
    low, at, high, marked = (_share(number - least, most - least) for number in (interval[0], value, interval[1], mark))
    drawing = (
        '<svg class="whisk" aria-hidden="true"><line class="ax" x1="0" x2="100%" y1="14" y2="14"/>'
        '<line class="one" x1="{}" x2="{}" y1="3" y2="25"/><line class="iv" x1="{}" x2="{}" y1="14" y2="14"/>'
        '<circle class="pt" cx="{}" cy="14" r="6"/></svg>'
    )
    return format_html(drawing, marked, marked, low, high, at)


def beside_each_other(a: Spread, b: Spread) -> SafeString:
    """The values of two with their intervals on one axis: a disc for the first, below it a ring for the second.

    It says nothing that does not stand beside it, so it has no label.
    """
    if a.share is None or a.interval is None or b.share is None or b.interval is None:
        return SafeString()
    low, high = min(a.interval[0], b.interval[0]), max(a.interval[1], b.interval[1])
    margin = (ROOM - 1) / 2 * (high - low)
    if not margin:
        return SafeString()

    def at(number: float) -> str:
        return _share(number - low + margin, high - low + 2 * margin)

    def drawn(value: float, interval: tuple[float, float], y: int) -> SafeString:
        line = '<line class="iv" x1="{}" x2="{}" y1="{}" y2="{}"/><circle class="pt" cx="{}" cy="{}" r="5"/>'
        return format_html(line, at(interval[0]), at(interval[1]), y, y, at(value), y)

    drawing = '<svg class="whisk two" aria-hidden="true"><g class="a">{}</g><g class="b">{}</g></svg>'
    return format_html(drawing, drawn(a.share, a.interval, 7), drawn(b.share, b.interval, 19))


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole if whole else 0:.4g}%"
