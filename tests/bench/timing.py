"""Ways to do the same, timed beside one another."""

from collections.abc import Callable, Hashable, Mapping
from time import perf_counter
from typing import TypeVar

Way = TypeVar("Way", bound=Hashable)


def in_turn(ways: Mapping[Way, Callable[[], object]], times: int = 3) -> dict[Way, float]:
    """The best time of each way, each tried once before and then in turn with the others."""
    best = dict.fromkeys(ways, float("inf"))
    for attempt in range(times + 1):
        for name, way in ways.items():
            start = perf_counter()
            way()
            if attempt:
                best[name] = min(best[name], perf_counter() - start)
    return best
