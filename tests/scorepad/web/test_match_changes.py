"""A match put right on pages: its effect shown first, then done, with a reason, once; and by those alone who may."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from engine.marrakesh import replay
from scorepad.models import ApiToken, Entry, Match, Pairing
from scorepad.selectors.access import Viewer
from scorepad.services.players import create_player
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.pages import Element, read
from tests.scorepad.web.test_corrections import put
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, OPEN = VECTORS[9]["record"], VECTORS[27]["record"]
Json = dict[str, Any]


class Desk:
    """Somebody at the page of a match's corrections, `?what=` and where."""

    def __init__(self, client: Client, match: Match, viewer: Viewer, query: str) -> None:
        self.client, self.address = client, f"/matches/{match.pk}/change/?{query}"
        client.force_login(viewer.user)
        self.fields = fields(self.read())

    def read(self) -> Element:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, answer.content
        return read(answer.content)

    def send(self, *, do: bool = False, status: int | None = None, **changed: str | None) -> Element:
        self.fields |= {"reason": "Seen on the paper pad."} | changed
        sent = {name: value for name, value in self.fields.items() if value is not None}
        answer = self.client.post(self.address, sent | ({"do": "yes"} if do else {}))
        assert answer.status_code == status or (302 if do else 200), answer.content
        return read(answer.content)


def fields(page: Element) -> dict[str, str | None]:
    """What a browser would send of the form."""
    form = page.one("form")
    found: dict[str, str | None] = {}
    for element in form.all("input"):
        told = element.attributes
        if told.get("type") in ("checkbox", "radio"):
            found[told["name"]] = told["value" if "value" in told else "name"] if "checked" in told else None
        elif "name" in told and told["name"] != "csrfmiddlewaretoken":
            found[told["name"]] = told.get("value", "")
    for element in form.all("select"):
        chosen = [option for option in element.all("option") if "selected" in option.attributes]
        found[element.attributes["name"]] = chosen[0].attributes["value"] if chosen else ""
    for element in form.all("textarea"):
        found[element.attributes["name"]] = "".join(map(str, element.children)).removeprefix("\n")
    return found


def effect(page: Element) -> str:
    return page.one("section", id="effect").text


@pytest.mark.parametrize("page", ["change", "change/?what=void", "pair"])
def test_only_recorders_reach_these_pages(circle: Circle, client: Client, page: str):
    address = f"/matches/{circle.match().pk}/{page}{'' if '?' in page else '/'}"
    assert client.get(address).status_code == 302  # to sign in
    for viewer, status in ((circle.owner, 200), (circle.scorer, 200), (circle.member, 403), (circle.stranger, 404)):
        client.force_login(viewer.user)
        assert client.get(address).status_code == status
        if status != 200:
            sent = {"name": "Tablet", "reason": "No.", "do": "yes"}
            assert client.post(address, sent).status_code == status
    assert Entry.objects.count() == 1
    assert not Pairing.objects.exists()


def test_what_can_be_done_is_offered_as_the_match_stands(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)

    def offered(match: Match) -> list[str]:
        page = read(client.get(f"/matches/{match.pk}/change/").content)
        return [
            link.attributes["href"].removeprefix("?what=") for link in page.one("ul", **{"class": "things"}).all("a")
        ]

    complete = circle.match(**whole(COMPLETE))
    assert offered(complete) == ["trick", "setup", "match", "void"]
    assert offered(circle.match(**whole(OPEN))) == ["trick", "setup", "match", "forfeit", "abandon", "void"]
    assert offered(circle.match()) == ["match", "forfeit", "abandon", "void"]
    assert offered(circle.match(rounds=[{"points": {"red": 3, "white": 0}}]))[0] == "pad"
    put(complete, circle.owner, "void", {}, "A lesson.")
    assert offered(complete) == ["trick", "setup", "match", "restore"]


def test_the_effect_is_shown_and_nothing_stored_until_it_is_done_once(circle: Circle, client: Client):
    match = circle.match(**whole(COMPLETE))
    desk = Desk(client, match, circle.scorer, "what=trick&round=2&trick=5")
    assert desk.fields["lead_card"] == "5S"
    said = effect(desk.send(lead_card="2C"))
    # By the engine's replay of the same record with that card: White, not Red, scored otherwise in round 2.
    assert "Score 45–44 → 49–40" in said
    assert Entry.objects.count() == 1
    for _ in range(2):  # a button pressed twice
        desk.send(do=True)
    (line,) = Entry.objects.filter(kind="amend")
    assert line.data == {"patch": [{"op": "replace", "path": "/rounds/1/tricks/4/lead", "value": "2C"}]}
    assert (line.reason, line.actor) == ("Seen on the paper pad.", circle.scorer.user)
    match.refresh_from_db()
    assert match.summary["totals"] == {"red": 49, "white": 40}


def test_who_led_a_trick_stays_written_when_its_cards_are_put_right(circle: Circle, client: Client):
    """ "Apps do well to send it": it follows from the tricks before, whatever the cards of this one were."""
    written = deepcopy(whole(COMPLETE))
    trick = written["rounds"][1]["tricks"][4]
    trick["leader"] = replay(COMPLETE)["rounds"][1]["tricks"][4]["leader"]
    match = circle.match(**written)
    Desk(client, match, circle.scorer, "what=trick&round=2&trick=5").send(do=True, lead_card="2C")
    (line,) = Entry.objects.filter(kind="amend")
    assert line.data == {"patch": [{"op": "replace", "path": "/rounds/1/tricks/4/lead", "value": "2C"}]}


def test_what_cannot_have_happened_is_refused_in_its_place_and_stays_typed_in(circle: Circle, client: Client):
    match = circle.match(**whole(COMPLETE))
    desk = Desk(client, match, circle.owner, "what=trick&round=1&trick=1")
    page = desk.send(do=True, status=200, plays="6/1 6/off")
    assert page.one("ul", **{"class": "errorlist"}).text.startswith("Round 1, trick 1")
    assert [each.attributes["name"] for each in page.all("input") if "autofocus" in each.attributes] == ["plays"]
    assert fields(page)["plays"] == "6/1 6/off"
    assert "do" not in [button.attributes.get("name") for button in page.all("button")]
    assert Entry.objects.count() == 1


def test_what_follows_elsewhere_cannot_have_happened_is_told_above_the_form(circle: Circle, client: Client):
    """Had that lead moved the man from the 6-point, the next trick could not have."""
    match = circle.match(**whole(COMPLETE))
    desk = Desk(client, match, circle.owner, "what=trick&round=1&trick=5")
    page = desk.send(do=True, status=200, lead_card="6S")
    note = page.one("div", **{"class": "note bad"})
    assert note.text.startswith("Round 1, trick 6, play 1: Red cannot play 6/1")
    assert "autofocus" in note.attributes
    assert not page.all("ul", **{"class": "errorlist"})
    assert fields(page)["lead_card"] == "6S"


def test_a_reason_is_asked_for(circle: Circle, client: Client):
    desk = Desk(client, circle.match(**whole(COMPLETE)), circle.owner, "what=void")
    page = desk.send(do=True, status=200, reason=" ")
    assert page.all("ul", **{"class": "errorlist"})
    assert Entry.objects.count() == 1


def test_whoever_comes_late_overwrites_nothing(circle: Circle, client: Client):
    match = circle.match(**whole(COMPLETE))
    desk = Desk(client, match, circle.owner, "what=match")
    put(match, circle.scorer, "amend", {"table": "door"}, "Another table.")
    page = desk.send(do=True, status=200, table="window")
    assert "Somebody has written in this match meanwhile" in page.text
    match.refresh_from_db()
    assert match.table == "door"


def test_players_time_table_note_and_whether_it_is_rated(make_circle: Callable[..., Circle], client: Client):
    circle = make_circle()
    circle.club.time_zone = "Europe/Vienna"
    circle.club.save()
    match = circle.match(**whole(COMPLETE))
    cem = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Cem").obj
    desk = Desk(client, match, circle.owner, "what=match")
    assert desk.fields["played_at"] == "2026-11-29T19:30"  # on the club's own clock
    wanted: Json = {"red": str(circle.bob.pk), "white": str(cem.pk), "note": "By candlelight.", "rated": None}
    said = effect(desk.send(**wanted, played_at="2026-11-29T20:15"))
    for change in ("Red Ann → Bob", "White Bob → Cem", "Rated yes → no"):
        assert change in said
    desk.send(do=True)
    match.refresh_from_db()
    assert match.played_at.isoformat() == "2026-11-29T19:15:00+00:00"
    assert (match.note, match.rated, match.table) == ("By candlelight.", False, "")
    assert [seat.player.name for seat in match.seats.order_by("number")] == ["Bob", "Cem"]
    Desk(client, match, circle.owner, "what=match").send(do=True, note="")
    match.refresh_from_db()
    assert match.note is None


def test_dice_and_rounds_of_an_old_pad(circle: Circle, client: Client):
    pad = [{"ovals": {"red": [2, 2, 2], "white": [0, 1, 1]}}, {"points": {"red": 3, "white": 0}}]
    setup = {"setup": {"red": [1, 2, 3, 4, 5, 6], "white": [1, 1, 2, 3, 4, 5]}, "tricks": []}
    match = circle.match(rounds=[*pad, setup])
    dice = Desk(client, match, circle.owner, "what=setup")
    assert dice.fields["white"] == "1 1 2 3 4 5"
    dice.send(do=True, white="6 6 2, 3 4 5")
    ovals = Desk(client, match, circle.owner, "what=pad&round=1")
    assert ovals.fields["red"] == "2 2 2"
    # A Rabat, 6, off in 3-1-2; and White held to one man off in three turns is a Royal Fez, 9.
    ovals.send(do=True, red="3 1 2", white="0 0 1")
    points = Desk(client, match, circle.owner, "what=pad&round=2")
    assert "One number" in points.send(do=True, status=200, red="3 4").text
    points.send(do=True, red="6", white="1")
    match.refresh_from_db()
    assert match.running == [[15, 0], [21, 1]]
    last = Entry.objects.filter(kind="amend").earliest("version")
    assert last.data == {"patch": [{"op": "replace", "path": "/rounds/2/setup/white", "value": [6, 6, 2, 3, 4, 5]}]}


@pytest.mark.parametrize(
    ("way", "said", "status", "head"),
    [
        ("forfeit", "Status open → given up Gave up – → Bob", "forfeited", "Bob gave up in round 7"),
        ("abandon", "Status open → abandoned", "abandoned", "Abandoned in round 7"),
    ],
)
def test_a_match_is_ended_early(circle: Circle, client: Client, way: str, said: str, status: str, head: str):
    match = circle.match(**whole(OPEN))
    desk = Desk(client, match, circle.scorer, f"what={way}")
    seat = {"seat": "white"} if way == "forfeit" else {}
    assert said in effect(desk.send(**seat))
    desk.send(do=True)
    match.refresh_from_db()
    assert match.status == status
    page = read(client.get(f"/matches/{match.pk}/").content)
    assert page.one("p", **{"class": "say"}).text == head
    assert page.one("p", id="told").text.endswith(head)  # what is read out is what is shown


def test_the_second_recording_is_declared_void_and_put_back(circle: Circle, client: Client):
    counts, double = circle.match(**whole(COMPLETE)), circle.match(**whole(COMPLETE))
    desk = Desk(client, double, circle.owner, "what=void")
    assert "Void no → yes" in effect(desk.send(duplicate_of=str(counts.pk)))
    desk.send(do=True)
    double.refresh_from_db()
    assert (double.void, double.duplicate_of) == (True, counts)
    Desk(client, double, circle.owner, "what=restore").send(do=True)
    double.refresh_from_db()
    assert not double.void


def test_a_tablet_is_paired_by_a_code_that_is_shown_once(circle: Circle, client: Client):
    match = circle.match()
    client.force_login(circle.scorer.user)
    address = f"/matches/{match.pk}/pair/"
    sent = fields(read(client.get(address).content)) | {"name": "Window table"}
    answer = client.post(address, sent)
    assert "no-store" in answer["Cache-Control"]
    made = read(answer.content)
    url = made.one("code", id="link").text
    assert made.one("div", **{"class": "code"}).all("path")
    again = read(client.post(address, sent).content)
    assert not again.all("code")
    assert Pairing.objects.count() == 1
    client.logout()
    code = url.rstrip("/").rpartition("/")[2]
    claim = client.post("/api/v1/pairings/claim/", {"code": code}, content_type="application/json")
    assert (claim.status_code, claim.json()["match"]) == (201, str(match.pk))
    assert ApiToken.objects.get().name == "Window table"
