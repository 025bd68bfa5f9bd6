"""Many new matches into the tables three ways: row after row by create(), by bulk inserts, and by COPY.

Whole matches of the seeded generator, trick by trick, on a server of the bench's own; each way stores the same matches
in one transaction that is then taken back, several times over, and the best time of each counts.

    python -m tests.bench.bench_storage
"""

import os
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any
from uuid import UUID

import django

from tests.servers import test_servers

ROUNDS_OF_TIMING = 3
MATCHES = 50
EVENING = "2026-11-29T19:30:00+01:00"


def main() -> None:
    with test_servers() as environment:
        os.environ.update(environment, DJANGO_SETTINGS_MODULE="scorepad.settings")
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        try:
            measure()
        finally:
            connection.close()


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
    from django.utils import timezone

    from scorepad.demo.generator import match
    from scorepad.models import User
    from scorepad.selectors.access import Viewer
    from scorepad.services.clubs import create_club
    from scorepad.services.matches import begun
    from scorepad.services.planning import By
    from scorepad.services.players import create_player

    user = User.objects.create_user("bench")
    viewer = Viewer.of_session(user)
    club = create_club(viewer=viewer, slug="bench", name="Bench").obj
    red, white = (create_player(viewer=viewer, club_slug="bench", name=name).obj for name in ("Ann", "Bob"))
    data = {"club": str(club.pk), "game": "marrakesh", "played_at": EVENING, "rated": True, "table": ""}
    data["seats"] = {"red": str(red.pk), "white": str(white.pk)}
    by = By(user.pk, user.username, None, timezone.now())
    return [
        (club, begun(by=by, match_id=UUID(int=seed + 1), data=data | {"rounds": match(Random(seed))["rounds"]}))
        for seed in range(MATCHES)
    ]


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
