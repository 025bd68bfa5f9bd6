"""What the facts of a match cost beside its replay; what a filter costs a player; and how all players' statistics from
facts compare with the same query over the tricks themselves.

2 000 matches of the seeded generator, in a club where one player sits in every second of them; for the last measure
they become 100 000 by other ids and other players. Whatever is compared is timed in turn, several times over, and the
best time of each counts.

    python -m tests.bench.bench_statistics
"""

import gc
import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from uuid import UUID

from tqdm import tqdm

from engine.marrakesh import replay
from tests.bench import tricks_in_parquet
from tests.bench.club import EVENING, BenchClub, Json, founded, record, server

MATCHES = 2_000
PLAYERS = 200
COPIES = 50
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
        measure_all_players(club)


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
    def replays() -> None:
        for each in records:
            replay(each)

    gc.collect()
    gc.freeze()  # a rebuild does not hold thousands of records, which the garbage collector would walk over
    best = in_turn({"replay": replays, "facts": lambda: walk(MATCHES)}, times=2)
    gc.unfreeze()
    for name, what in {"replay": "bare", "facts": "rows read, facts found"}.items():
        print(f"{name:13} {best[name] / MATCHES * 1e3:6.2f} ms a match  ({MATCHES} matches, {what})")
    print(f"ratio         {best['facts'] / best['replay']:6.2f}")


def walk(matches: int) -> None:
    from scorepad.services.statistics import find

    for start in range(0, matches, AT_A_TIME):
        find([UUID(int=seed + 1) for seed in range(start, min(start + AT_A_TIME, matches))])


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
    walk(1)
    before = memory("VmRSS")
    walk(matches)
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


# -- all players --------------------------------------------------------------------------------------------------


def measure_all_players(club: BenchClub) -> None:
    from django.db import connection

    from scorepad.games import GAMES
    from scorepad.selectors.filters import of_club
    from scorepad.selectors.tallies import tallied
    from tests.bench import copies

    game = GAMES["marrakesh"]
    with TemporaryDirectory() as folder:
        tricks, rows = write_tricks(Path(folder))
        copies.multiply(game, copies=COPIES, players=PLAYERS)
        with connection.cursor() as cursor:  # as many processes as DuckDB has threads
            cursor.execute(f"SET max_parallel_workers_per_gather = {tricks_in_parquet.THREADS - 1}")
        from_tricks = tricks_in_parquet.AllPlayers(tricks)
        named = only(game, next(iter(from_tricks().values())))
        require_the_same(tallied(named, of_club(club.club.pk)), named.rules.facts.keys, from_tricks())
        best = in_turn(
            {
                "DuckDB": from_tricks,
                "PostgreSQL": lambda: tallied(named, of_club(club.club.pk)),
                "all facts": lambda: tallied(game, of_club(club.club.pk)),
            }
        )
    width, all_width = len(named.rules.facts.keys), len(game.rules.facts.keys)
    print(f'"all players" of {MATCHES * COPIES} matches, {PLAYERS} players, {width} figures of each:')
    print(f"DuckDB        {best['DuckDB'] * 1e3:6.0f} ms  ({rows} tricks in Parquet, 2 threads, warm)")
    print(
        f"PostgreSQL    {best['PostgreSQL'] * 1e3:6.0f} ms  ({2 * MATCHES * COPIES} rows of facts, 2 processes, warm)"
    )
    print(f"all facts     {best['all facts'] * 1e3:6.0f} ms  (the same, all {all_width} facts)")
    print(
        f"ratio         {best['DuckDB'] / best['PostgreSQL']:6.2f}, all facts {best['DuckDB'] / best['all facts']:.2f}"
    )


def write_tricks(folder: Path) -> tuple[Path, int]:
    from django.db import connection

    from tests.bench import copies

    copies.number()
    with (
        (folder / "tricks.csv").open("wb") as file,
        connection.cursor() as cursor,
        cursor.copy(tricks_in_parquet.TRICKS) as copy,
    ):
        for part in copy:
            file.write(part)
    tricks = folder / "tricks.parquet"
    rows = tricks_in_parquet.write(folder / "tricks.csv", tricks, copies=COPIES, matches=MATCHES, players=PLAYERS)
    return tricks, rows


def only(game: Any, keys: Mapping[str, int]) -> Any:
    """The game as if it had declared these facts alone, so that the selectors ask for no others."""
    facts = game.rules.facts
    declared = tuple(fact for fact in facts.declared if fact.key in keys)
    return replace(game, rules=replace(game.rules, facts=replace(facts, declared=declared)))


def require_the_same(
    from_facts: Mapping[UUID, Sequence[int]], keys: Sequence[str], from_tricks: Mapping[int, Mapping[str, int]]
) -> None:
    from tests.bench import copies

    numbers = copies.numbers()
    told = {numbers[player]: dict(zip(keys, values, strict=True)) for player, values in from_facts.items()}
    if told != from_tricks:
        raise SystemExit("PostgreSQL and DuckDB do not say the same of all players: nothing to compare.")


# -- timing -------------------------------------------------------------------------------------------------------


def in_turn(ways: Mapping[str, Callable[[], object]], times: int = 3) -> dict[str, float]:
    """The best time of each way, each tried once before and then in turn with the others."""
    best = dict.fromkeys(ways, float("inf"))
    for attempt in range(times + 1):
        for name, way in ways.items():
            start = perf_counter()
            way()
            if attempt:
                best[name] = min(best[name], perf_counter() - start)
    return best


if __name__ == "__main__":
    main()
