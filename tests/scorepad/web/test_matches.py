"""The match page: who sees it, and how much of it; how it is asked for again; that it stays small."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.html import escape

from scorepad.models import Match
from scorepad.services.entries import enter_all
from scorepad.services.players import create_player
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry, vectors, written_down
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, OPEN = VECTORS[9]["record"], VECTORS[27]["record"]
MOST_QUERIES = 12
MOST_BYTES = 60_000
Circles = Callable[..., Circle]


@pytest.mark.parametrize(
    ("who", "private", "public"),
    [("owner", 200, 200), ("scorer", 200, 200), ("member", 200, 200), ("stranger", 404, 200), ("nobody", 404, 200)],
)
def test_a_private_clubs_match_is_its_members_alone(make_circle: Circles, visit: Visit, who, private, public):
    for visibility, status in (("private", private), ("public", public)):
        circle = make_circle(visibility, visibility)
        match = circle.match(**whole(COMPLETE))
        visit(f"/matches/{match.pk}/", getattr(circle, who), status)


def test_a_match_that_is_hidden_and_one_that_never_was_answer_alike(circle: Circle, visit: Visit):
    hidden = visit(f"/matches/{circle.match().pk}/", circle.stranger, 404)
    assert hidden.text == visit(f"/matches/{uuid.uuid4()}/", circle.stranger, 404).text


def test_the_stake_and_what_is_paid_are_for_members(make_circle: Circles, visit: Visit):
    circle = make_circle(visibility="public")
    match = circle.match(**whole(COMPLETE))
    assert "€0.25 a point, Oasis agreed: Ann wins €0.25" in visit(f"/matches/{match.pk}/", circle.member).text
    for viewer in (circle.stranger, circle.nobody):
        text = visit(f"/matches/{match.pk}/", viewer).text
        assert "€" not in text
        assert "Oasis" not in text


def test_an_open_match_shows_what_comes_next_and_rows_to_be_filled(make_circle: Circles, visit: Visit):
    circle = make_circle(visibility="public")
    page = visit(f"/matches/{circle.match(**whole(OPEN), table='window').pk}/", circle.nobody)
    assert "window Round 7, trick 6" in page.one("p", **{"class": "say"}).text
    assert [row.attributes["id"] for row in page.all("tr") if "id" in row.attributes] == [
        f"round-{n}" for n in range(1, 13)
    ]


def test_a_match_leads_to_its_players_and_to_all_they_have_played(make_circle: Circles, visit: Visit):
    circle = make_circle(visibility="public")
    match = circle.match(**whole(COMPLETE))
    red, white = (seat.player for seat in match.seats.order_by("number"))
    leads = {link.text: link.attributes["href"] for link in visit(f"/matches/{match.pk}/", circle.nobody).all("a")}
    assert leads[red.name] == f"/players/{red.pk}/"
    assert leads[white.name] == f"/players/{white.pk}/"
    assert leads["Head to head"] == f"/head-to-head/?a={red.pk}&b={white.pk}"


def test_a_match_just_begun_has_twelve_empty_rows(circle: Circle, visit: Visit):
    page = visit(f"/matches/{circle.match().pk}/", circle.owner)
    assert "Round 1: the deal comes next" in page.text
    assert not page.all("section", id="running")


def test_earlier_rounds_since_the_shuffle_stay_closed_to_all_but_recorders(make_circle: Circles, visit: Visit):
    circle = make_circle(visibility="public")
    record = {**COMPLETE, "rounds": [*COMPLETE["rounds"][:5], {"setup": COMPLETE["rounds"][5]["setup"], "tricks": []}]}
    match = circle.match(**whole(record))
    for viewer, openable in (
        (circle.scorer, [1, 2, 3, 4, 5, 6]),
        (circle.member, [1, 2, 3, 6]),
        (circle.nobody, [1, 2, 3, 6]),
    ):
        page = visit(f"/matches/{match.pk}/?round=5", viewer)
        assert [n for n in range(1, 13) if page.one("tr", id=f"round-{n}").all("a")] == openable
        assert bool(page.all("ol")) == (5 in openable)
        assert ("The cards of rounds 4 and 5" in page.text) == (5 not in openable)
        assert "Recorded every trick" in page.text


def test_every_reader_gets_a_page_within_its_budget(
    circle: Circle, client: Client, django_assert_max_num_queries: Callable
):
    match = circle.match(options=COMPLETE["options"])
    entries = [entry(kind, 1 + i, data) for i, (kind, data) in enumerate(written_down(COMPLETE))]
    enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries)
    young = circle.match(options=COMPLETE["options"])
    client.force_login(circle.owner.user)
    for query in ("", "?round=10&view=table", "?round=10&step=3"):
        with django_assert_max_num_queries(MOST_QUERIES) as asked:
            answer = client.get(f"/matches/{match.pk}/{query}")
        assert len(answer.content) < MOST_BYTES, query
        with django_assert_max_num_queries(len(asked)):
            client.get(f"/matches/{young.pk}/{query}")


def test_the_page_is_sent_again_only_when_something_on_it_changed(circle: Circle, client: Client):
    match = circle.match(**whole(OPEN))
    client.force_login(circle.owner.user)
    address = f"/matches/{match.pk}/"
    etag = client.get(address)["ETag"]
    assert not etag.startswith("W/")
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(f"{address}?round=7", headers={"If-None-Match": etag}).status_code == 200
    circle.ann.name = "Annette"
    circle.ann.save()
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_page_is_only_read(circle: Circle, client: Client, method: str):
    match = circle.match()
    client.force_login(circle.owner.user)
    assert getattr(client, method)(f"/matches/{match.pk}/").status_code == 405


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=alert(1)>",
        "\"'><script>alert(1)</script>",
        "{{ settings.SECRET_KEY }}",
        "&lt;b&gt;",
        "N" * 80,
    ],
)
def test_a_hostile_name_is_only_a_name(make_circle: Circles, client: Client, visit: Visit, name: str):
    circle = make_circle(visibility="public")
    red, white = (
        create_player(viewer=circle.owner, club_slug=circle.club.slug, name=f"{name}{n}"[-80:]).obj for n in "12"
    )
    match = circle.match(**whole(COMPLETE), seats={"red": red.pk, "white": white.pk}, table=name[:40])
    of_club = ("/clubs/friday/", "/clubs/friday/matches/", "/clubs/friday/players/")
    for address in (f"/matches/{match.pk}/?round=10", *of_club):
        page = visit(address)
        assert not page.all("img")
        assert all(script.attributes["src"] and not script.children for script in page.all("script"))
        assert red.name in page.text
    assert escape(red.name).encode() in client.get(f"/matches/{match.pk}/").content


def test_nothing_inline_and_nothing_from_elsewhere(circle: Circle, visit: Visit):
    match = circle.match(**whole(COMPLETE))
    for address in (f"/matches/{match.pk}/?round=10", "/", "/clubs/friday/", "/search/?q=ann", "/accounts/login/"):
        page = visit(address, circle.owner if "login" not in address else None)
        for element in page:
            assert element.tag != "style"
            assert element.tag != "script" or not element.children
            assert not {"style", "onclick", "onload"} & set(element.attributes)
            for name in ("href", "src", "action"):
                assert not element.attributes.get(name, "").startswith(("http:", "https:", "//", "javascript:"))


def test_the_charts_figures_can_be_read_as_a_table(circle: Circle, visit: Visit):
    match = circle.match(**whole(COMPLETE))
    section = visit(f"/matches/{match.pk}/?view=table", circle.owner).one("section", id="running")
    rows = [[cell.text for cell in row if cell.tag in ("td", "th")] for row in section.one("tbody").all("tr")]
    assert rows == [[str(a), str(n), str(b)] for n, (a, b) in enumerate(VECTORS[9]["replay"]["running"], 1)]


def test_a_match_that_todays_rules_refuse_still_shows(circle: Circle, visit: Visit):
    match = circle.match(**whole(COMPLETE))
    Match.objects.filter(pk=match.pk).update(objection={"code": "illegal_play"})
    page = visit(f"/matches/{match.pk}/?round=10", circle.owner)
    assert "It stands as it was scored." in page.text
    assert page.all("ol")


@pytest.mark.parametrize("name", ["owner", "nobody"])
@pytest.mark.parametrize("record", [COMPLETE, OPEN])
def test_the_record_as_text_is_what_the_api_gives(make_circle: Circles, client: Client, name: str, record):
    circle = make_circle(visibility="public")
    match, viewer = circle.match(**whole(record)), getattr(circle, name)
    if viewer.user:
        client.force_login(viewer.user)
    answer = client.get(f"/matches/{match.pk}/record.txt")
    asked = client.get(f"/api/v1/matches/{match.pk}/record/", headers={"Accept": "text/plain"})
    assert answer.content == asked.content
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"].startswith("inline")


def test_the_record_as_text_is_for_those_who_see_the_match(circle: Circle, client: Client):
    match = circle.match(**whole(COMPLETE))
    for viewer, status in ((circle.member, 200), (circle.stranger, 404)):
        client.force_login(viewer.user)
        assert client.get(f"/matches/{match.pk}/record.txt").status_code == status
