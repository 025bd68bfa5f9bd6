"""A preview worked out by a real worker, once it was sent or once it is found again, and erased when it is old."""

import time
import uuid
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from scorepad.models import Match, Preview, StaleEvening
from scorepad.services import previewing
from scorepad.services.entries import enter
from scorepad.services.ladders import create_ladder
from scorepad.services.nudges import nudge
from scorepad.services.rating import refresh
from scorepad.tasks import previews
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry

PATIENCE = 60
WON = [{"points": {"red": 5, "white": 0}}] * 12


@pytest.fixture
def match(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> Match:
    """The only match of a ladder; and whatever is asked of it is left to a job."""
    given = {"viewer": circle.owner, "club_slug": circle.club.slug, "game": "marrakesh"}
    create_ladder(**given, name="All", system="glicko2")
    match = circle.match(rounds=WON)
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 0)
    return match


def asked(circle: Circle, match: Match) -> uuid.UUID:
    sent = entry("void", 1, {}, reason="so it was")
    foretold = enter(viewer=circle.scorer, match_id=match.pk, entry=sent, dry_run=True).foretold
    assert foretold is not None
    assert foretold.preview is not None
    return foretold.preview


def done(preview_id: uuid.UUID) -> Preview:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        preview = Preview.objects.get(pk=preview_id)
        if preview.finished_at:
            return preview
        time.sleep(0.1)
    raise AssertionError("the preview was not worked out")


def test_a_worker_tells_what_was_asked(worker: Any, circle: Circle, match: Match) -> None:
    preview = done(asked(circle, match))
    assert preview.state == "done"
    assert preview.ladders is not None
    (ladder,) = preview.ladders
    assert {row["player"] for row in ladder["standings"]} == {str(circle.ann.pk), str(circle.bob.pk)}
    assert [row["after"] for row in ladder["standings"]] == [None, None]
    match.refresh_from_db()
    assert (match.void, match.version) == (False, 1)


def test_one_that_was_lost_is_found_by_the_sweep_and_an_old_one_erased(
    worker: Any, circle: Circle, match: Match
) -> None:
    """Redis was flushed, or away, when the job was sent."""
    first = done(asked(circle, match))
    now = timezone.now()
    given = {"club": circle.club, "actor": first.actor, "hypothesis": first.hypothesis}
    lost = Preview.objects.create(**given, created_at=now - previewing.STALE_AFTER - timedelta(seconds=1))
    old = Preview.objects.create(**given, created_at=now - timedelta(days=1, seconds=1))
    nudge("scorepad.tasks.previews.sweep")
    assert done(lost.pk).ladders == first.ladders
    assert not Preview.objects.filter(pk=old.pk).exists()
    assert Preview.objects.filter(pk=first.pk).exists()


def test_one_that_takes_too_long_is_given_up_and_not_sent_again(
    circle: Circle, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview_id = asked(circle, match)

    def until_the_time_is_over(**_: Any) -> None:
        raise SoftTimeLimitExceeded

    with monkeypatch.context() as patch:
        patch.setattr(previewing, "work_out", until_the_time_is_over)
        previews.run(str(preview_id), sent_by="a newer version")
    Preview.objects.update(created_at=timezone.now() - timedelta(hours=1))
    preview = Preview.objects.get()
    assert (preview.state, preview.ladders, previewing.left()) == ("given_up", None, [])
    assert preview.finished_at is not None
    previews.run(str(preview_id))
    assert Preview.objects.get().state == "given_up"


def test_a_job_marks_and_recalculates_nothing(circle: Circle, match: Match) -> None:
    list(refresh(club_id=circle.club.pk))
    previews.run(str(asked(circle, match)))
    assert not StaleEvening.objects.exists()
    assert Preview.objects.get().state == "done"
