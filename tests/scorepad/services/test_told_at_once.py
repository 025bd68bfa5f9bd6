"""Published and frozen by several at once, each on a connection of its own: once for all of them."""

from functools import partial

import pytest

from scorepad.models import Frozen, Published
from scorepad.refusals import Busy
from scorepad.services.created import Created
from scorepad.services.freezing import freeze
from scorepad.services.locks import alone
from scorepad.services.publishing import publish
from scorepad.services.rating import LOCK
from tests.scorepad.conftest import Circle
from tests.scorepad.services.seasons import SUNDAYS, played, season, up_to_date
from tests.scorepad.services.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_jobs_that_come_at_once_publish_once(circle: Circle) -> None:
    season(circle)
    played(circle, 0)
    up_to_date(circle)
    found = at_once([lambda: list(publish(club_id=circle.club.pk, patience=30))] * 3)
    assert sorted(len(rows) for rows in found) == [0, 0, 4]
    assert sorted(row.ends for row in Published.objects.all()) == SUNDAYS


def test_while_ladders_are_recalculated_nothing_is_published(circle: Circle) -> None:
    season(circle)
    up_to_date(circle)
    with alone(LOCK, str(circle.club.pk)) as mine:
        assert mine
        (found,) = at_once([lambda: list(publish(club_id=circle.club.pk, patience=0.2))])
    assert isinstance(found, Busy)
    assert not Published.objects.exists()


def test_owners_who_freeze_at_once_freeze_once(circle: Circle) -> None:
    ladder = season(circle)
    played(circle, 0)
    up_to_date(circle)
    found = at_once([partial(freeze, viewer=circle.owner, ladder_id=ladder.pk)] * 3)
    assert all(isinstance(each, Created) for each in found)
    assert sorted(each.new for each in found) == [False, False, True]
    assert {each.obj.pk for each in found} == {Frozen.objects.get().pk}
