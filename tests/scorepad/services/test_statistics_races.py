"""Jobs that race with each other, with recorders, with merges, and with their own end: what is stale is found again."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from scorepad.celery import app
from scorepad.models import MarrakeshFacts, MarrakeshTotals, Match, Player, Stale
from scorepad.refusals import Busy
from scorepad.selectors.facts import Found
from scorepad.services import erasing, statistics, verifying
from scorepad.services.merging import merge
from scorepad.services.nudges import nudge
from scorepad.services.players import create_player
from scorepad.services.statistics import Finder, refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.killing import children_of, holder, wait, waiters
from tests.scorepad.services.test_races import at_once
from tests.scorepad.services.test_statistics import COMPLETE, POINTS, patch, say, stale, totals, up_to_date

pytestmark = pytest.mark.django_db(transaction=True)

SWEEP = "scorepad.tasks.statistics.sweep"


def amid(happens: Callable[[], Any], *, at: int = 1) -> Finder:
    """Facts found here, and something that happens once a batch was read and before its facts are written."""

    def finder(batches: Iterable[Sequence[UUID]]) -> Iterator[Found]:
        nonlocal at
        for matches in batches:
            found = statistics.find(matches)
            at -= 1
            if at == 0:
                happens()
            yield found

    return finder


def in_order() -> None:
    """Nothing is stale, and all is as a rebuild would make it."""
    assert Stale.objects.count() == 0
    assert list(verifying.problems_of_facts(list(Match.objects.all()))) == []
    assert list(verifying.problems_of_all()) == []


@contextmanager
def beside(call: Callable[[], Any]) -> Iterator[Future[Any]]:
    """A call on a connection of its own, and what comes of it."""

    def run() -> Any:
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(run)


def test_jobs_that_come_at_once_do_all_of_it_once(circle: Circle) -> None:
    for _ in range(6):
        circle.match(rounds=COMPLETE)
    done = at_once([lambda: up_to_date(circle)] * 3)
    assert sum(done) == 6 + 2
    assert totals()["Ann"].matches == 6
    in_order()


def test_jobs_of_two_clubs_do_not_wait_for_each_other(circle: Circle, make_circle: Callable[..., Circle]) -> None:
    other = make_circle("saturday")
    for each in (circle, other):
        each.match(rounds=COMPLETE)
    job = refresh(club_id=circle.club.pk)
    next(job)
    with beside(lambda: sum(refresh(club_id=other.club.pk, patience=0))) as theirs:
        assert theirs.result() == 1 + 2
    assert sum(job) == 2
    in_order()


def test_a_match_amended_after_it_was_read_stays_stale(circle: Circle) -> None:
    played = circle.match(rounds=COMPLETE)
    amended = patch("/rounds/0", {"points": {"red": 6, "white": 0}})
    job = refresh(club_id=circle.club.pk, finder=amid(lambda: say(circle, played, "amend", amended)))
    assert next(job) == 1
    assert set(MarrakeshFacts.objects.values_list("best_round", flat=True)) == {3, 1}  # as it was read
    assert stale() == [played.pk]
    assert next(job) == 1  # the very job comes by again
    assert stale() == []
    list(job)
    assert (totals()["Ann"].points, totals()["Ann"].best_round) == (39, 6)
    in_order()


def test_a_match_voided_after_it_was_read_counts_nowhere_in_the_end(circle: Circle) -> None:
    played, _other = circle.match(rounds=COMPLETE), circle.match(rounds=COMPLETE)
    list(refresh(club_id=circle.club.pk, finder=amid(lambda: say(circle, played, "void", {}))))
    assert totals()["Ann"].matches == 1
    in_order()


def test_what_happens_to_one_batch_while_another_is_read(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The batches overtake each other: the second is read, then the first match changes, then the first is written."""
    monkeypatch.setattr(statistics, "AT_A_TIME", 1)
    first, second = circle.match(rounds=COMPLETE), circle.match(rounds=COMPLETE)

    def finder(batches: Iterable[Sequence[UUID]]) -> Iterator[Found]:
        both = [statistics.find(matches) for matches in batches]
        if Match.objects.get(pk=first.pk).version == 1:
            say(circle, first, "amend", patch("/rounds/0", {"points": {"red": 6, "white": 0}}))
            say(circle, second, "void", {})
        yield from both

    list(refresh(club_id=circle.club.pk, finder=finder))
    assert (totals()["Ann"].matches, totals()["Ann"].points) == (1, 39)
    in_order()


def test_a_mark_that_is_stored_late_is_found_behind_those_that_were_read(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever draws his number first may commit last."""
    monkeypatch.setattr(statistics, "AT_A_TIME", 1)
    slow, quick = circle.match(rounds=COMPLETE), circle.match(rounds=COMPLETE)
    up_to_date(circle)
    with holder() as other:
        other.execute("UPDATE scorepad_match SET void = true WHERE id = %s", [slow.pk])
        other.execute("INSERT INTO scorepad_stale (club_id, match_id) VALUES (%s, %s)", [circle.club.pk, slow.pk])
        say(circle, quick, "amend", patch("/rounds/0", {"points": {"red": 6, "white": 0}}))
        (number,) = Stale.objects.values_list("pk", flat=True)
        done = list(refresh(club_id=circle.club.pk, finder=amid(other.commit)))
        late = other.execute("SELECT currval('scorepad_stale_id_seq')").fetchone()[0]
    assert late < number
    assert done[:2] == [1, 1]
    assert (totals()["Ann"].matches, totals()["Ann"].points) == (1, 39)
    in_order()


def test_a_merge_while_totals_are_written_has_the_last_word(circle: Circle) -> None:
    bobby: Player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Bobby").obj
    circle.match(rounds=COMPLETE)
    circle.match(rounds=COMPLETE, seats={"red": circle.ann.pk, "white": bobby.pk})
    with holder() as other:
        other.execute("LOCK TABLE scorepad_marrakeshtotals IN SHARE MODE")
        with beside(lambda: up_to_date(circle)) as job:
            # It has read who is who, and waits to write.
            assert wait(lambda: waiters(other) == 1)
            merge(viewer=circle.owner, player_id=bobby.pk, into=circle.bob.pk)
            assert (waiters(other), job.done()) == (1, False)
            other.rollback()
    job.result()
    assert {name: row.matches for name, row in totals().items()} == {"Ann": 2, "Bob": 2}
    in_order()


def test_a_club_erased_while_its_matches_are_counted_leaves_nothing(circle: Circle) -> None:
    circle.match(rounds=COMPLETE)
    erasing.delete_club(viewer=circle.owner, slug=circle.club.slug, confirm=circle.club.slug)
    refused = []

    def erased() -> None:
        """By another job, which finds this one at work when only the rest is left."""
        with beside(lambda: erasing.erase(club_id=circle.club.pk)) as erasure:
            refused.append(erasure.exception())

    list(refresh(club_id=circle.club.pk, finder=amid(erased)))
    assert isinstance(refused[0], Busy)
    assert (Match.objects.count(), MarrakeshFacts.objects.count()) == (0, 2)
    erasing.erase(club_id=circle.club.pk)
    assert (MarrakeshFacts.objects.count(), MarrakeshTotals.objects.count(), Stale.objects.count()) == (0, 0, 0)


def test_recorders_and_jobs_at_once_leave_all_in_order(circle: Circle) -> None:
    """Some finish, void and restore matches while others bring the club up to date, over and over."""
    matches = [circle.match(rounds=[POINTS] * 11) for _ in range(3)]
    stop = threading.Event()

    def record(match: Match) -> None:
        say(circle, match, "round", {"round": 12, **POINTS})
        for _ in range(5):
            say(circle, match, "void", {})
            say(circle, match, "restore", {})

    def jobs() -> int:
        done = 0
        while not stop.is_set():
            with suppress(Busy):  # the other was always quicker to be back
                done += up_to_date(circle)
        return done

    with beside(jobs) as one, beside(jobs) as other:
        at_once([lambda match=match: record(match) for match in matches])  # type: ignore[misc]
        stop.set()
    assert one.result() + other.result() > 0
    up_to_date(circle)
    assert (MarrakeshFacts.objects.count(), totals()["Ann"].matches) == (6, 3)
    in_order()


# -- jobs that are lost ----------------------------------------------------------------------------------------------


def test_a_worker_killed_amid_its_job_leaves_what_the_next_one_needs(worker: Any, circle: Circle) -> None:
    with holder() as other:
        other.execute("LOCK TABLE scorepad_marrakeshtotals IN SHARE MODE")
        circle.match(rounds=COMPLETE)
        assert wait(lambda: waiters(other) == 1)
        # The facts are there, and whose totals they change is marked.
        assert (MarrakeshFacts.objects.count(), Stale.objects.filter(player__isnull=False).count()) == (2, 2)
        (process,) = children_of(worker.pid)
        os.kill(process, signal.SIGKILL)
        assert wait(lambda: children_of(worker.pid) not in ([process], []))
        other.rollback()
    assert Stale.objects.exists() or totals()["Ann"].matches == 1
    nudge(SWEEP)
    assert wait(lambda: not Stale.objects.exists())
    assert totals()["Ann"].matches == 1
    in_order()


def test_what_a_lost_nudge_has_left_is_swept(circle: Circle, request: pytest.FixtureRequest) -> None:
    circle.match(rounds=COMPLETE)
    app.control.purge()  # Redis was flushed
    request.getfixturevalue("worker")
    time.sleep(0.5)
    assert Stale.objects.count() == 1
    nudge(SWEEP)
    assert wait(lambda: not Stale.objects.exists())
    assert totals()["Ann"].matches == 1
    in_order()
