"""A match as raters see it: who was placed where, how much it weighs, by what margin it was won.

A match of more than two seats is rated as a match of each against each, and all of them together weigh as much for
each player as one against a single opponent does.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from math import inf
from typing import Generic, NamedTuple, TypeVar

Player = TypeVar("Player")


class Rating(NamedTuple):
    """`deviation` and `volatility` are None in a system that knows none."""

    rating: float
    deviation: float | None = None
    volatility: float | None = None


class Game(NamedTuple, Generic[Player]):
    """`ranks` are places, the best first place 1, shared when equal. `weight` is 1 for a match of ordinary length.
    `margin` is by how many points the winner of two was ahead."""

    ranks: Mapping[Player, int]
    weight: float = 1.0
    margin: float = 0.0


# One player against one other: who that is; 1 for a win, 0.5 for a draw, 0 for a loss; the weight; the margin. There
# are hundreds of thousands of them in a ladder that is rebuilt, so they are made as cheaply as can be.
Result = tuple[Player, float, float, float]


def results(games: Sequence[Game[Player]]) -> dict[Player, list[Result[Player]]]:
    """By player all results, in the order of the games."""
    found: defaultdict[Player, list[Result[Player]]] = defaultdict(list)
    for game in games:
        ranks, weight, margin = game
        if not 0 < weight < inf or not 0 <= margin < inf:
            raise ValueError("a weight is more than nothing, and a margin not less")
        if len(ranks) == 2:
            (one, first), (other, second) = ranks.items()
            score = _score(first, second)
            found[one].append((other, score, weight, margin))
            found[other].append((one, 1.0 - score, weight, margin))
        else:
            for player, result in _of_many(game):
                found[player].append(result)
    return found


def _of_many(game: Game[Player]) -> Iterator[tuple[Player, Result[Player]]]:
    if len(game.ranks) < 2:
        raise ValueError("a match has two players or more")
    share = game.weight / (len(game.ranks) - 1)
    for player, opponent in permutations(game.ranks, 2):
        yield player, (opponent, _score(game.ranks[player], game.ranks[opponent]), share, game.margin)


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else 1.0 if own < other else 0.0
