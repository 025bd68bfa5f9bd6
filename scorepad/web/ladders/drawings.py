"""The small drawings of a line of the standings: how a rating went lately, and where the true one may lie.

Neither says anything that does not stand beside it in figures, so neither has a label.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorepad.selectors.ladder_sheets import LATELY

WIDTH, HEIGHT, LEAST, MARGIN = 96, 28, 60, 3


@dataclass(frozen=True)
class Bounds:
    """The axis on which the intervals of all players are drawn."""

    low: float
    high: float

    def at(self, value: float) -> str:
        within = min(max(value, self.low), self.high)
        return f"{100 * (within - self.low) / (self.high - self.low):.4g}%"


def bounds_of(intervals: Sequence[tuple[float, float]]) -> Bounds | None:
    """Wide enough for all of these; a stranger's interval, who has hardly played, may run over the edge."""
    if not intervals:
        return None
    low, high = min(low for low, _ in intervals), max(high for _, high in intervals)
    return Bounds(low, max(high, low + LEAST))


def lately(ratings: Sequence[float]) -> SafeString:
    """The last weeks, this one at the right: whoever came later has a line that begins later."""
    low, high = min(ratings), max(ratings)
    span, middle = max(high - low, LEAST), (low + high) / 2
    apart, first = (WIDTH - 2 * MARGIN) / (LATELY - 1), LATELY - len(ratings)

    def height(rating: float) -> float:
        return HEIGHT / 2 - (HEIGHT - 2 * MARGIN) * (rating - middle) / span

    places = [
        (f"{MARGIN + apart * (first + place):.3g}", f"{height(rating):.3g}") for place, rating in enumerate(ratings)
    ]
    line = "M" + "L".join(" ".join(place) for place in places) if len(places) > 1 else ""
    drawing = (
        '<svg class="spark" viewBox="0 0 96 28" aria-hidden="true"><path d="{}"/><circle cx="{}" cy="{}" r="2.5"/>'
    )
    return format_html(drawing + "</svg>", line, *places[-1])


def interval(rating: float, low: float, high: float, bounds: Bounds) -> SafeString:
    """The rating, and the interval around it in which the true one lies."""
    drawing = (
        '<svg class="whisk" aria-hidden="true"><line class="ax" x1="0" x2="100%" y1="14" y2="14"/>'
        '<line class="iv" x1="{}" x2="{}" y1="14" y2="14"/><circle class="pt" cx="{}" cy="14" r="5.5"/></svg>'
    )
    return format_html(drawing, bounds.at(low), bounds.at(high), bounds.at(rating))
