"""Glicko-2, by Mark Glickman's paper "Example of the Glicko-2 system" (2013); steps are called by the paper's numbers.

A rating says how strong a player is, its deviation how sure that is, its volatility how steadily he plays. Results make
a rating surer, time makes it less so. Inside, ratings are on the paper's own scale; what goes in and comes out is on
the scale that people know, where a new player has 1500.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, exp, fsum, inf, log, pi, sqrt

from engine.ratings.games import Game, Player, Rating, Result, results

SCALE = 173.7178
CENTRE = 1500.0
NEW = Rating(CENTRE, 350.0, 0.06)
CONVERGED = 1e-6
PI_SQUARED = pi * pi
FARTHEST = 30.0  # on the paper's scale; beyond it a float takes what is expected for certain, which says nothing


FORMULA = (
    "μ = (rating − 1500) / 173.7178, φ = deviation / 173.7178, σ = volatility",
    "after k periods without a match: φ = √(φ² + k σ²), at most that of a new player",
    "of each result: g = 1 / √(1 + 3 φ² / π²) by the opponent's φ, expected = 1 / (1 + e^(−g (μ − μ of the opponent)))",
    "v = 1 / Σ weight g² expected (1 − expected), Δ = v Σ weight g (score − expected)",
    "σ′ = e^(x / 2), where e^x (Δ² − φ² − v − e^x) / (2 (φ² + v + e^x)²) = (x − ln σ²) / τ²",
    "φ′ = 1 / √(1 / (φ² + σ′²) + 1 / v)",
    "a result brings 173.7178 φ′² weight g (score − expected) points; rating′ = rating + all of them",
)


@dataclass(frozen=True, slots=True)
class Glicko2:
    """`start` is a new player's rating, `tau` how much volatility may change (the paper: between 0.3 and 1.2)."""

    start: Rating = NEW
    tau: float = 0.5

    def period(self, before: Mapping[Player, Rating], games: Sequence[Game[Player]]) -> dict[Player, Rating]:
        """The ratings after a period of whoever has played in it; the others' grow less sure (`idle`). Whoever has no
        rating before it starts."""
        of_player = results(games)
        inside = {player: _inside(before.get(player, self.start)) for player in of_player}
        return {player: self._rated(inside[player], found, inside) for player, found in of_player.items()}

    def idle(self, rating: Rating, periods: int) -> Rating:
        """The rating after so many periods without a match: as unsure as a new player's, at most."""
        if periods == 0:
            return rating
        value, deviation, volatility = _known(rating)
        grown = sqrt(deviation**2 + periods * (volatility * SCALE) ** 2)
        return Rating(value, max(deviation, min(grown, _known(self.start)[1])), volatility)

    def explain(self, before: Mapping[Player, Rating], games: Sequence[Game[Player]], player: Player) -> "Explanation":
        """How the rating of somebody who has played in this period came about."""
        of_player = results(games)
        inside = {each: _inside(before.get(each, self.start)) for each in of_player}
        own, found = inside[player], of_player[player]
        variance, surprise = _estimates(own, found, inside)
        after = self._rated(own, found, inside)
        chances = tuple(_expected(own, inside[opponent]) for opponent, *_ in found)
        trusts = tuple(inside[opponent][3] for opponent, *_ in found)
        points = _known(after)[1] ** 2 / SCALE  # that a surprise of one brings
        told = zip(found, trusts, chances, strict=True)
        return Explanation(
            before=before.get(player, self.start),
            after=after,
            expected=chances,
            gains=tuple(points * weight * trust * (score - chance) for (_, score, weight, _), trust, chance in told),
            trusts=trusts,
            variance=variance,
            improvement=variance * surprise,
        )

    def _rated(self, own: "_Inside", found: Sequence[Result[Player]], others: Mapping[Player, "_Inside"]) -> Rating:
        rating, deviation, before, _trust = own
        variance, surprise = _estimates(own, found, others)  # steps 3 and 4
        volatility = self._volatility(deviation, before, variance, variance * surprise)  # step 5
        spread = deviation * deviation + volatility * volatility  # step 6
        squared = 1 / (1 / spread + 1 / variance)  # step 7
        return Rating((rating + squared * surprise) * SCALE + CENTRE, sqrt(squared) * SCALE, volatility)

    def _volatility(self, deviation: float, before: float, variance: float, improvement: float) -> float:
        """Step 5: where the paper's function f is zero, by Newton's method, in two or three steps mostly. Where such a
        step would not do, what is left between `low` and `high` is halved, so it always ends."""
        a, tau_squared = 2 * log(before), self.tau * self.tau
        squared, known = improvement * improvement, deviation * deviation + variance
        # The zero lies between a and where the first term of f is zero; where it is not, it is never less than -1/2.
        end = log(squared - known) if squared > known else a - tau_squared / 2
        low, high = (a, end) if a < end else (end, a)
        x, step = a, inf
        while abs(step) > CONVERGED:
            grown = exp(x)
            spread = known + grown
            share = grown / spread
            first = share * (squared - spread) / (2 * spread)
            height = first - (x - a) / tau_squared
            if height > 0:
                low = x
            else:
                high = x
            slope = first * (1 - 2 * share) - share * share / 2 - 1 / tau_squared
            longest = abs(step) / 2
            step = -height / slope if slope < 0 else inf
            if abs(step) > longest or not low <= x + step <= high:
                step = (low + high) / 2 - x
            x += step
        return exp(x / 2)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A change of a rating: `variance` (the paper's v, on its own scale) is how much the results alone leave open,
    `improvement` (its delta) what they alone say of the rating. Of each result the score `expected`, the points that it
    brought, and how much it says against such an opponent (the paper's g)."""

    before: Rating
    after: Rating
    expected: tuple[float, ...]
    gains: tuple[float, ...]
    trusts: tuple[float, ...]
    variance: float
    improvement: float


# A rating on the paper's scale (step 2): rating, deviation, volatility; and how much a result against such a player
# says, whose own rating is not sure either (the paper's g).
_Inside = tuple[float, float, float, float]


def _inside(given: Rating) -> _Inside:
    rating, deviation, volatility = _known(given)
    deviation /= SCALE
    return (rating - CENTRE) / SCALE, deviation, volatility, 1 / sqrt(1 + 3 * deviation * deviation / PI_SQUARED)


def _known(given: Rating) -> tuple[float, float, float]:
    rating, deviation, volatility = given
    if deviation is None or volatility is None:
        raise ValueError("a rating in Glicko-2 has a deviation and a volatility")
    return rating, deviation, volatility


def _expected(own: _Inside, other: _Inside) -> float:
    """The score expected of a player against another."""
    behind = other[3] * (other[0] - own[0])
    return 1 / (1 + exp(max(-FARTHEST, min(behind, FARTHEST))))


def _estimates(own: _Inside, found: Sequence[Result[Player]], others: Mapping[Player, _Inside]) -> tuple[float, float]:
    """Steps 3 and 4: the variance of the rating by the results alone, and by how much they surprise; the one times the
    other is the estimated improvement. This is most of the work, so `_expected` is written out."""
    rating = own[0]
    informations, surprises = [], []
    for opponent, score, weight, _margin in found:
        other, _deviation, _volatility, trust = others[opponent]
        behind = trust * (other - rating)
        odds = exp(behind if -FARTHEST < behind < FARTHEST else copysign(FARTHEST, behind))
        expected = 1 / (1 + odds)
        weighted = weight * trust
        informations.append(weighted * trust * odds * expected * expected)
        surprises.append(weighted * (score - expected))
    return 1 / fsum(informations), fsum(surprises)
