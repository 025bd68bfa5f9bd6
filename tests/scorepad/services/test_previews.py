"""What a change would do to the ladders, where so much is rated anew that a job works it out."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scorepad.models import Membership, Preview, StaleEvening
from scorepad.refusals import NotHere
from scorepad.services import previewing
from scorepad.services.entries import enter
from scorepad.services.erasing import delete_club, erase
from scorepad.services.merging import rehearse_merge
from scorepad.services.previewing import Foretold, erase_old, preview_to, work_out
from tests.scorepad.conftest import Circle
from tests.scorepad.services.foretelling import (
    played,
    told_of,
    up_to_date,
    voided,
    with_ladders,
)

Json = dict[str, Any]


@pytest.fixture
def club(circle: Circle) -> Circle:
    return with_ladders(circle)


@pytest.fixture
def _nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 0)


def test_the_size_is_that_of_what_is_rated_anew(club: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(club, 60, club.ann, club.bob)
    last = played(club, 1, club.ann, club.bob)  # after the season, on two ladders
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 2)
    up_to_date(club)
    assert told_of(enter(**voided(club, last), dry_run=True).foretold)
    late = enter(**voided(club, first), dry_run=True).foretold
    assert late is not None
    assert late.ladders is None
    assert Preview.objects.get().pk == late.preview
    # A ladder that is stale from the beginning is rated from there.
    StaleEvening.objects.create(club=club.club, ladder=club.weekly, game="marrakesh")
    assert enter(**voided(club, last), dry_run=True).foretold != Foretold([])
    assert Preview.objects.count() == 2


@pytest.mark.usefixtures("_nothing_at_once")
@pytest.mark.parametrize("what", ["match", "merge"])
def test_a_job_tells_the_same(club: Circle, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(club, 60, club.ann, club.bob)
    played(club, 50, club.cleo, club.dora)

    def ask() -> Foretold | None:
        if what == "match":
            return enter(**voided(club, first), dry_run=True).foretold
        return rehearse_merge(viewer=club.owner, player_id=club.cleo.pk, into=club.bob.pk).foretold

    asker = club.scorer if what == "match" else club.owner
    later = ask()
    assert later is not None
    assert later.preview is not None
    waiting = preview_to(asker, later.preview)
    assert (waiting.state, waiting.ladders) == ("queued", None)
    for _ in range(2):
        work_out(preview_id=later.preview)
    done = preview_to(asker, later.preview)
    assert done.state == "done"
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 5000)
    at_once = ask()
    assert at_once is not None
    assert done.ladders == at_once.ladders != []
    stored = Preview.objects.values_list("hypothesis", "ladders").get()
    assert not any(name in json.dumps(stored) for name in ("Ann", "Bob", "Cleo", "Dora"))


@pytest.mark.usefixtures("_nothing_at_once")
def test_a_question_asked_again_while_it_waits_is_the_same_job(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    asked = [enter(**voided(club, first), dry_run=True).foretold for _ in range(2)]
    assert asked[0] == asked[1]
    assert asked[0] != enter(**voided(club, first) | {"viewer": club.owner}, dry_run=True).foretold
    for preview in Preview.objects.all():
        work_out(preview_id=preview.pk)
    # What is told may be another by now.
    assert enter(**voided(club, first), dry_run=True).foretold not in asked


@pytest.mark.usefixtures("_nothing_at_once")
def test_a_preview_is_told_to_whoever_asked_for_it(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    foretold = enter(**voided(club, first), dry_run=True).foretold
    assert foretold is not None
    assert foretold.preview is not None
    for viewer in (club.owner, club.member, club.stranger, club.nobody):
        with pytest.raises(NotHere):
            preview_to(viewer, foretold.preview)
    assert preview_to(club.scorer, foretold.preview).club == club.club
    Membership.objects.filter(user=club.scorer.user).delete()
    with pytest.raises(NotHere):
        preview_to(club.scorer, foretold.preview)


@pytest.mark.usefixtures("_nothing_at_once")
def test_previews_go_after_a_day_and_with_their_club(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    enter(**voided(club, first), dry_run=True)
    old = Preview.objects.get()
    erase_old()
    assert Preview.objects.exists()
    Preview.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert previewing.left() == [old.pk]
    erase_old()
    assert not Preview.objects.exists()
    work_out(preview_id=old.pk)
    enter(**voided(club, first), dry_run=True)
    assert previewing.left() == []
    delete_club(viewer=club.owner, slug=club.club.slug, confirm=club.club.slug)
    work_out(preview_id=Preview.objects.get().pk)
    assert Preview.objects.get().state == "queued"
    erase(club_id=club.club.pk)
    assert not Preview.objects.exists()
