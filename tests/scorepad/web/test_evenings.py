"""The clubs' matches, evening by evening."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
import time_machine
from django.test import Client

from scorepad.models import LadderRating
from scorepad.services.checking import begin
from scorepad.services.ladders import create_ladder
from scorepad.services.rating import refresh
from scorepad.tasks.ladders import verify_ladders
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
    with time_machine.travel(TONIGHT - timedelta(minutes=5)):
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


def test_a_match_without_an_entry_for_half_a_day_was_left_open(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT - timedelta(hours=13)):
        left = played(hall, 1, record=OPEN)
    with time_machine.travel(TONIGHT - timedelta(hours=11)):
        live = played(hall, record=OPEN)
    with time_machine.travel(TONIGHT):
        page = visit("/")
    assert "1 table playing." in page.text
    assert links(section(page, "At the tables")) == [f"/matches/{live.pk}/"]
    assert links(section(page, "Left open")) == [f"/matches/{left.pk}/"]
    assert section(page, "Left open").one("h3").text == "Wednesday 25 November 2026"


@pytest.mark.parametrize(("written", "shown"), [("1", "Table 1"), ("window", "window"), ("Table 2", "Table 2")])
def test_a_table_that_is_only_a_number_is_called_a_table(hall: Circle, visit: Visit, written: str, shown: str):
    match = played(hall, record=OPEN, table=written)
    assert section(visit("/"), "At the tables").text.startswith(f"At the tables {shown} round 7")
    assert visit(f"/matches/{match.pk}/").one("p", **{"class": "say"}).text.startswith(f"{shown} Round 7")


@pytest.fixture
def two_halls(make_circle: Circles) -> tuple[Circle, Circle]:
    one, two = (make_circle(slug, "public") for slug in ("one", "two"))
    for hall in (one, two):
        hall.club.name = f"Club {hall.club.slug}"
        hall.club.save()
    return one, two


def test_with_several_clubs_each_evening_says_whose_it_is(two_halls: tuple[Circle, Circle], visit: Visit):
    """Also when they played on one day, turn and turn about; the day itself can be linked to once."""
    one, two = two_halls
    matches = [played(hall, days) for days in (1, 8) for hall in (one, two, one)]
    with time_machine.travel(TONIGHT):
        page = visit("/")
    days = page.all("h3")
    assert [day.text.split(" 2026 ")[1] for day in days] in (
        ["Club one", "Club two"] * 2,
        ["Club two", "Club one"] * 2,
        ["Club one", "Club two", "Club two", "Club one"],
        ["Club two", "Club one", "Club one", "Club two"],
    )
    assert [day.attributes["id"] for day in days if "id" in day.attributes] == ["2026-11-25", "2026-11-18"]
    assert sorted(links(page)) == sorted(f"/matches/{match.pk}/" for match in matches)


def test_the_page_of_one_club_leads_back_to_all(two_halls: tuple[Circle, Circle], visit: Visit):
    one, two = two_halls
    matches = [played(one, days) for days in range(1, 33)]
    played(two), played(two, record=OPEN)
    assert "/?club=one" in {f"/{link.attributes['href']}" for link in visit("/").all("a") if link.text == "Club one"}
    with time_machine.travel(TONIGHT):
        first = visit("/?club=one")
    (older,) = [link.attributes["href"] for link in first.all("a") if link.text == "Earlier matches"]
    second = visit(f"/{older}")
    assert links(first) + links(second) == [f"/matches/{match.pk}/" for match in matches]
    assert "Club two" not in first.text + second.text
    assert [link.attributes["href"] for link in first.all("a") if link.text == "All clubs"] == ["/"]
    (back,) = [link.attributes["href"] for link in second.all("a") if link.text == "Back to the latest"]
    assert links(visit(f"/{back}")) == links(first)


@pytest.mark.parametrize("slug", ["friday", "nowhere", "", "%00", "a b", "x" * 500])
def test_a_club_that_is_not_there_or_not_to_be_seen_has_no_page(circle: Circle, visit: Visit, slug: str):
    visit(f"/?club={slug}", circle.stranger, 404)


def test_members_see_the_page_of_their_private_club(circle: Circle, visit: Visit):
    match = played(circle)
    assert links(visit("/?club=friday", circle.member)) == [f"/matches/{match.pk}/"]


def test_many_matches_come_a_page_at_a_time_and_none_is_lost(hall: Circle, visit: Visit):
    matches = [played(hall, days) for days in range(33)]
    first = visit("/")
    (older,) = [link.attributes["href"] for link in first.all("a") if link.text == "Earlier matches"]
    second = visit(f"/{older}")
    assert links(first) + links(second) == [f"/matches/{match.pk}/" for match in matches]
    assert second.one("h1").text == "Earlier matches"
    assert not [link for link in second.all("a") if link.text == "Earlier matches"]


@pytest.mark.parametrize("before", ["x", "00000000-0000-4000-8000-000000000000"])
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
    with django_assert_max_num_queries(len(asked) + 1):
        client.get(f"/?club={hall.club.slug}")


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
    begin("journal")
    assert "ledger checked on 1 December 2026, 03:30 UTC: 1 fault" in visit("/").one("footer").text


def test_the_foot_says_when_the_ladders_were_verified_last(hall: Circle, visit: Visit):
    ladder = create_ladder(viewer=hall.owner, club_slug=hall.club.slug, game="marrakesh", name="All", system="elo").obj
    played(hall)
    list(refresh(club_id=hall.club.pk))
    assert "ladders" not in visit("/").one("footer").text
    with time_machine.travel("2026-11-30T04:30:00Z"):
        verify_ladders()
    assert "ladders verified on 30 November 2026, 04:30 UTC" in visit("/").one("footer").text
    LadderRating.objects.filter(ladder=ladder).update(rating=2000)
    with time_machine.travel("2026-12-01T04:30:00Z"):
        verify_ladders()
    begin("ladders")
    assert "ladders checked on 1 December 2026, 04:30 UTC: 2 differences" in visit("/").one("footer").text
