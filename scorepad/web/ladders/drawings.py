"""Where the true rating of a player may lie, drawn in his line of the standings.

It says nothing that does not stand beside it in figures, so it has no label.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

LEAST = 60  # points from one end of the axis to the other


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


def interval(rating: float, low: float, high: float, bounds: Bounds) -> SafeString:
    """The rating, and the interval around it in which the true one lies."""
    drawing = (
        '<svg class="whisk" aria-hidden="true"><line class="ax" x1="0" x2="100%" y1="14" y2="14"/>'
        '<line class="iv" x1="{}" x2="{}" y1="14" y2="14"/><circle class="pt" cx="{}" cy="14" r="5.5"/></svg>'
    )
    return format_html(drawing, bounds.at(low), bounds.at(high), bounds.at(rating))
