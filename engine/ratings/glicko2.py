"""Glicko-2, by Mark Glickman's paper "Example of the Glicko-2 system" (2013); steps are called by the paper's numbers.

A rating says how strong a player is, its deviation how sure that is, its volatility how steadily he plays. Results make
a rating surer, time makes it less so. Inside, ratings are on the paper's own scale; what goes in and comes out is on
the scale that people know, where a new player has 1500.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import copysign, exp, fsum, inf, log, pi, sqrt

from engine.ratings.games import Game, Player, Rating, meetings, results

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

    def period(self, before: Mapping[Player, Rating], games: Iterable[Game[Player]]) -> dict[Player, Rating]:
        """The ratings after a period of whoever has played in it; the others' grow less sure (`idle`). Whoever has no
        rating before it starts."""
        found = _found(before, self.start, games)
        return {player: self._rated(own) for player, own in found.items()}

    def idle(self, rating: Rating, periods: int) -> Rating:
        """The rating after so many periods without a match: as unsure as a new player's, at most."""
        if periods == 0:
            return rating
        value, deviation, volatility = _known(rating)
        grown = sqrt(deviation**2 + periods * (volatility * SCALE) ** 2)
        return Rating(value, max(deviation, min(grown, _known(self.start)[1])), volatility)

    def explain(self, before: Mapping[Player, Rating], games: Iterable[Game[Player]], player: Player) -> "Explanation":
        """How the rating of somebody who has played in this period came about."""
        found = _found(before, self.start, games)
        own, opponents = found[player], [found[opponent] for opponent, *_ in results(games)[player]]
        variance, surprise = 1 / fsum(own[4]), fsum(own[5])
        after = self._rated(own)
        points = _known(after)[1] ** 2 / SCALE  # that a surprise of one brings
        return Explanation(
            before=before.get(player, self.start),
            after=after,
            expected=tuple(_expected(own, opponent) for opponent in opponents),
            gains=tuple(points * each for each in own[-1]),
            trusts=tuple(opponent[3] for opponent in opponents),
            variance=variance,
            improvement=variance * surprise,
        )

    def _rated(self, own: "_Inside") -> Rating:
        rating, deviation, before, _trust, informations, surprises = own
        variance, surprise = 1 / fsum(informations), fsum(surprises)  # steps 3 and 4
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
        x, change = a, inf  # the last step squared, which is about how far it has missed by
        while change > CONVERGED:
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
            step = -height / slope if slope < 0 else inf
            if step * step > change / 4 or not low <= x + step <= high:
                step = (low + high) / 2 - x
            change = step * step
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


# A player of a period. On the paper's scale (step 2) his rating, deviation and volatility before it; how much a result
# against him says, whose own rating is not sure either (the paper's g); and what each of his results adds to the sums
# of steps 3 and 4: how much it says, and by how much it surprises. One is the inverse of the variance, the other times
# the variance the improvement.
_Inside = tuple[float, float, float, float, list[float], list[float]]


def _found(before: Mapping[Player, Rating], start: Rating, games: Iterable[Game[Player]]) -> dict[Player, _Inside]:
    """Everybody who has played in a period. Most of the work is here, so `_expected` is written out."""
    found = _Players(before, start)
    for one, other, score, weight, _margin in meetings(games):
        rating, _, _, trust, informations, surprises = found[one]
        others_rating, _, _, others_trust, others_informations, others_surprises = found[other]
        ahead = rating - others_rating
        if not -FARTHEST < ahead < FARTHEST:
            ahead = copysign(FARTHEST, ahead)
        expected = 1 / (1 + exp(-others_trust * ahead))
        weighted = weight * others_trust
        informations.append(weighted * others_trust * expected * (1 - expected))
        surprises.append(weighted * (score - expected))
        expected = 1 / (1 + exp(trust * ahead))
        weighted = weight * trust
        others_informations.append(weighted * trust * expected * (1 - expected))
        others_surprises.append(weighted * (1 - score - expected))
    return found


class _Players(dict[Player, _Inside]):
    """Players who are there as soon as they are asked for."""

    def __init__(self, before: Mapping[Player, Rating], start: Rating) -> None:
        self.before, self.start = before, start

    def __missing__(self, player: Player) -> _Inside:
        rating, deviation, volatility = _known(self.before.get(player, self.start))
        deviation /= SCALE
        trust = 1 / sqrt(1 + 3 * deviation * deviation / PI_SQUARED)
        made: _Inside = (rating - CENTRE) / SCALE, deviation, volatility, trust, [], []
        self[player] = made
        return made


def _known(given: Rating) -> tuple[float, float, float]:
    rating, deviation, volatility = given
    if deviation is None or volatility is None:
        raise ValueError("a rating in Glicko-2 has a deviation and a volatility")
    return rating, deviation, volatility


def _expected(own: _Inside, other: _Inside) -> float:
    """The score expected of a player against another."""
    ahead = max(-FARTHEST, min(own[0] - other[0], FARTHEST))
    return 1 / (1 + exp(-other[3] * ahead))
