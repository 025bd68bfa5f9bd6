"""The nightly check of the journal, run by a real worker; and writes that go through when there is no Redis at all."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone

from scorepad.celery import app
from scorepad.models import LedgerCheck, Seat
from scorepad.services.checking import begin
from scorepad.services.ledger import LOCK
from scorepad.services.nudges import nudge
from scorepad.tasks.ledger import verify_journal, verify_on
from tests.scorepad.conftest import Circle

PATIENCE = 60


def finished() -> LedgerCheck:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if check := LedgerCheck.objects.filter(finished_at__isnull=False).first():
            return check
        time.sleep(0.1)
    raise AssertionError("no check was finished")


def test_a_worker_checks_every_match(worker: Any, circle: Circle) -> None:
    match = circle.match()
    Seat.objects.filter(match=match, number=1).update(score=9)
    nudge("scorepad.tasks.ledger.verify_journal")
    check = finished()
    assert (check.matches, [problem["match"] for problem in check.problems]) == (1, [str(match.pk)])


def test_beat_sends_it_every_night() -> None:
    tasks = {job["task"] for job in app.conf.beat_schedule.values()}
    assert "scorepad.tasks.ledger.verify_journal" in tasks
    assert tasks <= set(current_app.tasks)


def test_a_check_that_is_done_twice_counts_once(circle: Circle) -> None:
    circle.match()
    check = begin("journal")
    for _ in range(3):
        verify_on(check.pk, sent_by="a newer version")
    check.refresh_from_db()
    assert check.matches == 1
    assert check.finished_at is not None


def test_a_check_goes_on_from_where_it_is(circle: Circle) -> None:
    first, second = sorted([circle.match().pk, circle.match().pk])
    check = LedgerCheck.objects.create(position=first, matches=1)
    verify_on(check.pk)
    check.refresh_from_db()
    assert (check.matches, check.position) == (2, second)


@contextmanager
def another_at_work() -> Iterator[None]:
    """A worker of another process that has begun a check and is not done."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("SELECT pg_advisory_lock(%s, hashtext(''))", [LOCK])
        yield


def test_a_job_that_is_given_out_twice_begins_one_check(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.tasks.checks.PATIENCE", 0.3)
    circle.match()
    check = begin("journal")
    with another_at_work():
        verify_journal()
        verify_on(check.pk)
    check.refresh_from_db()
    assert (LedgerCheck.objects.count(), check.matches, check.finished_at) == (1, 0, None)


def test_a_job_that_had_to_wait_for_a_whole_check_begins_no_other(circle: Circle) -> None:
    circle.match()
    LedgerCheck.objects.create(finished_at=timezone.now() + timedelta(seconds=5))
    verify_journal()
    assert LedgerCheck.objects.count() == 1


def test_a_job_that_comes_again_goes_on_where_a_killed_one_stopped(circle: Circle) -> None:
    first, second = sorted([circle.match().pk, circle.match().pk])
    check = LedgerCheck.objects.create(position=first, matches=1)
    verify_journal()
    check.refresh_from_db()
    assert (LedgerCheck.objects.count(), check.matches, check.position) == (1, 2, second)
    assert check.finished_at is not None


def test_a_check_that_was_left_off_long_ago_is_begun_anew(circle: Circle) -> None:
    match = circle.match()
    old = LedgerCheck.objects.create(position=match.pk, matches=1)
    LedgerCheck.objects.update(started_at=timezone.now() - timedelta(hours=24))
    verify_journal()
    assert LedgerCheck.objects.get(finished_at__isnull=False).matches == 1
    assert LedgerCheck.objects.get(finished_at__isnull=True) == old


def test_what_is_amiss_is_logged_as_an_error_each_once(circle: Circle, caplog: pytest.LogCaptureFixture) -> None:
    wrong, _right = circle.match(), circle.match()
    Seat.objects.filter(match=wrong, number=1).update(score=9)
    for _ in range(2):
        caplog.clear()
        verify_journal()
        (told,) = caplog.records
        assert (told.levelname, told.name) == ("ERROR", "scorepad.tasks.ledger")
        assert str(wrong.pk) in told.getMessage()
        assert "seat 1: score" in told.getMessage()


def test_a_check_passes_on_what_is_left_of_it_and_has_told_what_was_amiss(
    circle: Circle,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr("scorepad.tasks.checks.MOST_A_JOB", 1)
    monkeypatch.setattr("scorepad.selectors.rows.AT_A_TIME", 1)
    wrong, _right = sorted([circle.match(), circle.match()], key=lambda match: match.pk)
    Seat.objects.filter(match=wrong, number=1).update(score=9)
    with django_capture_on_commit_callbacks() as sent:
        verify_journal()
    check = LedgerCheck.objects.get()
    assert [(each.task, each.args) for each in sent] == [("scorepad.tasks.ledger.verify_on", (check.pk,))]
    assert [str(wrong.pk) in record.getMessage() for record in caplog.records] == [True]
    verify_on(check.pk)
    assert len(caplog.records) == 1


def test_a_check_of_the_statistics_is_not_gone_on_with_as_one_of_the_journal(circle: Circle) -> None:
    circle.match()
    check = begin("statistics")
    verify_on(check.pk)
    check.refresh_from_db()
    assert (check.matches, check.finished_at) == (0, None)


def test_keywords_that_a_newer_sender_knows_are_ignored(db: None) -> None:
    verify_journal(depth=2)
    assert LedgerCheck.objects.get().finished_at is not None
    verify_on(404)


WRITE_AND_NUDGE = """
import time
from django.db import transaction
from scorepad.models import Club
from scorepad.services.nudges import nudge
with transaction.atomic():
    Club.objects.update(name="Stored")
    nudge("scorepad.tasks.ledger.verify_journal")
    written = time.monotonic()
print("waited", time.monotonic() - written)
"""


@pytest.mark.django_db(transaction=True)
def test_a_nudge_that_finds_no_redis_neither_fails_the_write_nor_keeps_it_waiting(circle: Circle) -> None:
    """In a process of its own, whose Redis is not there from the start."""
    database = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{connection.settings_dict['NAME']}"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", WRITE_AND_NUDGE],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database, "REDIS_URL": "unix:///nowhere/redis.sock"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert "was not sent" in done.stderr
    assert float(done.stdout.split()[1]) < 1
    circle.club.refresh_from_db()
    assert circle.club.name == "Stored"
