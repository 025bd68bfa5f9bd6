"""A nudge is sent once for a transaction, after it was stored, and not at all when it was not."""

import socket
import threading
from pathlib import Path
from typing import Any

from celery import Celery
from django.db import connection, transaction

from scorepad.celery import configuration
from scorepad.services.nudges import nudge

SWEEP = "scorepad.tasks.statistics.sweep"
REFRESH = "scorepad.tasks.statistics.refresh"


PATIENCE = 120


def sent(callbacks: list[Any]) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(each.task, each.args) for each in callbacks]


def test_the_same_nudge_is_sent_once(db: None, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks() as waiting, transaction.atomic():
        for club in ("a", "b", "a", "b", "a"):
            nudge(REFRESH, club)
        nudge(SWEEP)
    assert sent(waiting) == [(REFRESH, ("a",)), (REFRESH, ("b",)), (SWEEP, ())]


def test_one_that_went_with_what_was_rolled_back_is_sent_by_whoever_asks_next(
    db: None, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as waiting, transaction.atomic():
        with transaction.atomic():
            nudge(SWEEP)
            transaction.set_rollback(True)
        nudge(SWEEP)
        with transaction.atomic():
            nudge(SWEEP)
            transaction.set_rollback(True)
    assert sent(waiting) == [(SWEEP, ())]


def test_one_asked_for_within_a_part_that_may_yet_be_rolled_back_does_not_keep_another(
    db: None, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as waiting, transaction.atomic():
        with transaction.atomic():
            with transaction.atomic():
                nudge(SWEEP)
            nudge(SWEEP)
            transaction.set_rollback(True)
        nudge(SWEEP)
    assert sent(waiting) == [(SWEEP, ())]


def test_nobody_waits_for_ever_for_a_redis_that_never_answers(
    transactional_db: None, settings: Any, tmp_path: Path
) -> None:
    settings.REDIS_URL, settings.ON_THE_WEB = f"unix://{tmp_path / 'mute'}", True
    celery, went_on = Celery("mute", set_as_current=False), threading.Event()
    celery.add_defaults(configuration)

    def write() -> None:
        celery.set_current()  # for this thread
        with transaction.atomic():
            nudge(SWEEP)
        connection.close()
        went_on.set()

    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(tmp_path / "mute"))
        mute.listen()
        threading.Thread(target=write, daemon=True).start()
        assert went_on.wait(PATIENCE)
