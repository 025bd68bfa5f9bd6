"""Glicko-2, by Mark Glickman's paper "Example of the Glicko-2 system" (2013); steps are called by the paper's numbers.

A rating says how strong a player is, its deviation how sure that is, its volatility how steadily he plays. Results make
a rating surer, time makes it less so. Inside, ratings are on the paper's own scale; what goes in and comes out is on
the scale that people know, where a new player has 1500.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, pi, sqrt

from engine.ratings.games import Game, Player, Rating, Result, results

SCALE = 173.7178
CENTRE = 1500.0
NEW = Rating(CENTRE, 350.0, 0.06)
CONVERGED = 1e-6
_FARTHEST = 700.0  # exponents beyond it are beyond what a float holds


@dataclass(frozen=True, slots=True)
class Glicko2:
    """`start` is a new player's rating, `tau` how much volatility may change (the paper: between 0.3 and 1.2)."""

    start: Rating = NEW
    tau: float = 0.5

    def period(self, before: Mapping[Player, Rating], games: Sequence[Game[Player]]) -> dict[Player, Rating]:
        """The ratings after a period of whoever has played in it; the others' grow less sure (`idle`). Whoever has no
        rating before it starts."""
        of_player = results(games)
        known = {player: before.get(player, self.start) for player in of_player}
        inside = {player: _Inside.of(rating) for player, rating in known.items()}
        return {player: self._rated(inside[player], found, inside).outside() for player, found in of_player.items()}

    def idle(self, rating: Rating, periods: int) -> Rating:
        """The rating after so many periods without a match: as unsure as a new player's, at most."""
        if periods == 0:
            return rating
        own = _Inside.of(rating)
        most = _Inside.of(self.start).deviation
        grown = sqrt(own.deviation**2 + periods * own.volatility**2)
        return _Inside(own.rating, max(own.deviation, min(grown, most)), own.volatility).outside()

    def explain(self, before: Mapping[Player, Rating], games: Sequence[Game[Player]], player: Player) -> "Explanation":
        """How the rating of somebody who has played in this period came about."""
        of_player = results(games)
        inside = {each: _Inside.of(before.get(each, self.start)) for each in of_player}
        own, found = inside[player], of_player[player]
        terms = tuple(_Term.of(own, inside[result.opponent], result) for result in found)
        variance, improvement = _estimates(terms)
        after = self._rated(own, found, inside).outside()
        return Explanation(own.outside(), after, variance, improvement, tuple(term.expected for term in terms))

    def _rated(self, own: "_Inside", found: Sequence[Result[Player]], others: Mapping[Player, "_Inside"]) -> "_Inside":
        terms = [_Term.of(own, others[result.opponent], result) for result in found]
        variance, improvement = _estimates(terms)  # steps 3 and 4
        volatility = self._volatility(own, variance, improvement)  # step 5
        spread = own.deviation**2 + volatility**2  # step 6
        deviation = 1 / sqrt(1 / spread + 1 / variance)  # step 7
        return _Inside(own.rating + deviation**2 * improvement / variance, deviation, volatility)

    def _volatility(self, own: "_Inside", variance: float, improvement: float) -> float:
        """Step 5: where the paper's function f is zero, by regula falsi with the Illinois rule, which always ends."""
        a, deviation, squared = log(own.volatility**2), own.deviation**2, improvement**2

        def f(x: float) -> float:
            grown = exp(min(x, _FARTHEST))
            spread = deviation + variance + grown
            return grown * (squared - spread) / (2 * spread**2) - (x - a) / self.tau**2

        low, high = a, a - self.tau
        if squared > deviation + variance:
            high = log(squared - deviation - variance)
        else:
            while f(high) < 0:
                high -= self.tau
        at_low, at_high = f(low), f(high)
        while abs(high - low) > CONVERGED:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = f(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        return exp(low / 2)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A change of a rating: `variance` (the paper's v, on its own scale) is how much the results alone leave open,
    `improvement` (its delta) what they alone say of the rating, `expected` the score expected of each."""

    before: Rating
    after: Rating
    variance: float
    improvement: float
    expected: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Inside:
    """A rating on the paper's scale (step 2)."""

    rating: float
    deviation: float
    volatility: float

    @classmethod
    def of(cls, rating: Rating) -> "_Inside":
        if rating.deviation is None or rating.volatility is None:
            raise ValueError("a rating in Glicko-2 has a deviation and a volatility")
        return cls((rating.rating - CENTRE) / SCALE, rating.deviation / SCALE, rating.volatility)

    def outside(self) -> Rating:
        return Rating(self.rating * SCALE + CENTRE, self.deviation * SCALE, self.volatility)


@dataclass(frozen=True, slots=True)
class _Term:
    """What one result adds to the two sums of steps 3 and 4."""

    expected: float
    information: float
    surprise: float

    @classmethod
    def of(cls, own: _Inside, other: _Inside, result: Result[Player]) -> "_Term":
        g = 1 / sqrt(1 + 3 * other.deviation**2 / pi**2)
        expected = 1 / (1 + exp(min(-g * (own.rating - other.rating), _FARTHEST)))
        information = result.weight * g * g * expected * (1 - expected)
        return cls(expected, information, result.weight * g * (result.score - expected))


def _estimates(terms: Sequence[_Term]) -> tuple[float, float]:
    """Steps 3 and 4: the estimated variance of the rating by the results alone, and the estimated improvement."""
    variance = 1 / fsum(term.information for term in terms)
    return variance, variance * fsum(term.surprise for term in terms)
