"""What the facts of a match cost beside its replay; what a filter costs a player; and how all players' statistics from
facts compare with the same query over the tricks themselves.

2 000 matches of the seeded generator, in a club where one player sits in every second of them; for the last measure
they become 100 000 by other ids and other players. Whatever is compared is timed in turn, several times over, and the
best time of each counts.

    python -m tests.bench.bench_statistics
"""

import gc
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from tqdm import tqdm

from engine.marrakesh import replay
from tests.bench import all_players
from tests.bench.club import EVENING, BenchClub, Json, founded, record, server
from tests.bench.timing import in_turn

MATCHES = 2_000
PLAYERS = 200
FEW = 400
AT_A_TIME = 200
EVENINGS = 250
MEGABYTE = 1024  # kilobytes


def main() -> None:
    with ProcessPoolExecutor() as pool:  # before there is a connection that would be shared
        generated = pool.map(record, range(MATCHES), chunksize=10)
        records = list(tqdm(generated, "generate", MATCHES, unit="match", leave=False))
    with server():
        club = founded(PLAYERS)
        store(club, records)
        measure_facts(records)
        measure_memory()
        refresh(club)
        measure_filters(club)
        all_players.measure(club, matches=MATCHES)


def store(club: BenchClub, records: Sequence[Json]) -> None:
    """The first player sits in every second match, the others by lot, on some evenings of the year before."""
    from django.db import connection, transaction

    from scorepad.services.copying import copy_new

    rng = Random(0)
    first, *others = club.players
    for start in tqdm(range(0, MATCHES, AT_A_TIME), "store", leave=False):
        created = []
        for seed, one in enumerate(records[start : start + AT_A_TIME], start):
            seated = rng.sample(others, 2) if seed % 2 else [first, rng.choice(others)]
            evening = EVENING - timedelta(days=rng.randrange(EVENINGS))
            created.append(club.history(seed, one, dict(zip(("red", "white"), seated, strict=True)), evening))
        with transaction.atomic():
            copy_new(created)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # the server of a test run has nobody who would do it


def refresh(club: BenchClub) -> None:
    from scorepad.services.statistics import refresh

    with tqdm(desc="count", unit="row", leave=False) as progress:
        for done in refresh(club_id=club.club.pk):
            progress.update(done)


# -- facts beside replay ------------------------------------------------------------------------------------------


def measure_facts(records: Sequence[Json]) -> None:
    """Batch by batch, each replayed and counted in turn; the best times of all batches are added up."""
    ways: dict[tuple[str, int], Callable[[], object]] = {}
    for start in range(0, MATCHES, AT_A_TIME):
        ways["replay", start] = partial(replay_all, records[start : start + AT_A_TIME])
        ways["facts", start] = partial(walk, start, start + AT_A_TIME)
    gc.collect()
    gc.freeze()  # a rebuild does not hold thousands of records, which the garbage collector would walk over
    best = in_turn(ways)
    gc.unfreeze()
    replayed, counted = (sum(best[way] for way in ways if way[0] == name) for name in ("replay", "facts"))
    print(f"replay        {replayed / MATCHES * 1e3:6.2f} ms a match  ({MATCHES} matches, bare)")
    print(f"facts         {counted / MATCHES * 1e3:6.2f} ms a match  (their rows read, their facts found)")
    print(f"ratio         {counted / replayed:6.2f}")


def replay_all(records: Sequence[Json]) -> None:
    for each in records:
        replay(each)


def walk(start: int, end: int) -> None:
    from scorepad.services.statistics import find

    for first in range(start, end, AT_A_TIME):
        find([UUID(int=seed + 1) for seed in range(first, min(first + AT_A_TIME, end))])


def measure_memory() -> None:
    """Each walk in a process of its own, so that none finds room that another has left."""
    with multiprocessing.get_context("spawn").Pool(1, django_here, maxtasksperchild=1) as pool:
        few, many = (pool.apply(growth, (matches,)) for matches in (FEW, MATCHES))
    print(f"memory        {many / few:6.2f} times as much grown over {MATCHES} matches as over {FEW}", end="  ")
    print(f"(+{many / MEGABYTE:.0f} and +{few / MEGABYTE:.0f} MB)")


def django_here() -> None:
    import django

    django.setup()


def growth(matches: int) -> int:
    """By how many kilobytes the most memory this process had while it walked is more than it had before."""
    walk(0, 1)
    before = memory("VmRSS")
    walk(0, matches)
    return memory("VmHWM") - before


def memory(which: str) -> int:
    """The kernel's own word; getrusage would give the most that the process had from which this one came."""
    for line in Path("/proc/self/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == which:
            return int(value.split()[0])
    raise LookupError(which)


# -- a player under filters ---------------------------------------------------------------------------------------


def measure_filters(club: BenchClub) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from scorepad.selectors.filters import Filters
    from scorepad.selectors.statistics import player_statistics

    first, second = club.players[:2]
    asked = {
        "no filter": Filters(),
        "as leader": Filters(role="leader"),
        "half a year": Filters(start=(EVENING - timedelta(days=180)).date(), end=EVENING.date()),
        "one opponent": Filters(opponent=second.pk),
        "grade": Filters(grade="tricks"),
    }

    def ask(filters: Any) -> Callable[[], object]:
        return lambda: player_statistics(viewer=club.viewer, game="marrakesh", player_id=first.pk, filters=filters)

    best = in_turn({name: ask(filters) for name, filters in asked.items()})
    print(f"a player of {MATCHES // 2} matches, in a club of {MATCHES}:")
    for name, filters in asked.items():
        with CaptureQueriesContext(connection) as queries:
            ask(filters)()
        count = sum(query["sql"].startswith(("SELECT", "WITH")) for query in queries.captured_queries)
        ratio = best[name] / best["no filter"]
        print(f"{name:13} {best[name] * 1e3:6.1f} ms, {ratio:.2f} times no filter, {count} queries")


if __name__ == "__main__":
    main()
