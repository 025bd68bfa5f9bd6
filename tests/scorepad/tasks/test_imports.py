"""An import done by a real worker, once it was sent or once it is found again."""

import json
import os
import signal
import time
import uuid
from datetime import timedelta
from typing import Any

from django.utils import timezone

from scorepad.models import Change, Import, Match
from scorepad.services.imports import create_import
from scorepad.services.nudges import nudge
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.killing import children_of, holder, wait, waiters

PATIENCE = 60


def source(count: int) -> bytes:
    players = {"red": {"name": "Ann"}, "white": {"name": "Bob"}}
    record = {"format": "marrakesh-record/1", "played_at": EVENING, "players": players, "rounds": []}
    return "\n".join(json.dumps({**record, "id": str(uuid.uuid4())}) for _ in range(count)).encode()


def finished(import_id: uuid.UUID) -> Import:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        batch = Import.objects.get(pk=import_id)
        if batch.finished_at:
            return batch
        time.sleep(0.1)
    raise AssertionError("the import was not finished")


def test_a_worker_does_what_was_sent(worker: Any, circle: Circle) -> None:
    sent = create_import(viewer=circle.scorer, club_slug=circle.club.slug, source=source(250)).obj
    batch = finished(sent.pk)
    assert (batch.state, batch.position, Match.objects.count()) == ("done", 250, 250)
    told = Change.objects.filter(club=circle.club).values_list("what", flat=True)
    assert (list(told).count("match"), list(told)[-1]) == (250, "import")


def test_one_whose_worker_was_killed_is_done_and_each_match_is_there_once(worker: Any, circle: Circle) -> None:
    with holder() as other:
        other.execute("LOCK TABLE scorepad_importline")
        sent = create_import(viewer=circle.scorer, club_slug=circle.club.slug, source=source(150)).obj
        # It has copied the first matches, and cannot write their verdicts down.
        assert wait(lambda: waiters(other) == 1)
        (process,) = children_of(worker.pid)
        os.kill(process, signal.SIGKILL)
        assert wait(lambda: children_of(worker.pid) not in ([process], []))
        other.rollback()
    batch = finished(sent.pk)
    assert (batch.state, batch.lines.filter(status="new").count(), Match.objects.count()) == ("done", 150, 150)


def test_one_that_was_lost_is_found_by_the_sweep(worker: Any, circle: Circle) -> None:
    """Redis was flushed, or away, when the job was sent."""
    lost = create_import(viewer=circle.scorer, club_slug=circle.club.slug, source=source(2)).obj
    assert finished(lost.pk)
    left = Import(
        club=circle.club, actor=lost.actor, mode="per_record", source=source(3), digest="", total=3, state="running"
    )
    left.started_at = timezone.now() - timedelta(minutes=5)
    left.save()
    nudge("scorepad.tasks.imports.sweep")
    assert finished(left.pk).state == "done"
    assert Match.objects.count() == 5
