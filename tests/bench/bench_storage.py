"""Many new matches into the tables three ways: row after row by create(), by bulk inserts, and by COPY.

Whole matches of the seeded generator, trick by trick, on a server of the bench's own; each way stores the same matches
in one transaction that is then taken back, several times over, and the best time of each counts.

    python -m tests.bench.bench_storage
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from tests.bench.club import EVENING, founded, record, server

ROUNDS_OF_TIMING = 3
MATCHES = 50


def main() -> None:
    with server():
        measure()


def measure() -> None:
    from scorepad.services.copying import copy_new
    from scorepad.services.storage import store_new

    created = histories()
    ways = {"create()": create_each, "bulk_create()": store_new, "COPY": copy_new}
    best = {name: min(timed(way, created) for _ in range(ROUNDS_OF_TIMING)) for name, way in ways.items()}
    for name, seconds in best.items():
        print(f"{name:13} {seconds / MATCHES * 1e3:6.2f} ms a match  ({MATCHES} matches, best of {ROUNDS_OF_TIMING})")
    each, bulk = (best[name] / best["COPY"] for name in ("create()", "bulk_create()"))
    print(f"ratio         {each:6.2f} to create(), {bulk:.2f} to bulk_create()")


def histories() -> list[tuple[Any, Any]]:
    """The matches, for a club with two players."""
    club = founded(2)
    seats = dict(zip(("red", "white"), club.players, strict=True))
    return [club.history(seed, record(seed), seats, EVENING) for seed in range(MATCHES)]


def create_each(created: list[tuple[Any, Any]]) -> None:
    from scorepad.services.storage import entry_row, whole_rows

    for rows, history in whole_rows(created):
        hung = [row for of_round in rows.of_round.values() for row in of_round]
        entries = [entry_row(rows.match, line) for line in history.lines]
        for row in (rows.match, *entries, *rows.seats, *rows.rounds):
            row.save(force_insert=True)
        for row in hung:
            row.round = row.round
            row.save(force_insert=True)


def timed(way: Callable[[list[tuple[Any, Any]]], object], created: list[tuple[Any, Any]]) -> float:
    from django.db import transaction

    with transaction.atomic():
        start = perf_counter()
        way(created)
        taken = perf_counter() - start
        transaction.set_rollback(True)
    return taken


if __name__ == "__main__":
    main()
