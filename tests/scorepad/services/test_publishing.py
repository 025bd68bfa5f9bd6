"""Standings published at the end of each period, once and for all."""

from datetime import date, timedelta

import pytest

from scorepad.models import Ladder, Published, StaleEvening
from scorepad.selectors.told import ended_periods
from scorepad.services.erasing import delete_club
from scorepad.services.ladders import change_ladder
from scorepad.services.publishing import publish
from scorepad.tasks.ladders import publish as publish_task
from tests.scorepad.conftest import Circle
from tests.scorepad.services.seasons import MONDAY, SUNDAYS, made_on, played, publish_all, season, today_in, up_to_date


def told(row: Published) -> dict[str, tuple[int, float]]:
    return {each["player"]: (each["place"], each["rating"]) for each in row.standings["standings"]}


def test_every_week_of_the_season_is_published_as_it_ended(circle: Circle) -> None:
    ladder = season(circle)
    played(circle, 0)
    played(circle, 8)
    publish_all(circle)
    rows = list(Published.objects.order_by("ends"))
    assert [(row.period, row.ends) for row in rows] == [(day - timedelta(days=6), day) for day in SUNDAYS]
    ann, bob = str(circle.ann.pk), str(circle.bob.pk)
    # Of two with 1500 the winner takes half of 32. With 1516 against 1484 he is expected to win 0.546 of the next.
    assert told(rows[0]) == {ann: (1, 1516.0), bob: (2, 1484.0)}
    second = 1516 + 32 * (1 - 1 / (1 + 10 ** ((1484 - 1516) / 400)))
    assert told(rows[1])[ann] == (1, pytest.approx(second))
    assert told(rows[1]) == told(rows[2]) == told(rows[3])
    assert {row.ladder_version for row in rows} == {ladder.version}
    assert rows[0].standings["ladder"]["parameters"] == ladder.parameters


def test_the_same_again_publishes_nothing(circle: Circle) -> None:
    season(circle)
    played(circle, 0)
    assert len(publish_all(circle)) == 4
    before = list(Published.objects.values())
    assert publish_all(circle) == []
    publish_task()
    assert list(Published.objects.values()) == before


def test_later_corrections_change_nothing_that_is_published(circle: Circle) -> None:
    season(circle)
    played(circle, 0)
    publish_all(circle)
    before = list(Published.objects.values())
    played(circle, 1, seats={"red": circle.bob.pk, "white": circle.ann.pk})
    assert publish_all(circle) == []
    assert list(Published.objects.values()) == before


def test_a_stale_ladder_waits(circle: Circle) -> None:
    season(circle)
    played(circle, 0)
    assert StaleEvening.objects.exists()
    assert list(publish(club_id=circle.club.pk)) == []
    assert not Published.objects.exists()
    assert len(publish_all(circle)) == 4


def test_only_what_has_ended_since_the_ladder_was_made(circle: Circle) -> None:
    ladder = season(circle)
    made_on(ladder, SUNDAYS[1])  # that week has not ended yet
    publish_all(circle)
    assert [row.ends for row in Published.objects.order_by("ends")] == SUNDAYS[1:]


def test_the_week_under_way_is_not_published(circle: Circle) -> None:
    ladder = season(circle, season_start=None, season_end=None)
    made_on(ladder, today_in(ladder) - timedelta(days=14))
    publish_all(circle)
    found = sorted(row.ends for row in Published.objects.all())
    assert len(found) == 2
    assert found[-1] < today_in(ladder) <= found[-1] + timedelta(days=7)


def test_the_season_ends_its_last_period(circle: Circle) -> None:
    season(circle, season_start=date(2024, 1, 10), season_end=date(2024, 2, 14), period="month")
    played(circle, 9)
    publish_all(circle)
    rows = [(row.period, row.ends) for row in Published.objects.order_by("ends")]
    assert rows == [(date(2024, 1, 1), date(2024, 1, 31)), (date(2024, 2, 1), date(2024, 2, 14))]


@pytest.mark.parametrize(
    ("period", "since", "today", "ends"),
    [
        ("day", MONDAY, MONDAY, []),
        ("day", MONDAY, MONDAY + timedelta(days=2), [MONDAY, MONDAY + timedelta(days=1)]),
        ("week", MONDAY, SUNDAYS[0], []),
        ("week", MONDAY, SUNDAYS[0] + timedelta(days=1), [SUNDAYS[0]]),
        ("week", SUNDAYS[0], SUNDAYS[1] + timedelta(days=1), SUNDAYS[:2]),
        ("month", date(2024, 1, 31), date(2024, 3, 1), [date(2024, 1, 31), date(2024, 2, 29)]),
    ],
)
def test_a_period_has_ended_on_the_day_after_its_last(period: str, since: date, today: date, ends: list[date]) -> None:
    assert [last for _, last in ended_periods(Ladder(period=period), since, today)] == ends


@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_a_season_at_the_end_of_the_calendar_has_not_ended(period: str) -> None:
    assert ended_periods(Ladder(period=period, season_start=date.max), MONDAY, SUNDAYS[3]) == []


def test_weeks_that_become_months_are_not_published_again(circle: Circle) -> None:
    """What is known today would be told as known at the end of January."""
    ladder = season(circle, season_end=date(2024, 2, 14))
    played(circle, 0)
    assert len(publish_all(circle)) == 7
    change_ladder(viewer=circle.owner, ladder_id=ladder.pk, period="month")
    assert publish_all(circle) == []
    change_ladder(viewer=circle.owner, ladder_id=ladder.pk, season_end=date(2024, 3, 10))
    assert [row.ends for row in publish_all(circle)] == [date(2024, 2, 29), date(2024, 3, 10)]


def test_a_deleted_club_publishes_nothing(circle: Circle) -> None:
    season(circle)
    up_to_date(circle)
    delete_club(viewer=circle.owner, slug=circle.club.slug, confirm=circle.club.slug)
    publish_task()
    assert list(publish(club_id=circle.club.pk)) == []
    assert not Published.objects.exists()
