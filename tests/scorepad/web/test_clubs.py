"""The pages before all clubs: home, the players of one, the search, and the language."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
import time_machine
from django.test import Client

from scorepad.models import Membership
from scorepad.services.ladders import create_ladder
from scorepad.services.merging import merge
from scorepad.services.players import change_player, create_player
from scorepad.services.rating import refresh
from scorepad.services.statistics import refresh as count
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element, read
from tests.scorepad.web.test_evenings import links, section
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, OPEN = (whole(VECTORS[n]["record"]) for n in (9, 27))
TONIGHT = datetime(2026, 11, 26, 21, 0, tzinfo=timezone(timedelta(hours=1)))
PLAYERS = "/clubs/friday/players/"
Circles = Callable[..., Circle]


@pytest.fixture
def halls(make_circle: Circles) -> tuple[Circle, Circle]:
    """A public club and a private one."""
    return make_circle("friday", "public"), make_circle("monday")


def clubs(page: Element) -> list[str]:
    return [row.attributes["href"] for row in page.all("a", **{"class": "crow"})]


def offered(page: Element) -> set[str]:
    """What the club's page leads on to, by the last word of each address."""
    return {link.attributes["href"].split("/")[-2] for link in section(page, "Look closer").all("a")}


def test_home_names_the_clubs_that_one_sees_and_who_plays_in_them_now(halls: tuple[Circle, Circle], visit: Visit):
    public, private = halls
    with time_machine.travel(TONIGHT - timedelta(minutes=5)):
        here, there = public.match(**OPEN), private.match(**OPEN)
        public.match(**COMPLETE)
    with time_machine.travel(TONIGHT):
        guest, member = visit("/"), visit("/", private.member)
    assert clubs(guest) == ["/clubs/friday/"]
    assert links(guest) == [f"/matches/{here.pk}/"]
    assert "2 matches" in guest.one("a", **{"class": "crow"}).text
    assert clubs(member) == ["/clubs/monday/", "/clubs/friday/"]
    assert {*links(member)} == {f"/matches/{here.pk}/", f"/matches/{there.pk}/"}
    assert "member private" in member.one("ul").text
    assert "2 tables playing." in member.text
    assert "Found a club" in member.text
    assert "Found a club" not in guest.text
    assert "/accounts/signup/" in [link.attributes["href"] for link in guest.all("a")]


def test_home_of_a_private_house_says_nothing_to_strangers(circle: Circle, visit: Visit):
    circle.match(**OPEN)
    page = visit("/")
    assert page.one("h1").text == "Nothing to see from outside"
    assert "Friday" not in page.text
    assert visit("/", circle.stranger).one("h1").text == "No club yet"


@pytest.mark.parametrize(("asked", "status"), [("friday", 301), ("monday", 404), ("", 404), ("%00", 404), ("a b", 404)])
def test_what_was_once_a_clubs_address_leads_to_it(
    halls: tuple[Circle, Circle], client: Client, asked: str, status: int
):
    answer = client.get(f"/?club={asked}")
    assert (answer.status_code, answer.get("Location")) == (status, "/clubs/friday/" if status == 301 else None)


def test_the_players_by_name_with_rating_and_last_results(halls: tuple[Circle, Circle], visit: Visit):
    hall, _ = halls
    create_ladder(viewer=hall.owner, club_slug="friday", game="marrakesh", name="All", system="elo", least_matches=2)
    carl = create_player(viewer=hall.owner, club_slug="friday", name="Carl").obj
    twin = create_player(viewer=hall.owner, club_slug="friday", name="Karl").obj
    shy = create_player(viewer=hall.owner, club_slug="friday", name="Shy").obj
    change_player(viewer=hall.owner, player_id=shy.pk, hidden=True)
    hall.match(**COMPLETE)
    hall.match(**COMPLETE, seats={"red": twin.pk, "white": hall.bob.pk})
    merge(viewer=hall.owner, player_id=twin.pk, into=carl.pk)
    list(refresh(club_id=hall.club.pk))
    list(count(club_id=hall.club.pk))
    rows = {row.one("th").text.split()[0]: row for row in visit(PLAYERS).one("tbody").all("tr")}
    assert list(rows) == ["Ann", "Bob", "Carl"]
    cells = {name: [cell.text for cell in row.all("td")] for name, row in rows.items()}
    assert cells["Ann"][:3] == ["won", "1–0–0", "1"]
    assert cells["Bob"][:3] == ["lost, lost", "0–0–2", "2"]
    assert cells["Carl"][:3] == ["won", "1–0–0", "1"]
    assert [cells[name][4].endswith("provisional") for name in rows] == [True, False, True]
    assert int(cells["Ann"][4].split("?")[0]) > 1500 > int(cells["Bob"][4])


def test_many_players_come_a_page_at_a_time(
    halls: tuple[Circle, Circle], visit: Visit, client: Client, django_assert_max_num_queries: Callable
):
    hall, _ = halls
    with django_assert_max_num_queries(12) as asked:
        client.get(PLAYERS)
    for n in range(45):
        create_player(viewer=hall.owner, club_slug="friday", name=f"Player {n:02}")
    with django_assert_max_num_queries(len(asked)):
        client.get(PLAYERS)
    first = visit(PLAYERS)
    (more,) = [link.attributes["href"] for link in first.all("a") if link.text == "More players"]
    second = visit(f"{PLAYERS}{more}")
    names = [row.one("a").text for page in (first, second) for row in page.one("tbody").all("tr")]
    assert names == ["Ann", "Bob", *(f"Player {n:02}" for n in range(45))]
    visit(f"{PLAYERS}?after=x", status=404)
    visit(f"{PLAYERS}?after=00000000-0000-4000-8000-000000000000", status=404)


def test_the_search_finds_by_any_spelling_what_one_may_see(halls: tuple[Circle, Circle], visit: Visit):
    hall, hidden = halls
    zoe = create_player(viewer=hall.owner, club_slug="friday", name="Zoë Ångström", aliases=["Zoey"]).obj
    create_player(viewer=hidden.owner, club_slug="monday", name="Zoë Hidden")
    ladder = create_ladder(viewer=hall.owner, club_slug="friday", game="marrakesh", name="Zoë’s", system="elo").obj
    with_zoe = hall.match(**COMPLETE, seats={"red": hall.ann.pk, "white": zoe.pk})
    without = hall.match(**COMPLETE)
    page = visit("/search/?q=zoë")
    assert [link.text for link in section(page, "Players").all("a")] == ["Zoë Ångström Friday Club"]
    assert [link.attributes["href"] for link in section(page, "Ladders").all("a")] == [f"/ladders/{ladder.pk}/"]
    assert links(page) == [f"/matches/{with_zoe.pk}/"]
    assert "Hidden" not in page.text
    assert section(visit("/search/?q=ZOEY"), "Players").one("a").text == "Zoë Ångström Friday Club · also Zoey"
    assert links(visit("/search/?q=ann+zoey")) == [f"/matches/{with_zoe.pk}/"]
    assert links(visit("/search/?q=ann+bob")) == [f"/matches/{without.pk}/"]
    assert {*links(visit("/search/?q=ann"))} == {f"/matches/{match.pk}/" for match in (with_zoe, without)}
    assert "Zoë Hidden" in section(visit("/search/?q=zoë", hidden.member), "Players").text
    assert section(visit("/search/?q=fri"), "Clubs").one("a").attributes["href"] == "/clubs/friday/"


def test_within_a_club_the_search_stays_there_and_leads_to_all(halls: tuple[Circle, Circle], visit: Visit):
    hall, hidden = halls
    match, _ = hall.match(**COMPLETE), hidden.match(**COMPLETE)
    both = hidden.member
    Membership.objects.create(club=hall.club, user=both.user, role="member")
    (way,) = [link for link in visit("/clubs/friday/", both).all("a") if link.text == "Search"]
    assert way.attributes["href"] == "/search/?club=friday"
    page = visit("/search/?club=friday&q=ann", both)
    assert page.one("form", role="search").one("input", name="club").attributes["value"] == "friday"
    assert "/clubs/friday/ladders/" in [link.attributes["href"] for link in page.one("nav").all("a")]
    assert links(page) == [f"/matches/{match.pk}/"]
    assert [link.attributes["href"] for link in section(page, "Players").all("a")] == [f"/players/{hall.ann.pk}/"]
    (out,) = [link for link in page.all("a") if link.text == "Search all clubs"]
    everywhere = visit(out.attributes["href"], both)
    assert everywhere.one("input", name="q").attributes["value"] == "ann"
    assert len(links(everywhere)) == len(section(everywhere, "Players").all("a")) == 2
    for slug, viewer in (("monday", hall.member), ("nowhere", both), ("a b", both)):
        visit(f"/search/?club={slug}&q=ann", viewer, status=404)


@pytest.mark.parametrize("asked", ["zz", "100%25", "__", "%00%00", "z", "", "' OR 1=1 --", "<b>", "ann " * 50])
def test_a_search_that_finds_nothing_says_so(halls: tuple[Circle, Circle], visit: Visit, asked: str):
    page = visit(f"/search/?q={asked}")
    assert not page.all("ul")
    assert len(page.all("p", **{"class": "empty"})) == bool(asked.strip("%0"))


def test_somebody_merged_is_found_as_whom_he_became(halls: tuple[Circle, Circle], visit: Visit):
    hall, _ = halls
    twin = create_player(viewer=hall.owner, club_slug="friday", name="Annette").obj
    merge(viewer=hall.owner, player_id=twin.pk, into=hall.ann.pk)
    (found,) = section(visit("/search/?q=annette"), "Players").all("a")
    assert (found.text, found.attributes["href"]) == ("Ann Friday Club · also Annette", f"/players/{hall.ann.pk}/")


def test_the_language_is_chosen_and_kept_and_leads_back(halls: tuple[Circle, Circle], client: Client):
    came_from = {"Referer": "http://testserver/clubs/friday/matches/?player=ann"}
    page = read(client.get("/language/", headers=came_from).content)
    back = page.one("input", name="next").attributes["value"]
    assert {button.attributes["value"] for button in page.all("button")} == {"en", "de"}
    answer = client.post("/language/", {"language": "de", "next": back})
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/friday/matches/?player=ann")
    assert read(client.get("/").content).one("html").attributes["lang"] == "de"
    client.post("/language/", {"language": "en", "next": back})
    assert read(client.get("/", headers={"Accept-Language": "de"}).content).one("html").attributes["lang"] == "en"


@pytest.mark.parametrize(
    "elsewhere", ["https://example.com/", "//example.com/", "javascript:alert(1)", "http://testserver/language/"]
)
def test_choosing_a_language_leads_nowhere_else(halls: tuple[Circle, Circle], client: Client, elsewhere: str):
    page = read(client.get("/language/", headers={"Referer": elsewhere}).content)
    assert page.one("input", name="next").attributes["value"] == "/"
    answer = client.post("/language/", {"language": "de", "next": elsewhere})
    assert answer["Location"] in ("/", "http://testserver/language/")


def test_what_a_club_offers_goes_by_ones_role(halls: tuple[Circle, Circle], visit: Visit):
    hall, _ = halls
    hall.match(**COMPLETE)
    everybody = {"statistics", "head-to-head", "paper", "screen"}
    assert offered(visit("/clubs/friday/")) == everybody
    for viewer in (hall.member, hall.scorer):
        assert offered(visit("/clubs/friday/", viewer)) == everybody | {"members"}
    assert offered(visit("/clubs/friday/", hall.owner)) == everybody | {"members", "imports", "settings"}
