"""Ratings beside the package glicko2: the same 100 000 matches of 2 000 players, period after period.

A year of weeks, a year of months, and all in one period. Both are given who beat whom, week by week, and say what
everybody is rated in the end; both make a player's deviation grow when he does not play. The two are timed in turn,
several times over, by the processor's time, and the best time of each counts.

    python -m tests.bench.bench_ratings
"""

from collections import defaultdict
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import glicko2

from engine.ratings.games import Game, Rating
from engine.ratings.glicko2 import Glicko2

ROUNDS_OF_TIMING = 5
MATCHES = 100_000
PLAYERS = 2_000
PERIODS = {"weeks of a year": 52, "months of a year": 12, "one period": 1}

Won = tuple[int, int]  # the winner and the loser
Periods = list[list[Won]]


def played(periods: int) -> Periods:
    """As often as players of their strengths win against each other."""
    rng = Random(1978)
    strengths = [rng.gauss(1500, 200) for _ in range(PLAYERS)]
    found: Periods = [[] for _ in range(periods)]
    for number in range(MATCHES):
        one, other = rng.sample(range(PLAYERS), 2)
        wins = rng.random() < 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
        found[number * periods // MATCHES].append((one, other) if wins else (other, one))
    return found


def ours(periods: Periods) -> dict[int, Rating]:
    system = Glicko2()
    states: dict[int, tuple[Rating, int]] = {}
    for number, matches in enumerate(periods):
        before = {player: system.idle(rating, number - last - 1) for player, (rating, last) in states.items()}
        after = system.period(before, (Game({winner: 1, loser: 2}) for winner, loser in matches))
        states.update((player, (rating, number)) for player, rating in after.items())
    return {player: system.idle(rating, len(periods) - last - 1) for player, (rating, last) in states.items()}


def theirs(periods: Periods) -> dict[int, Rating]:
    players: dict[int, Any] = {}
    for matches in periods:
        results: dict[int, list[tuple[int, float]]] = defaultdict(list)
        for winner, loser in matches:
            results[winner].append((loser, 1.0))
            results[loser].append((winner, 0.0))
        for player in results.keys() - players.keys():
            players[player] = glicko2.Player()
        before = {player: (one.rating, one.rd) for player, one in players.items()}
        for player, one in players.items():
            if player in results:
                met, scores = zip(*results[player], strict=True)
                one.update_player([before[other][0] for other in met], [before[other][1] for other in met], scores)
            else:
                one.did_not_compete()
    return {player: Rating(one.rating, one.rd, one.vol) for player, one in players.items()}


def timed(work: Callable[[Periods], object], periods: Periods) -> float:
    start = process_time()
    work(periods)
    return process_time() - start


def main() -> None:
    for name, number in PERIODS.items():
        periods = played(number)
        furthest = farthest_apart(ours(periods), theirs(periods))
        runs = [(timed(ours, periods), timed(theirs, periods)) for _ in range(ROUNDS_OF_TIMING)]
        own, other = (min(times) for times in zip(*runs, strict=True))
        print(f"ratings       {own * 1e6 / MATCHES:6.2f} µs a match ({MATCHES} matches of {PLAYERS}, {name})")
        print(f"glicko2       {other * 1e6 / MATCHES:6.2f} µs a match (PyPI; at most {furthest:.2f} points apart)")
        print(f"ratio         {other / own:6.2f}")


def farthest_apart(one: dict[int, Rating], other: dict[int, Rating]) -> float:
    return max(abs(one[player].rating - other[player].rating) for player in one.keys() | other.keys())


if __name__ == "__main__":
    main()
