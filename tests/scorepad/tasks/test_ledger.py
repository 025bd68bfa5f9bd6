"""The nightly check of the journal, run by a real worker; and writes that go through when there is no Redis at all."""

import os
import subprocess
import sys
import time
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from scorepad.celery import app
from scorepad.models import LedgerCheck, Seat
from scorepad.services.ledger import begin_check
from scorepad.services.nudges import nudge
from scorepad.tasks.ledger import verify_journal, verify_on
from tests.scorepad.conftest import Circle

PATIENCE = 30


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
    check = begin_check()
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
