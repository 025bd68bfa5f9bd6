"""A ladder deleted by its owners: all of it goes, and nothing else; what was frozen stays for good."""

import threading
from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from scorepad.models import Change, Frozen, Ladder, LadderRating, Match, Published, StaleEvening
from scorepad.refusals import Busy, Conflict, NotAllowed, NotHere
from scorepad.services.erasing_ladders import delete_ladder
from scorepad.services.freezing import freeze
from scorepad.services.locks import alone
from scorepad.services.rating import LOCK, refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.models.test_constraints import run
from tests.scorepad.services.seasons import freeze_it, played, publish_all, season, up_to_date


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    """Published for its four weeks; a match that came since is not rated yet."""
    ladder = season(circle)
    played(circle, 0)
    publish_all(circle)
    played(circle, 1)
    return ladder


def left_of(ladder: Ladder) -> list[int]:
    of_it = [model._default_manager.filter(ladder=ladder.pk) for model in (Published, LadderRating, StaleEvening)]
    return [rows.count() for rows in (Ladder.objects.filter(pk=ladder.pk), *of_it)]


def deleted(table: str, ladder: Ladder, named: UUID) -> None:
    """By SQL, while this id is named as what is erased."""
    run(f"SELECT set_config('scorepad.erasing', '{named}', true)")
    run(f"DELETE FROM scorepad_{table} WHERE ladder_id = '{ladder.pk}'")


def test_all_of_it_goes_once_its_name_is_said_again_and_nothing_else(circle: Circle, ladder: Ladder) -> None:
    other = season(circle, name="Other")
    publish_all(circle)
    others, matches = left_of(other), Match.objects.count()
    for wrong in (None, "", "Other", "Winter!"):
        with pytest.raises(Conflict) as warned:
            delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm=wrong)
        assert (warned.value.code, warned.value.params["goes"]) == (
            "confirmation_needed", {"players": 2, "published": 4}
        )  # fmt: skip
    assert left_of(ladder)[:3] == [1, 4, 2]
    delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm=" winter ")
    assert left_of(ladder) == [0, 0, 0, 0]
    assert (left_of(other), Match.objects.count()) == (others, matches)
    last = Change.objects.filter(club=circle.club).latest("pk")
    assert (last.what, last.ref, last.version) == ("ladder", ladder.pk, ladder.version + 1)
    up_to_date(circle)
    with pytest.raises(NotHere):
        delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm="Winter")


def test_only_owners_delete_one(circle: Circle, make_circle: Callable[..., Circle], ladder: Ladder) -> None:
    before = left_of(ladder)
    refusals = [(circle.scorer, NotAllowed), (circle.member, NotAllowed), (circle.nobody, NotHere)]
    for viewer, refusal in [*refusals, (make_circle("hall", "public").owner, NotHere)]:
        with pytest.raises(refusal):
            delete_ladder(viewer=viewer, ladder_id=ladder.pk, confirm="Winter")
    assert left_of(ladder) == before


def test_a_ladder_whose_season_was_frozen_stays(circle: Circle, ladder: Ladder) -> None:
    freeze_it(circle, ladder)
    before = left_of(ladder)
    with pytest.raises(Conflict) as refused:
        delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm="Winter")
    assert refused.value.code == "season_frozen"
    assert left_of(ladder) == before
    assert Frozen.objects.filter(ladder=ladder).exists()


def test_the_database_itself_lets_go_only_of_what_was_published_of_the_ladder_that_is_named(
    circle: Circle, ladder: Ladder
) -> None:
    other = season(circle, name="Other")
    publish_all(circle)
    for named in (other.pk, circle.club.pk):
        with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
            deleted("published", ladder, named)
    freeze_it(circle, ladder)
    for table in ("published", "frozen"):
        with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
            deleted(table, ladder, ladder.pk)
    assert (left_of(ladder)[1], Frozen.objects.count()) == (4, 1)


def test_to_freeze_one_that_is_gone_is_to_ask_for_nothing(circle: Circle, ladder: Ladder) -> None:
    up_to_date(circle)
    delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm="Winter")
    with pytest.raises(NotHere):
        freeze(viewer=circle.owner, ladder_id=ladder.pk)


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_the_job_that_rates_it(circle: Circle, ladder: Ladder) -> None:
    """Or else the job would store ratings of a ladder that is gone."""
    holds, done = threading.Event(), threading.Event()

    def job() -> None:
        with alone(LOCK, str(circle.club.pk)):
            holds.set()
            done.wait(60)
        connection.close()

    rating = threading.Thread(target=job)
    rating.start()
    try:
        assert holds.wait(60)
        with pytest.raises(Busy):
            delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm="Winter")
        assert left_of(ladder)[0] == 1
    finally:
        done.set()
        rating.join()
    delete_ladder(viewer=circle.owner, ladder_id=ladder.pk, confirm="Winter")
    assert list(refresh(club_id=circle.club.pk)) == []
    assert left_of(ladder) == [0, 0, 0, 0]
