"""A match as raters see it: who was placed where, how much it weighs, by what margin it was won.

A match of more than two seats is rated as a match of each against each, and all of them together weigh as much for
each player as one against a single opponent does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, NamedTuple, TypeVar

Player = TypeVar("Player")


class Rating(NamedTuple):
    """`deviation` and `volatility` are None in a system that knows none."""

    rating: float
    deviation: float | None = None
    volatility: float | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[Player]):
    """`ranks` are places, the best first place 1, shared when equal. `weight` is 1 for a match of ordinary length.
    `margin` is by how many points the winner of two was ahead."""

    ranks: Mapping[Player, int]
    weight: float = 1.0
    margin: float = 0.0

    def __post_init__(self) -> None:
        if len(self.ranks) < 2:
            raise ValueError("a match has two players or more")
        if not 0 < self.weight < inf or not 0 <= self.margin < inf:
            raise ValueError("a weight is more than nothing, and a margin not less")


class Result(NamedTuple, Generic[Player]):
    """One player against one other: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Player
    score: float
    weight: float
    margin: float


def results(games: Sequence[Game[Player]]) -> dict[Player, list[Result[Player]]]:
    """By player all results, in the order of the games."""
    found: dict[Player, list[Result[Player]]] = {}
    for game in games:
        for player, result in _of_game(game):
            found.setdefault(player, []).append(result)
    return found


def _of_game(game: Game[Player]) -> Iterator[tuple[Player, Result[Player]]]:
    weight = game.weight / (len(game.ranks) - 1)
    for player, rank in game.ranks.items():
        for opponent, other in game.ranks.items():
            if opponent != player:
                score = 0.5 if rank == other else float(rank < other)
                yield player, Result(opponent, score, weight, game.margin)
