"""The small drawings that stand within a line of a table: sparkline, win-loss ticks, bar against a mark, whisker."""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

TICK, TICKS_APART, LEVEL = 9, 9, 6  # pixels
MOST_TICKS = 12
SPARK_WIDTH, SPARK_HEIGHT, SPARK_LEAST = 96, 28, 60


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


def sparkline(values: Sequence[float]) -> SafeString:
    """A line of values as far apart as each other, with a dot at its end; small changes stay small.

    It says nothing that does not stand beside it, so it has no label.
    """
    if not values:
        return SafeString()
    low, high = min(values), max(values)
    span = max(high - low, SPARK_LEAST)
    middle, apart = (low + high) / 2, SPARK_WIDTH / max(1, len(values) - 1)
    places = [
        (f"{apart * place:.1f}", f"{SPARK_HEIGHT * (0.5 - (value - middle) / span):.1f}")
        for place, value in enumerate(values)
    ]
    drawing = (
        '<svg class="spark" viewBox="0 0 96 28" aria-hidden="true">'
        '<path d="M{}"/><circle cx="{}" cy="{}" r="2.5"/></svg>'
    )
    return format_html(drawing, "L".join(" ".join(place) for place in places), *places[-1])


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


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole if whole else 0:.4g}%"
