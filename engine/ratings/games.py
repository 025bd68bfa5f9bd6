"""A match as raters see it: who was placed where, how much it weighs, by what margin it was won.

A match of more than two seats is rated as a match of each against each, and all of them together weigh as much for
each player as one against a single opponent does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
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


# Two who have met: the one, the other; 1 when the one won, 0.5 for a draw, 0 when he lost; the weight; the margin.
# There are hundreds of thousands of them in a ladder that is rebuilt, so they are made as cheaply as can be.
Meeting = tuple[Player, Player, float, float, float]
# The same as one of them sees it: his opponent, his score, the weight, the margin.
Result = tuple[Player, float, float, float]


def meetings(games: Iterable[Game[Player]]) -> Iterator[Meeting[Player]]:
    """Each with each of every game, in the order of the games."""
    for ranks, weight, margin in games:
        if len(ranks) < 2:
            raise ValueError("a match has two players or more")
        if not 0 < weight < inf or not 0 <= margin < inf:
            raise ValueError("a weight is more than nothing, and a margin not less")
        share = weight / (len(ranks) - 1)
        pairs = combinations(ranks.items(), 2) if len(ranks) > 2 else (ranks.items(),)
        for (one, own), (other, others) in pairs:
            yield one, other, 0.5 if own == others else 1.0 if own < others else 0.0, share, margin


def results(games: Iterable[Game[Player]]) -> dict[Player, list[Result[Player]]]:
    """By player all his results, in the order of the games."""
    found: defaultdict[Player, list[Result[Player]]] = defaultdict(list)
    for one, other, score, weight, margin in meetings(games):
        found[one].append((other, score, weight, margin))
        found[other].append((one, 1.0 - score, weight, margin))
    return found
