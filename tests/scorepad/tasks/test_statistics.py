"""The jobs of the statistics: sent by whatever makes them stale, swept, passed on, and verified each night."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
import time_machine
from celery import current_app
from django.db import connection
from django.utils import timezone

from scorepad.celery import app
from scorepad.models import LedgerCheck, MarrakeshFacts, MarrakeshTotals, Match, Stale
from scorepad.selectors.ledger import last_checks
from scorepad.services import statistics, verifying
from scorepad.services.checking import begin
from scorepad.services.nudges import nudge
from scorepad.tasks.statistics import count_anew, refresh, sweep, verify_on, verify_statistics
from tests.scorepad.conftest import Circle
from tests.scorepad.killing import wait
from tests.scorepad.web.conftest import Visit, visit

__all__ = ["visit"]

COMPLETE = [{"points": {"red": 3, "white": 1}}] * 12
JOBS = "scorepad.tasks.statistics."


def finished() -> LedgerCheck | None:
    return last_checks().get(LedgerCheck.Of.STATISTICS)


@pytest.fixture
def counted(circle: Circle) -> Circle:
    """Two matches, up to date."""
    circle.match(rounds=COMPLETE)
    circle.match(rounds=COMPLETE)
    refresh(str(circle.club.pk))
    return circle


@contextmanager
def another_at_work(lock: int, of: str = "") -> Iterator[None]:
    """A worker of another process that has begun and is not done."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        assert other.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [lock, of]).fetchone() == (True,)
        yield


# -- bringing up to date ----------------------------------------------------------------------------------------------


def test_a_worker_counts_a_match_as_soon_as_it_is_finished(worker: Any, circle: Circle) -> None:
    circle.match(rounds=COMPLETE)
    assert wait(lambda: MarrakeshTotals.objects.count() == 2 and not Stale.objects.exists())
    assert set(MarrakeshTotals.objects.values_list("matches", "points")) == {(1, 36), (1, 12)}


def test_a_job_done_twice_or_for_nobody_changes_nothing(counted: Circle) -> None:
    before = list(MarrakeshTotals.objects.order_by("pk").values_list())
    refresh(str(counted.club.pk), sent_by="a newer version")
    refresh(str(uuid.uuid4()))
    assert list(MarrakeshTotals.objects.order_by("pk").values_list()) == before


def test_each_write_sends_one_job_for_its_club(circle: Circle, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks() as sent:
        circle.match()
    assert sent == []
    with django_capture_on_commit_callbacks() as sent:
        circle.match(rounds=COMPLETE)
    assert [(each.task, each.args) for each in sent] == [
        (JOBS + "refresh", (str(circle.club.pk),)),
        ("scorepad.tasks.ladders.refresh", (str(circle.club.pk),)),
    ]


def test_the_sweep_sends_a_job_for_each_club_of_which_something_is_stale(
    counted: Circle, make_circle: Callable[..., Circle], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as sent:
        sweep()
    assert sent == []
    other, third = make_circle("saturday"), make_circle("sunday")
    Stale.objects.create(club=other.club, match=other.match())
    third.match()
    with django_capture_on_commit_callbacks() as sent:
        sweep(sent_by="a newer version")
    assert [(each.task, each.args) for each in sent] == [(JOBS + "refresh", (str(other.club.pk),))]
    MarrakeshFacts.objects.filter(club=counted.club).update(version=0)  # found by older rules of counting
    with django_capture_on_commit_callbacks() as sent:
        count_anew(sent_by="a newer version")
    assert [(each.task, each.args) for each in sent] == [(JOBS + "refresh", (str(counted.club.pk),))]
    assert Stale.objects.filter(club=counted.club, match__isnull=False).count() == 2


def test_a_job_that_has_done_much_passes_on_the_rest(
    circle: Circle, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr("scorepad.tasks.statistics.MOST_A_JOB", 2)
    monkeypatch.setattr(statistics, "AT_A_TIME", 1)
    for _ in range(3):
        circle.match(rounds=COMPLETE)
    with django_capture_on_commit_callbacks() as sent:
        refresh(str(circle.club.pk))
    assert [(each.task, each.args) for each in sent] == [(JOBS + "refresh", (str(circle.club.pk),))]
    assert Stale.objects.filter(match__isnull=False).count() == 1
    with another_at_work(statistics.LOCK, str(circle.club.pk)):
        pass  # the one that passed it on holds nobody up
    for _ in range(3):
        refresh(str(circle.club.pk))
    assert set(MarrakeshTotals.objects.values_list("matches", flat=True)) == {3}


def test_a_job_that_finds_another_at_work_leaves_it_to_that(
    circle: Circle, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(statistics.refresh.__kwdefaults__, "patience", 0.2)
    circle.match(rounds=COMPLETE)
    with another_at_work(statistics.LOCK, str(circle.club.pk)), caplog.at_level("INFO"):
        refresh(str(circle.club.pk))
    assert [record.levelname for record in caplog.records] == ["INFO"]
    assert (Stale.objects.count(), MarrakeshFacts.objects.count()) == (1, 0)


def test_beat_sends_what_has_to_come_by_itself() -> None:
    by_task = {job["task"]: job["schedule"] for job in app.conf.beat_schedule.values()}
    assert by_task[JOBS + "sweep"] <= 60
    assert len(by_task[JOBS + "count_anew"].hour) == 24
    assert by_task[JOBS + "verify_statistics"].hour == {4}
    jobs = {JOBS + name for name in ("refresh", "sweep", "count_anew", "verify_statistics", "verify_on")}
    assert jobs <= set(current_app.tasks)


# -- verified each night ----------------------------------------------------------------------------------------------


def test_a_worker_verifies_all_of_it(worker: Any, circle: Circle) -> None:
    wrong = circle.match(rounds=COMPLETE)
    assert wait(lambda: MarrakeshTotals.objects.count() == 2 and not Stale.objects.exists())
    MarrakeshFacts.objects.filter(match=wrong, won=1).update(won=0)
    nudge(JOBS + "verify_statistics")
    assert wait(lambda: finished() is not None)
    check = finished()
    assert check is not None
    assert (check.matches, {problem["code"] for problem in check.problems}) == (1, {"facts", "totals"})


def test_what_is_amiss_is_logged_and_stored_and_the_next_night_all_is_well(
    counted: Circle, caplog: pytest.LogCaptureFixture
) -> None:
    MarrakeshTotals.objects.filter(player=counted.ann).update(won=9)
    verify_statistics()
    (told,) = caplog.records
    assert (told.levelname, told.name) == ("ERROR", "scorepad.tasks.statistics")
    assert told.getMessage() == f"{counted.ann.pk}: totals: won 9, should be 2"
    (problem,) = LedgerCheck.objects.latest().problems
    assert problem == {"match": str(counted.ann.pk), "code": "totals", "detail": "won 9, should be 2"}
    MarrakeshTotals.objects.filter(player=counted.ann).update(won=2)
    caplog.clear()
    verify_statistics()
    assert (caplog.records, LedgerCheck.objects.latest().problems) == ([], [])


def foot(visit: Visit, circle: Circle) -> str:
    return visit("/clubs/friday/", circle.member).one("footer").text


def test_the_clubs_page_says_what_was_found_last(counted: Circle, visit: Visit) -> None:
    assert "statistics" not in foot(visit, counted)
    with time_machine.travel("2026-12-01T04:00:00Z"):
        verify_statistics()
    assert "statistics verified on 1 December 2026, 04:00 UTC" in foot(visit, counted)
    MarrakeshFacts.objects.filter(player=counted.ann).update(won=0)
    with time_machine.travel("2026-12-02T04:00:00Z"):
        verify_statistics()
    begin("statistics")  # one that is not finished says nothing yet
    assert "statistics checked on 2 December 2026, 04:00 UTC: 3 differences" in foot(visit, counted)
    assert "ledger" not in foot(visit, counted)


def test_a_check_goes_on_where_a_killed_one_stopped_and_is_counted_once(counted: Circle) -> None:
    first, second = sorted(Match.objects.values_list("pk", flat=True))
    check = LedgerCheck.objects.create(of="statistics", position=first, matches=1)
    verify_statistics()
    check.refresh_from_db()
    assert (LedgerCheck.objects.count(), check.matches, check.position) == (1, 2, second)
    assert check.finished_at is not None
    verify_on(check.pk, sent_by="a newer version")
    verify_on(404)
    check.refresh_from_db()
    assert check.matches == 2


def test_a_check_passes_on_what_is_left_of_it(
    counted: Circle, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr("scorepad.tasks.checks.MOST_A_JOB", 1)
    monkeypatch.setattr("scorepad.selectors.rows.AT_A_TIME", 1)
    with django_capture_on_commit_callbacks() as sent:
        verify_statistics()
    check = LedgerCheck.objects.get()
    assert [(each.task, each.args) for each in sent] == [(JOBS + "verify_on", (check.pk,))]
    assert (check.matches, check.finished_at) == (1, None)
    for _ in range(2):
        verify_on(check.pk)
    check.refresh_from_db()
    assert (check.matches, check.finished_at is None) == (2, False)


def test_one_check_at_a_time_and_none_when_one_has_just_been_done(
    counted: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.tasks.checks.PATIENCE", 0.3)
    check = begin("statistics")
    with another_at_work(verifying.LOCK):
        verify_statistics()
        verify_on(check.pk)
    check.refresh_from_db()
    assert (LedgerCheck.objects.count(), check.matches, check.finished_at) == (1, 0, None)
    LedgerCheck.objects.update(finished_at=timezone.now() + timedelta(seconds=5))
    verify_statistics()
    assert LedgerCheck.objects.count() == 1


def test_a_check_of_the_journal_is_not_gone_on_with_as_one_of_the_statistics(counted: Circle) -> None:
    journal = begin("journal")
    verify_on(journal.pk)
    verify_statistics()
    journal.refresh_from_db()
    assert (journal.matches, journal.finished_at, LedgerCheck.objects.count()) == (0, None, 2)
