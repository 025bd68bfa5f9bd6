"""A club's page and the list of its matches, evening by evening."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from urllib.parse import unquote

import pytest
import time_machine
from django.test import Client

from scorepad.models import LadderRating
from scorepad.services.checking import begin
from scorepad.services.entries import enter
from scorepad.services.ladders import create_ladder
from scorepad.services.players import create_player
from scorepad.services.rating import refresh
from scorepad.tasks.ladders import verify_ladders
from scorepad.tasks.ledger import verify_journal
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry, vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, DRAWN, OPEN = (whole(VECTORS[n]["record"]) for n in (9, 11, 27))
TONIGHT = datetime(2026, 11, 26, 21, 0, tzinfo=timezone(timedelta(hours=1)))
MATCHES = {"mrow", "mrow void", "live"}
CLUB, LIST = "/clubs/friday/", "/clubs/friday/matches/"
Circles = Callable[..., Circle]


def played(circle: Circle, days_ago: int = 0, record=COMPLETE, **more):
    moment = TONIGHT - timedelta(days=days_ago, hours=1)
    return circle.match(**record, played_at=moment.isoformat(), **more)


def links(element: Element) -> list[str]:
    """The matches that are linked to, from lists and from tables."""
    return [link.attributes["href"] for link in element.all("a") if link.attributes.get("class") in MATCHES]


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
        page = visit(CLUB)
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
        assert visit(CLUB).one("h1").text == "Thursday 26 November"


def test_without_an_evening_the_club_is_named_and_empty_sections_are_left_out(hall: Circle, visit: Visit):
    played(hall, 7)
    with time_machine.travel(TONIGHT):
        page = visit(CLUB)
    assert page.one("h1").text == "Friday Club"
    assert [h2.text for h2 in page.all("h2")] == ["Matches", "Look closer"]


def test_a_row_names_winner_and_loser_and_shows_the_rounds(hall: Circle, visit: Visit):
    played(hall)
    row = visit(CLUB).one("a", **{"class": "mrow"})
    assert row.text == "Red Ann 45 White Bob 44 Red scored more in 5 rounds, White in 5"
    assert [element.text for element in row if element.attributes.get("class") == "v"] == ["Ann", "45"]


def test_who_is_not_in_the_club_sees_nothing_of_a_private_one(circle: Circle, visit: Visit):
    match = played(circle)
    assert links(visit(CLUB, circle.member)) == links(visit(LIST, circle.member)) == [f"/matches/{match.pk}/"]
    for viewer in (circle.stranger, None):
        for address in (CLUB, LIST, "/clubs/friday/players/", "/clubs/nowhere/"):
            visit(address, viewer, 404)


def test_an_empty_club_says_what_will_fill_its_page(hall: Circle, visit: Visit):
    page = visit(CLUB, hall.owner)
    assert page.one("h1").text == "Nothing recorded yet"
    assert page.one("svg", **{"class": "board"})


def test_a_match_without_an_entry_for_half_a_day_was_left_open(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT - timedelta(hours=13)):
        left = played(hall, 1, record=OPEN)
    with time_machine.travel(TONIGHT - timedelta(hours=11)):
        live = played(hall, record=OPEN)
    with time_machine.travel(TONIGHT):
        page = visit(CLUB)
    assert "1 table playing." in page.text
    assert links(section(page, "At the tables")) == [f"/matches/{live.pk}/"]
    assert links(section(page, "Left open")) == [f"/matches/{left.pk}/"]
    assert section(page, "Left open").one("h3").text == "Wednesday 25 November 2026"


@pytest.mark.parametrize(("written", "shown"), [("1", "Table 1"), ("window", "window"), ("Table 2", "Table 2")])
def test_a_table_that_is_only_a_number_is_called_a_table(hall: Circle, visit: Visit, written: str, shown: str):
    match = played(hall, record=OPEN, table=written)
    assert section(visit(CLUB), "At the tables").text.startswith(f"At the tables {shown} round 7")
    assert visit(f"/matches/{match.pk}/").one("p", **{"class": "say"}).text.startswith(f"{shown} Round 7")


def test_many_matches_come_a_page_at_a_time_and_none_is_lost(hall: Circle, visit: Visit):
    matches = [played(hall, days) for days in range(23)]
    first = visit(LIST)
    (older,) = [link.attributes["href"] for link in first.all("a") if link.text == "Earlier matches"]
    second = visit(f"{LIST}{older}")
    assert links(first) + links(second) == [f"/matches/{match.pk}/" for match in matches]
    assert "23 matches" in first.text
    assert not [link for link in second.all("a") if link.text == "Earlier matches"]
    (back,) = [link.attributes["href"] for link in second.all("a") if link.text == "Back to the latest"]
    assert links(visit(f"{LIST}{back}")) == links(first)
    assert {day.attributes["id"] for day in first.all("h3")} >= {"2026-11-26", "2026-11-25"}


def test_the_list_holds_those_that_are_wanted(hall: Circle, visit: Visit):
    """By any spelling of a name, its beginning or the player's id; by evening; by how they ended."""
    carl = create_player(viewer=hall.owner, club_slug="friday", name="Carl Ånd", aliases=["Charly"]).obj
    with_carl = {"red": hall.ann.pk, "white": carl.pk}
    first, second = played(hall, 1), played(hall, 2, seats=with_carl)
    left = played(hall, 3, record=OPEN, seats=with_carl)
    enter(viewer=hall.owner, match_id=first.pk, entry=entry("void", first.version, {}, reason="A lesson."))
    for asked, found in {
        "": [first, second, left],
        "player=carl": [second, left],
        "player=CHARLY": [second, left],
        f"player={carl.pk}": [second, left],
        "opponent=charly": [second, left],
        "player=bob&opponent=ann": [first],
        "player=bob&opponent=carl": [],
        "from=2026-11-25": [first],
        "to=2026-11-24&from=2026-11-23": [second, left],
        "player=Ann&from=2026-11-24": [first, second],
        "status=open": [left],
        "status=complete": [second],
        "status=void": [first],
        "from=yesterday&status=any": [first, second, left],
    }.items():
        page = visit(f"{LIST}?{asked}")
        assert links(page) == [f"/matches/{match.pk}/" for match in found], asked
        assert f"{len(found)} " in page.one("div", **{"class": "head"}).text
    assert visit(f"{LIST}?player={carl.pk}").one("input", id="player").attributes["value"] == "Carl Ånd"


@pytest.mark.parametrize("typed", ["Zoë", "%00", "00000000-0000-4000-8000-000000000000", "_", "%25"])
def test_a_name_that_means_nobody_is_told_and_kept_in_its_field(hall: Circle, visit: Visit, typed: str):
    played(hall)
    page = visit(f"{LIST}?player={typed}")
    assert len(page.all("p", role="alert")) == (typed != "%00")
    assert bool(links(page)) == (typed == "%00")
    assert page.one("input", id="player").attributes["value"] == unquote(typed).strip("\0")


def test_the_beginning_of_two_names_means_neither(hall: Circle, visit: Visit):
    create_player(viewer=hall.owner, club_slug="friday", name="Anna")
    match = played(hall)
    assert visit(f"{LIST}?player=An").one("p", role="alert").text.startswith("No one player here is called An")
    assert links(visit(f"{LIST}?player=ann")) == [f"/matches/{match.pk}/"]


@pytest.mark.parametrize("before", ["x", "00000000-0000-4000-8000-000000000000"])
def test_a_page_that_does_not_exist_is_not_found(hall: Circle, visit: Visit, before: str):
    visit(f"{LIST}?before={before}", status=404)


def test_fifty_matches_cost_no_more_queries_than_one(
    hall: Circle, client: Client, django_assert_max_num_queries: Callable
):
    client.force_login(hall.owner.user)
    create_ladder(viewer=hall.owner, club_slug="friday", game="marrakesh", name="All", system="elo")
    played(hall), played(hall, record=OPEN)
    list(refresh(club_id=hall.club.pk))
    most = {}
    for address in (CLUB, LIST, f"{LIST}?player=ann&opponent=bob", "/", "/search/?q=ann"):
        with django_assert_max_num_queries(12) as asked:
            client.get(address)
        most[address] = len(asked)
    for days in range(25):
        played(hall, days), played(hall, record=OPEN)
    list(refresh(club_id=hall.club.pk))
    for address, queries in most.items():
        with django_assert_max_num_queries(queries):
            answer = client.get(address)
        assert len(answer.content) < 40_000, address
        assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304, address


def test_a_draw_has_two_winners(hall: Circle, visit: Visit):
    played(hall, record=DRAWN)
    row = visit(CLUB).one("a", **{"class": "mrow"})
    assert [element.text for element in row if element.attributes.get("class") == "v"] == ["Ann", "95", "Bob", "95"]


def test_the_foot_says_when_the_ledger_was_verified_last(hall: Circle, visit: Visit):
    match = played(hall)
    assert "ledger" not in visit(CLUB).one("footer").text
    with time_machine.travel("2026-11-30T03:30:00Z"):
        verify_journal()
    assert "ledger verified on 30 November 2026, 03:30 UTC" in visit(CLUB).one("footer").text
    match.seats.filter(number=1).update(score=99)
    with time_machine.travel("2026-12-01T03:30:00Z"):
        verify_journal()
    begin("journal")
    assert "ledger checked on 1 December 2026, 03:30 UTC: 1 fault" in visit(CLUB).one("footer").text


def test_the_foot_says_when_the_ladders_were_verified_last(hall: Circle, visit: Visit):
    ladder = create_ladder(viewer=hall.owner, club_slug=hall.club.slug, game="marrakesh", name="All", system="elo").obj
    played(hall)
    list(refresh(club_id=hall.club.pk))
    assert "ladders" not in visit(CLUB).one("footer").text
    with time_machine.travel("2026-11-30T04:30:00Z"):
        verify_ladders()
    assert "ladders verified on 30 November 2026, 04:30 UTC" in visit(CLUB).one("footer").text
    LadderRating.objects.filter(ladder=ladder).update(rating=2000)
    with time_machine.travel("2026-12-01T04:30:00Z"):
        verify_ladders()
    begin("ladders")
    assert "ladders checked on 1 December 2026, 04:30 UTC: 2 differences" in visit(CLUB).one("footer").text
