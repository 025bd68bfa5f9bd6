"""A person's figures beside those of his club: its average, where he stands in it, and whether he is above the others.

From fewer cases than a figure's `verdict_from` nothing of the kind is said, neither of him nor with those who have
fewer themselves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import fsum
from typing import Literal
from uuid import UUID

from engine.figures import Figure, Sums, Told, tell, weighed
from engine.statistics.estimates import percentile
from scorepad.games import GameHere
from scorepad.selectors.tallies import Tallies, sums, sums_of

Verdict = Literal["above", "below", "none"]


@dataclass(frozen=True, slots=True)
class Average:
    """Of the whole club, him among it: the figure of all their cases together, n of them; of what is counted, and of a
    most, what each of those who have any has on average.

    `percentile` is where he stands among the others of whom there are cases enough for a verdict, `players` of them:
    the share that is below him, and half of those who are level.
    """

    value: float | None
    n: int
    percentile: float | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure as it is told of somebody, and of his club. `verdict` is whether all of his interval is above, or below,
    all of the interval of the others together, "none" when they overlap; there is none when nothing can be said."""

    figure: Figure
    told: Told
    club: Average
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Somebody among all of his club: his facts, those of each of the others, of these together, and of the club."""

    own: Sums
    each_other: tuple[Sums, ...]
    others: Sums
    club: Sums

    @classmethod
    def among(cls, game: GameHere, found: Tallies, person: UUID) -> "Comparison":
        theirs = [values for root, values in found.items() if root != person]
        each = tuple(sums(game, values) for values in theirs)
        return cls(sums_of(game, found, person), each, sums(game, *theirs), sums(game, *found.values()))

    def of(self, figure: Figure) -> Compared:
        """With everything that can be said of it."""
        found = self.judged(figure)
        if found.told.value is None or found.told.n < figure.verdict_from:
            return found
        others = list(_values(figure, self.each_other, figure.verdict_from))
        where = replace(found.club, percentile=percentile(found.told.value, others), players=len(others))
        return replace(found, club=where)

    def judged(self, figure: Figure) -> Compared:
        """With a verdict, and without where he stands among the others, for which each of them is looked at."""
        told, average = tell(figure, self.own), self._average(figure)
        if told.value is None or told.n < figure.verdict_from:
            return Compared(figure, told, average)
        return Compared(figure, told, average, self._verdict(figure, told))

    def of_cell(self, figure: Figure) -> Compared:
        """One of many that are read side by side: none of them is judged alone."""
        return Compared(figure, tell(figure, self.own), self._average(figure))

    def _average(self, figure: Figure) -> Average:
        together = tell(figure, self.club)
        if figure.measure not in ("count", "most") or together.value is None:
            return Average(together.value, together.n)
        each = list(_values(figure, (self.own, *self.each_other), 1))
        return Average(fsum(each) / len(each), together.n)

    def _verdict(self, figure: Figure, told: Told) -> Verdict | None:
        # Both are in doubt, and in a small club what one wins the others lose. Where the intervals do not meet, chance
        # makes at most five verdicts in a hundred, however the two hang together.
        theirs = tell(figure, self.others)
        if told.interval is None or theirs.interval is None or theirs.n < figure.verdict_from:
            return None
        if told.interval.low > theirs.interval.high:
            return "above"
        return "below" if told.interval.high < theirs.interval.low else "none"


def _values(figure: Figure, each: Iterable[Sums], least: int) -> Iterator[int | float]:
    """Of those who have so many cases."""
    for of in each:
        if weighed(figure.per, of) >= least and (value := tell(figure, of).value) is not None:
            yield value
