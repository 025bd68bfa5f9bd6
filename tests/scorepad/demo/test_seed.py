"""How records and clubs come in: as entries at a table, and only where there is no club yet."""

from random import Random
from uuid import UUID

import pytest

from scorepad.demo import seed
from scorepad.demo.generator import Habits, match
from scorepad.models import Club
from scorepad.selectors.rows import record_of, rows_of
from scorepad.services.entries import enter

pytestmark = pytest.mark.django_db


def test_a_club_of_ones_own_is_no_demo_club(make_circle):
    make_circle()
    seed.seed_if_empty(password="x", say=pytest.fail)
    assert seed.demo_user() is None
    assert Club.objects.count() == 1


@pytest.mark.parametrize("habits", [Habits(), Habits(tricks=1, ovals=1, points=1), Habits(boards=1)])
def test_a_record_told_as_entries_comes_out_as_the_record(circle, habits):
    played = match(Random(5), habits=habits, rounds=7)
    found = circle.match()
    for version, (kind, data) in enumerate(seed.entries_of(played), start=1):
        entry = {"id": str(UUID(int=version)), "kind": kind, "base_version": version, "data": data}
        enter(viewer=circle.owner, match_id=found.pk, entry=entry)
    found.refresh_from_db()
    assert record_of(rows_of(found))["rounds"] == played["rounds"]
