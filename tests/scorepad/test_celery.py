"""Jobs outlive whoever does them, and never run twice at a time."""

import os
import signal

import pytest

from scorepad.celery import VISIBILITY_TIMEOUT, app, broker_url
from scorepad.models import LedgerCheck
from scorepad.services.nudges import nudge
from tests.scorepad.killing import children_of, holder, wait, waiters


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("redis://:secret@redis.example:6379/2", "redis://:secret@redis.example:6379/2"),
        ("unix:///run/valkey.sock?db=3", "redis+socket:///run/valkey.sock?virtual_host=3"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock?virtual_host=0"),
    ],
)
def test_a_socket_is_named_as_celery_names_it(given, expected):
    assert broker_url(given) == expected


def test_a_job_is_over_long_before_it_would_be_given_out_again():
    assert app.conf.task_time_limit * 4 <= VISIBILITY_TIMEOUT
    assert app.conf.task_soft_time_limit < app.conf.task_time_limit


def test_nothing_but_json_is_taken():
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"


def test_a_job_whose_process_was_killed_is_done_all_the_same(worker):
    with holder() as other:
        other.execute("LOCK TABLE scorepad_ledgercheck")
        nudge("scorepad.tasks.ledger.verify_journal")
        assert wait(lambda: waiters(other) == 1)
        (process,) = children_of(worker.pid)
        os.kill(process, signal.SIGKILL)
        assert wait(lambda: children_of(worker.pid) not in ([process], []))
        other.rollback()
    assert wait(lambda: LedgerCheck.objects.filter(finished_at__isnull=False).count() == 1)
