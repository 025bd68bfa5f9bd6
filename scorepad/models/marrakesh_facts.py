"""The facts of Marrakesh (1978) in columns, as `engine.marrakesh.declared` declares them."""

from engine.marrakesh.declared import DECLARED
from scorepad.models.facts import PlayerTotals, SeatFacts, with_columns


class MarrakeshFacts(SeatFacts):
    class Meta(SeatFacts.Meta):
        verbose_name_plural = "marrakesh facts"


class MarrakeshTotals(PlayerTotals):
    class Meta(PlayerTotals.Meta):
        verbose_name_plural = "marrakesh totals"


with_columns(MarrakeshFacts, DECLARED, summed=False)
with_columns(MarrakeshTotals, DECLARED, summed=True)
