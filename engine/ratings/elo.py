"""Elo: what a player wins or loses is the difference between his score and the one that was expected of him.

Matches of one period are rated together from the ratings before it, so the order in which they were played is nothing.
By choice a wide margin counts for more, and the less so the stronger the winner was already: otherwise strong players
would gain by margins that were to be expected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log

from engine.ratings.games import Game, Player, Rating, Result, results

WIDTH = 400.0  # points of rating that make a player ten times as likely to win
NEW = Rating(1500.0)
_FARTHEST = 300.0  # powers of ten beyond it are beyond what a float holds

FORMULA = (
    "of each result: expected = 1 / (1 + 10^((rating of the opponent − rating) / 400))",
    "m = 1; with a margin scale and a winner: m = 1 + ln(1 + margin / margin scale) · 2 / (1 + 10^(d / 400)),"
    " where d = rating of the winner − rating of the loser",
    "a result brings factor · weight · m · (score − expected) points; rating′ = rating + all of them",
)


@dataclass(frozen=True, slots=True)
class Elo:
    """`factor` (K) is the most that one match of ordinary weight and no margin can move a rating. A margin counts when
    `margin_scale` is given: the factor is multiplied by 1 + log(1 + margin / margin_scale), damped for favourites."""

    start: Rating = NEW
    factor: float = 32.0
    margin_scale: float | None = None

    def period(self, before: Mapping[Player, Rating], games: Sequence[Game[Player]]) -> dict[Player, Rating]:
        """The ratings after a period of whoever has played in it. Whoever has no rating before it starts."""
        of_player = results(games)
        known = {player: before.get(player, self.start).rating for player in of_player}
        return {player: self._rated(known[player], found, known) for player, found in of_player.items()}

    def idle(self, rating: Rating, periods: int) -> Rating:
        """Elo knows no uncertainty: nothing happens."""
        return rating

    def explain(self, before: Mapping[Player, Rating], games: Sequence[Game[Player]], player: Player) -> "Explanation":
        """How the rating of somebody who has played in this period came about."""
        own, found = before.get(player, self.start), results(games)[player]
        known = {opponent: before.get(opponent, self.start).rating for opponent, *_ in found}
        chances = tuple(expected(own.rating, known[opponent]) for opponent, *_ in found)
        gains = tuple(self._gain(own.rating, known[opponent], *told) for opponent, *told in found)
        return Explanation(own, self._rated(own.rating, found, known), chances, gains)

    def _rated(self, own: float, found: Sequence[Result[Player]], others: Mapping[Player, float]) -> Rating:
        return Rating(fsum([own, *(self._gain(own, others[opponent], *told) for opponent, *told in found)]))

    def _gain(self, own: float, other: float, score: float, weight: float, margin: float) -> float:
        return self.factor * weight * self._by_margin(own, other, score, margin) * (score - expected(own, other))

    def _by_margin(self, own: float, other: float, score: float, margin: float) -> float:
        if self.margin_scale is None or score == 0.5:
            return 1.0
        ahead = own - other if score > 0.5 else other - own  # of the winner
        return 1 + log(1 + margin / self.margin_scale) * 2 * expected(-ahead, 0.0)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A change of a rating: the score `expected` in each result, and what each of them brought."""

    before: Rating
    after: Rating
    expected: tuple[float, ...]
    gains: tuple[float, ...]


def expected(own: float, other: float) -> float:
    """The score expected of a player against another."""
    return 1 / (1 + 10 ** min((other - own) / WIDTH, _FARTHEST))
