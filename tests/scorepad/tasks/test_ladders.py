"""Ladders by real workers: one job for a season, two at once, one that is killed; and nobody who waits for them."""

import os
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.utils import timezone

from scorepad.celery import app
from scorepad.models import Ladder, LadderRating, LedgerCheck, StaleEvening
from scorepad.refusals import Busy
from scorepad.services import rating, verifying_ladders
from scorepad.services.entries import enter
from scorepad.services.nudges import nudge
from scorepad.services.players import create_player
from scorepad.services.rating import refresh
from scorepad.services.verifying_ladders import problems_of
from scorepad.tasks import ladders
from tests.scorepad.conftest import Circle
from tests.scorepad.killing import PATIENCE, children_of, holder, wait, waiters
from tests.scorepad.services.test_races import at_once
from tests.scorepad.services.test_rating import LOST, WON, bring_up_to_date, make, played, ratings
from tests.scorepad.tables import entry

LAST = {"round": 12, "points": {"red": 3, "white": 0}}


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    return make(circle)


def void(circle: Circle, match: Any) -> None:
    match.refresh_from_db()
    given = entry("void", match.version, {}, reason="so it was")
    enter(viewer=circle.owner, match_id=match.pk, entry=given)


def settled() -> bool:
    return not StaleEvening.objects.exists()


# -- by a worker ------------------------------------------------------------------------------------------------------


def test_beat_sends_its_jobs() -> None:
    jobs = {job["task"]: job["schedule"] for job in app.conf.beat_schedule.values()}
    assert jobs["scorepad.tasks.ladders.sweep"] == 60.0
    assert (jobs["scorepad.tasks.ladders.verify_ladders"].hour, len(jobs)) == ({4}, len(app.conf.beat_schedule))
    assert set(jobs) <= set(current_app.tasks)


def test_a_finished_match_is_rated_by_a_worker(worker: Any, circle: Circle, ladder: Ladder) -> None:
    match = played(circle, 0, WON[:11])
    assert settled()
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", match.version, LAST))
    assert wait(lambda: len(ratings(ladder)) == 2)
    assert wait(settled)
    assert list(problems_of(ladder)) == []


def test_what_a_lost_nudge_has_left_is_swept(worker: Any, circle: Circle, ladder: Ladder) -> None:
    match = played(circle, 0)
    assert wait(settled)
    LadderRating.objects.all().delete()
    StaleEvening.objects.create(club=circle.club, game="marrakesh", since=match.played_on)
    nudge("scorepad.tasks.ladders.sweep")
    assert wait(settled)
    assert len(ratings(ladder)) == 2


def test_a_worker_verifies_all_ladders(worker: Any, circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    assert wait(settled)
    LadderRating.objects.filter(player=circle.ann).update(won=7)
    nudge("scorepad.tasks.ladders.verify_ladders")
    assert wait(lambda: LedgerCheck.objects.filter(of="ladders", finished_at__isnull=False).exists())
    (problem,) = LedgerCheck.objects.get().problems
    assert (problem["match"], problem["code"]) == (str(ladder.pk), "rating")
    assert "won 7, should be 1" in problem["detail"]


def test_a_worker_killed_amid_a_ladder_leaves_the_old_ratings_and_another_does_it(
    worker: Any, circle: Circle, ladder: Ladder
) -> None:
    first = played(circle, 0)
    played(circle, 7)
    assert wait(settled)
    before = ratings(ladder)
    with holder() as other:
        other.execute("LOCK TABLE scorepad_ladderrating IN SHARE MODE")
        void(circle, first)
        assert wait(lambda: waiters(other) == 1)
        (process,) = children_of(worker.pid)
        os.kill(process, signal.SIGKILL)
        assert wait(lambda: children_of(worker.pid) not in ([process], []))
        assert ratings(ladder) == before
        other.rollback()
    assert wait(settled)
    assert ratings(ladder) != before
    assert list(problems_of(ladder)) == []


@pytest.mark.django_db(transaction=True)
def test_correcting_the_first_match_of_a_season_takes_one_job(circle: Circle, ladder: Ladder) -> None:
    """However many weeks come after it: one nudge, and one recalculation by it."""
    matches = [played(circle, 7 * week, WON if week % 2 else LOST) for week in range(8)]
    bring_up_to_date(circle)
    app.control.purge()
    void(circle, matches[0])
    assert app.control.purge() == 2  # one for the statistics, one for the ladders
    assert list(refresh(club_id=circle.club.pk)) == [ladder.pk]
    assert settled()
    assert list(problems_of(ladder)) == []


# -- side by side -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_matches_of_one_player_finished_at_the_same_instant(circle: Circle, ladder: Ladder) -> None:
    """By two devices, while two jobs are at it: whichever comes last has both."""
    cleo = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Cleo").obj
    for week in range(5):
        tables = [
            played(circle, 7 * week, WON[:11]),
            played(circle, 7 * week, WON[:11], seats={"red": cleo.pk, "white": circle.ann.pk}),
        ]
        calls = [
            partial(enter, viewer=circle.scorer, match_id=table.pk, entry=entry("round", table.version, LAST))
            for table in tables
        ]
        jobs = [partial(ladders.refresh, str(circle.club.pk))] * 2
        assert all(answer is None or answer.stored for answer in at_once([*calls, *jobs]))
        ladders.refresh(str(circle.club.pk))
        assert settled()
        assert list(problems_of(ladder)) == []
        latest = LadderRating.objects.filter(player=circle.ann).latest("period")
        assert (latest.matches, latest.won, latest.lost) == (2 * (week + 1), week + 1, week + 1)


@contextmanager
def held_up(call: Callable[[], object]) -> Iterator[threading.Thread]:
    """A job that has read everything and is about to write."""
    done = threading.Event()

    def run() -> None:
        try:
            call()
        finally:
            done.set()
            connection.close()

    job = threading.Thread(target=run)
    with holder() as other:
        other.execute("LOCK TABLE scorepad_ladderrating IN SHARE MODE")
        job.start()
        assert wait(lambda: waiters(other) == 1)
        yield job
        assert not done.is_set()
        other.rollback()
    job.join()


@pytest.mark.django_db(transaction=True)
def test_nobody_who_records_or_reads_waits_for_a_job(circle: Circle, ladder: Ladder, monkeypatch: Any) -> None:
    first, second, third = (played(circle, 7 * week) for week in range(3))
    bring_up_to_date(circle)
    before = ratings(ladder)
    void(circle, first)
    monkeypatch.setattr(rating, "writing", patient)
    with held_up(lambda: bring_up_to_date(circle)):
        start = time.monotonic()
        void(circle, second)
        given = entry("amend", third.version, {"rated": False}, reason="so it was")
        enter(viewer=circle.owner, match_id=third.pk, entry=given)
        played(circle, 30)
        assert ratings(ladder) == before
        assert time.monotonic() - start < PATIENCE
        with pytest.raises(Busy):
            list(refresh(club_id=circle.club.pk, patience=0.2))
    # What was changed meanwhile it has found by itself.
    assert settled()
    assert list(problems_of(ladder)) == []
    assert {period.isoformat() for _, period in ratings(ladder)} == {"2026-02-02"}


@contextmanager
def patient() -> Iterator[None]:
    """A job waits for two seconds for whoever holds a table, and leaves it to the sweep then; here it waits longer."""
    yield


@pytest.mark.django_db(transaction=True)
def test_readers_see_the_old_ratings_or_the_new_ones(circle: Circle, ladder: Ladder) -> None:
    """Two states of a ladder of many weeks, one after the other; no reader ever sees anything but one of the two."""
    flips = played(circle, 0)
    for week in range(1, 12):
        played(circle, 7 * week, WON if week % 3 else LOST)
    bring_up_to_date(circle)
    allowed = [ratings(ladder)]
    void(circle, flips)
    bring_up_to_date(circle)
    allowed.append(ratings(ladder))
    done = threading.Event()

    def write() -> None:
        try:
            for turn in range(12):
                flips.refresh_from_db()
                kind = "void" if turn % 2 else "restore"
                given = entry(kind, flips.version, {}, reason="so it was")
                enter(viewer=circle.owner, match_id=flips.pk, entry=given)
                list(refresh(club_id=circle.club.pk))
        finally:
            done.set()

    def read() -> list[int]:
        seen = []
        while not done.is_set():
            seen.append(allowed.index(ratings(ladder)))
        return seen

    _, one, other = at_once([write, read, read])
    assert set(one) == set(other) == {0, 1}


@pytest.mark.django_db(transaction=True)
def test_rules_and_people_that_change_while_a_job_begins_leave_no_half(
    circle: Circle, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the job has read what is stale, and before it reads the matches, the weeks become months: what it stores is
    a ladder of months, from the beginning."""
    for week in range(6):
        played(circle, 7 * week)
    bring_up_to_date(circle)
    played(circle, 35)
    there = rating.recalculate
    seen: list[set[str]] = []

    def interrupted(one: Ladder) -> None:
        if not seen:
            Ladder.objects.filter(pk=ladder.pk).update(period="month")
            rating.mark_ladder(circle.club.pk, ladder.pk, ladder.game)
        there(one)
        seen.append({period.isoformat() for _, period in ratings(ladder)})

    monkeypatch.setattr(rating, "recalculate", interrupted)
    bring_up_to_date(circle)
    assert seen == [{"2026-01-01", "2026-02-01"}] * 2


# -- jobs that come twice ---------------------------------------------------------------------------------------------


def test_a_job_that_comes_twice_or_too_late_changes_nothing(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    for _ in range(3):
        ladders.refresh(str(circle.club.pk), sent_by="a newer version")
        ladders.refresh(str(uuid.uuid4()))
    assert settled()
    assert len(LadderRating.objects.all()) == 2


def test_a_check_that_is_at_work_or_has_just_been_done_is_not_begun_again(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "PATIENCE", 0.3)
    with holder() as other:
        other.execute("SELECT pg_advisory_lock(%s, hashtext(''))", [verifying_ladders.LOCK])
        ladders.verify_ladders()
        assert not LedgerCheck.objects.exists()
    done = LedgerCheck.objects.create(of="ladders", finished_at=timezone.now() + timedelta(seconds=5))
    ladders.verify_ladders()
    assert LedgerCheck.objects.get() == done


def test_what_is_amiss_is_logged_as_an_error(circle: Circle, ladder: Ladder, caplog: pytest.LogCaptureFixture) -> None:
    played(circle, 0)
    bring_up_to_date(circle)
    LadderRating.objects.filter(player=circle.bob).delete()
    ladders.verify_ladders(depth=2)
    (told,) = caplog.records
    assert (told.levelname, told.name) == ("ERROR", "scorepad.tasks.ladders")
    assert f"player {circle.bob.pk}: missing" in told.getMessage()
