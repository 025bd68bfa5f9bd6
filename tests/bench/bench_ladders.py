"""Ladders that never drift, at size: a correction of the first match of a season, and corrections without end.

A season of 2 000 matches is stored, its ladder rebuilt, and its first match corrected: that takes one job, and as long
as a rebuild. Then the demo club: 500 corrections at random, while others read its standings and a job brings its
ladders up to date; in the end `verify_ladders` has nothing to say.

    python -m tests.bench.bench_ladders
"""

import os
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from time import perf_counter, sleep
from typing import Any
from uuid import UUID, uuid4

import django

from tests.servers import test_servers

SEASON, PLAYERS, WEEKS = 2_000, 40, 40
CORRECTIONS, READERS = 500, 2
START = datetime.fromisoformat("2025-09-01T19:30:00+02:00")


def main() -> None:
    with test_servers() as environment:
        os.environ.update(environment, DJANGO_SETTINGS_MODULE="scorepad.settings")
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        try:
            correct_the_first_match_of_a_season()
            correct_a_demo_club()
        finally:
            connection.close()


# -- a season ---------------------------------------------------------------------------------------------------------


def correct_the_first_match_of_a_season() -> None:
    from scorepad.celery import app
    from scorepad.services.ladders import create_ladder
    from scorepad.services.rating import rebuild, refresh

    viewer, club, first = season()
    ladder = create_ladder(viewer=viewer, club_slug=club.slug, game="marrakesh", name="All", system="glicko2").obj
    list(refresh(club_id=club.pk))
    whole = timed(lambda: list(rebuild(ladders=[ladder])))
    app.control.purge()
    corrected = timed(lambda: void(viewer, first))
    jobs = app.control.purge()
    done: list[UUID] = []
    again = timed(lambda: done.extend(refresh(club_id=club.pk)))
    print(f"a rebuild     {whole:6.2f} s           ({SEASON} matches of {PLAYERS} players in {WEEKS} weeks)")
    print(f"a correction  {corrected:6.2f} s           (of the first match; {jobs} jobs are sent, one to the ladders)")
    print(f"its job       {again:6.2f} s           (recalculates {len(done)} ladder once)")


def season() -> tuple[Any, Any, UUID]:
    """Whoever keeps the club, the club, and its first match."""
    from django.db import transaction
    from django.utils import timezone

    from scorepad.models import User
    from scorepad.selectors.access import Viewer
    from scorepad.services.clubs import create_club
    from scorepad.services.copying import copy_new
    from scorepad.services.matches import begun
    from scorepad.services.planning import By
    from scorepad.services.players import create_player

    rng = Random(1978)
    user = User.objects.create_user("bench")
    viewer = Viewer.of_session(user)
    club = create_club(viewer=viewer, slug="bench", name="Bench").obj
    players = [
        create_player(viewer=viewer, club_slug=club.slug, name=f"Player {number}").obj for number in range(PLAYERS)
    ]
    by = By(user.pk, user.username, None, timezone.now())
    histories = []
    for number in range(SEASON):
        red, white = rng.sample(players, 2)
        played_at = START + timedelta(weeks=number * WEEKS // SEASON)
        points = rng.choice([{"red": 3, "white": 0}, {"red": 0, "white": 3}])
        data = {"club": str(club.pk), "game": "marrakesh", "played_at": played_at.isoformat(), "rated": True}
        data |= {
            "table": "",
            "seats": {"red": str(red.pk), "white": str(white.pk)},
            "rounds": [{"points": points}] * 12,
        }
        histories.append((club, begun(by=by, match_id=UUID(int=number + 1), data=data)))
    with transaction.atomic():
        copy_new(histories)
    return viewer, club, UUID(int=1)


def void(viewer: Any, match_id: UUID) -> None:
    say(viewer, match_id, "void", {})


def say(viewer: Any, match_id: UUID, kind: str, data: dict[str, Any]) -> None:
    from scorepad.models import Match
    from scorepad.services.entries import enter

    version = Match.objects.values_list("version", flat=True).get(pk=match_id)
    entry = {"id": str(uuid4()), "kind": kind, "base_version": version, "data": data}
    if kind != "undo":
        entry["reason"] = "so it was"
    enter(viewer=viewer, match_id=match_id, entry=entry)


# -- the demo club ----------------------------------------------------------------------------------------------------


def correct_a_demo_club() -> None:
    """Corrections on this connection, and beside it readers and a job, each on one of its own."""
    from django.core.management import call_command

    from scorepad.demo import seed
    from scorepad.models import Club, Ladder, Match, StaleEvening, User
    from scorepad.selectors.access import Viewer
    from scorepad.selectors.standings import standings
    from scorepad.services.rating import refresh

    erase_all()
    seed.seed_if_empty(password=str(uuid4()), say=lambda said: None)
    club = Club.objects.get(slug=seed.demo.SLUG)
    viewer = Viewer.of_session(User.objects.get(username=seed.USER))
    ladders = list(Ladder.objects.filter(club=club))
    list(refresh(club_id=club.pk))
    done = threading.Event()
    reads, jobs = [0] * READERS, [0]

    def read(reader: int) -> None:
        while not done.is_set():
            for ladder in ladders:
                standings(viewer=viewer, ladder_id=ladder.pk)
                reads[reader] += 1

    def bring_up_to_date() -> None:
        while not done.is_set():
            jobs[0] += len(list(refresh(club_id=club.pk)))
            sleep(0.05)

    work = [threading.Thread(target=closing(read), args=(reader,)) for reader in range(READERS)]
    work.append(threading.Thread(target=closing(bring_up_to_date)))
    for thread in work:
        thread.start()
    try:
        taken = timed(lambda: correct_at_random(viewer, list(Match.objects.filter(club=club).order_by("played_at"))))
    finally:
        done.set()
        for thread in work:
            thread.join()
    list(refresh(club_id=club.pk))
    assert not StaleEvening.objects.filter(club=club).exists()
    print(f"corrections   {CORRECTIONS / taken:6.1f} a second    ({CORRECTIONS} of the demo club, meanwhile", end=" ")
    print(f"{sum(reads)} standings read and {jobs[0]} ladders recalculated)")
    call_command("verify_ladders", verbosity=0)


def correct_at_random(viewer: Any, matches: list[Any]) -> None:
    from scorepad.refusals import Refused

    rng, made = Random(1978), 0
    while made < CORRECTIONS:
        match = rng.choice(matches)
        moved = match.played_at + timedelta(days=rng.randrange(-60, 60))
        kind, data = rng.choice(
            [
                ("void", {}),
                ("restore", {}),
                ("undo", {}),
                ("amend", {"patch": [{"op": "replace", "path": "/played_at", "value": moved.isoformat()}]}),
                ("amend", {"patch": [{"op": "remove", "path": "/rounds/11"}]}),
                ("amend", {"rated": rng.choice([True, False])}),
            ]
        )
        try:
            say(viewer, match.pk, kind, data)
        except Refused:
            continue  # a match that is void already, say
        made += 1


def erase_all() -> None:
    from scorepad.models import Club, User
    from scorepad.selectors.access import Viewer
    from scorepad.services.erasing import delete_club, erase

    viewer = Viewer.of_session(User.objects.get(username="bench"))
    for club in Club.objects.all():
        delete_club(viewer=viewer, slug=club.slug, confirm=club.slug)
        erase(club_id=club.pk)


def closing(work: Callable[..., None]) -> Callable[..., None]:
    from django.db import connection

    def run(*given: Any) -> None:
        try:
            work(*given)
        finally:
            connection.close()

    return run


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


if __name__ == "__main__":
    main()
