"""What was told of a ladder stays as it was told: neither SQL nor the ORM changes it."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scorepad.models import Club, Frozen, Ladder, Published
from tests.scorepad.conftest import Circle
from tests.scorepad.models.test_constraints import run
from tests.scorepad.services.test_rating import make

TOLD: dict[str, Any] = {"ends": date(2026, 1, 11), "standings": {}, "position": 0, "merges": {}, "ladder_version": 1}


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    ladder = make(circle)
    Published.objects.create(ladder=ladder, period=date(2026, 1, 5), **TOLD)
    assert circle.owner.user is not None
    Frozen.objects.create(ladder=ladder, checksum="0" * 64, frozen_by=circle.owner.user, **TOLD)
    return ladder


def rows() -> list[Any]:
    return [*Published.objects.values(), *Frozen.objects.values()]


@pytest.mark.parametrize("table", ["scorepad_published", "scorepad_frozen"])
@pytest.mark.parametrize("sql", ["UPDATE {} SET position = 1", "UPDATE {} SET ends = ends", "DELETE FROM {}"])
def test_nothing_of_it_is_changed_or_deleted(ladder: Ladder, table: str, sql: str) -> None:
    before = rows()
    with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
        run(sql.format(table))
    assert rows() == before


def test_a_ladder_of_which_something_was_told_stays_too(ladder: Ladder) -> None:
    with pytest.raises(Exception, match=r"protected"), transaction.atomic():
        ladder.delete()
    assert Ladder.objects.count() == 1


@pytest.mark.parametrize("table", ["scorepad_published", "scorepad_frozen"])
def test_only_a_test_database_may_be_emptied(ladder: Ladder, table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('scorepad_told_is_for_ever'::regproc)")
        source = cursor.fetchone()[0]
        cursor.execute(source.replace("current_database()", "'scorepad'"))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
        run(f"TRUNCATE {table}")
    assert len(rows()) == 2


def test_it_goes_with_a_deleted_club_that_is_named_and_no_other(ladder: Ladder) -> None:
    def name(club: object) -> None:
        run(f"SELECT set_config('scorepad.erasing', '{club}', true)")

    name(ladder.club.pk)
    with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
        run("DELETE FROM scorepad_published")
    Club.objects.filter(pk=ladder.club.pk).update(deleted_at=timezone.now())
    name(ladder.pk)
    with pytest.raises(IntegrityError, match="stays"), transaction.atomic():
        run("DELETE FROM scorepad_published")
    name(ladder.club.pk)
    run("DELETE FROM scorepad_published")
    run("DELETE FROM scorepad_frozen")
    assert rows() == []
