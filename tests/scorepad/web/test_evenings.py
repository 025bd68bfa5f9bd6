"""The clubs' matches, evening by evening."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
import time_machine
from django.test import Client

from scorepad.services.ledger import begin_check
from scorepad.tasks.ledger import verify_journal
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, DRAWN, OPEN = (whole(VECTORS[n]["record"]) for n in (9, 11, 27))
TONIGHT = datetime(2026, 11, 26, 21, 0, tzinfo=timezone(timedelta(hours=1)))
Circles = Callable[..., Circle]


def played(circle: Circle, days_ago: int = 0, record=COMPLETE, **more):
    moment = TONIGHT - timedelta(days=days_ago, hours=1)
    return circle.match(**record, played_at=moment.isoformat(), **more)


def links(element: Element) -> list[str]:
    return [link.attributes["href"] for link in element.all("a") if "/matches/" in link.attributes["href"]]


def section(page: Element, title: str) -> Element:
    (found,) = [part for part in page.all("section") if title in [h2.text for h2 in part.all("h2")]]
    return found


@pytest.fixture
def hall(make_circle: Circles) -> Circle:
    return make_circle(visibility="public")


def test_tables_first_then_tonight_then_earlier_by_evening(hall: Circle, visit: Visit):
    tonight, live = played(hall), played(hall, record=OPEN, table="window")
    last_week, before = played(hall, 7), played(hall, 14)
    with time_machine.travel(TONIGHT):
        page = visit("/")
    assert page.one("h1").text == "Thursday 26 November"
    assert "1 table playing, 1 match finished." in page.text
    assert links(section(page, "At the tables")) == [f"/matches/{live.pk}/"]
    assert "window round 7, trick 6" in section(page, "At the tables").text
    assert links(section(page, "Finished tonight")) == [f"/matches/{tonight.pk}/"]
    assert links(section(page, "Earlier")) == [f"/matches/{last_week.pk}/", f"/matches/{before.pk}/"]
    days = [day.text for day in section(page, "Earlier").all("h3")]
    assert days == ["Thursday 19 November 2026", "Thursday 12 November 2026"]


def test_an_evening_has_the_clubs_own_date(hall: Circle, visit: Visit):
    hall.club.time_zone = "Pacific/Auckland"
    hall.club.save()
    hall.match(**COMPLETE, played_at="2026-11-25T20:00:00Z")
    with time_machine.travel("2026-11-26T09:00:00Z"):
        assert visit("/").one("h1").text == "Thursday 26 November"


def test_without_an_evening_the_club_is_named_and_empty_sections_are_left_out(hall: Circle, visit: Visit):
    played(hall, 7)
    with time_machine.travel(TONIGHT):
        page = visit("/")
    assert page.one("h1").text == "Friday Club"
    assert not page.all("h2")


def test_a_row_names_winner_and_loser_and_shows_the_rounds(hall: Circle, visit: Visit):
    played(hall)
    row = visit("/").one("a", **{"class": "mrow"})
    assert row.text == "Red Ann 45 White Bob 44 Red scored more in 5 rounds, White in 5"
    assert [element.text for element in row if element.attributes.get("class") == "v"] == ["Ann", "45"]


def test_who_is_not_in_the_club_sees_nothing_of_a_private_one(circle: Circle, visit: Visit):
    match = played(circle)
    assert links(visit("/", circle.member)) == [f"/matches/{match.pk}/"]
    assert not links(visit("/", circle.stranger))
    page = visit("/")
    assert page.one("h1").text == "Nothing to see from outside"
    assert "Friday Club" not in page.text


def test_an_empty_club_says_what_will_fill_its_page(hall: Circle, visit: Visit):
    page = visit("/", hall.owner)
    assert page.one("h1").text == "Nothing recorded yet"
    assert page.one("svg", **{"class": "board"})


def test_with_several_clubs_each_match_says_whose_it_is(make_circle: Circles, visit: Visit):
    for slug in ("one", "two"):
        circle = make_circle(slug, "public")
        circle.club.name = f"Club {slug}"
        circle.club.save()
        played(circle)
    text = visit("/").text
    assert "Club one" in text
    assert "Club two" in text


def test_many_matches_come_a_page_at_a_time_and_none_is_lost(hall: Circle, visit: Visit):
    matches = [played(hall, days) for days in range(33)]
    first = visit("/")
    (older,) = [link.attributes["href"] for link in first.all("a") if link.text == "Earlier matches"]
    second = visit(f"/{older}")
    assert links(first) + links(second) == [f"/matches/{match.pk}/" for match in matches]
    assert second.one("h1").text == "Earlier matches"
    assert not [link for link in second.all("a") if link.text == "Earlier matches"]


@pytest.mark.parametrize("before", ["x", str(uuid.uuid4())])
def test_a_page_that_does_not_exist_is_not_found(hall: Circle, visit: Visit, before: str):
    visit(f"/?before={before}", status=404)


def test_fifty_matches_cost_no_more_queries_than_one(
    hall: Circle, client: Client, django_assert_max_num_queries: Callable
):
    client.force_login(hall.owner.user)
    played(hall), played(hall, record=OPEN)
    with django_assert_max_num_queries(12) as asked:
        client.get("/")
    for days in range(25):
        played(hall, days), played(hall, record=OPEN)
    with django_assert_max_num_queries(len(asked)):
        client.get("/")


def test_a_draw_has_two_winners(hall: Circle, visit: Visit):
    played(hall, record=DRAWN)
    row = visit("/").one("a", **{"class": "mrow"})
    assert [element.text for element in row if element.attributes.get("class") == "v"] == ["Ann", "95", "Bob", "95"]


def test_the_foot_says_when_the_ledger_was_verified_last(hall: Circle, visit: Visit):
    match = played(hall)
    assert "ledger" not in visit("/").one("footer").text
    with time_machine.travel("2026-11-30T03:30:00Z"):
        verify_journal()
    assert "ledger verified on 30 November 2026, 03:30 UTC" in visit("/").one("footer").text
    match.seats.filter(number=1).update(score=99)
    with time_machine.travel("2026-12-01T03:30:00Z"):
        verify_journal()
    begin_check()
    assert "ledger checked on 1 December 2026, 03:30 UTC: 1 fault" in visit("/").one("footer").text
