"""The pages on which a ladder's rules are made and changed, and told of before they hold."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from scorepad.models import Ladder
from scorepad.selectors.access import Viewer
from scorepad.services import previewing
from scorepad.services.entries import enter
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import beats, new_ladder, rated
from tests.scorepad.services import seasons
from tests.scorepad.tables import entry
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element, read
from tests.scorepad.web.test_ladders import at


def form_of(page: Element) -> dict[str, str]:
    """What a browser would send of the form, with everything as it stands."""
    (form,) = [form for form in page.all("form") if form.attributes.get("method") == "post"]
    sent = {}
    for field in form.all("input"):
        kind = field.attributes.get("type")
        if "name" in field.attributes and (kind not in ("radio", "checkbox") or "checked" in field.attributes):
            sent[field.attributes["name"]] = field.attributes.get("value", "on" if kind == "checkbox" else "")
    for select in form.all("select"):
        (chosen,) = [option for option in select.all("option") if "selected" in option.attributes]
        sent[select.attributes["name"]] = chosen.attributes["value"]
    return sent


Post = Callable[..., tuple[Any, Element | None]]


@pytest.fixture
def post(client: Client) -> Post:
    def posted(address: str, viewer: Viewer, data: dict[str, str]) -> tuple[Any, Element | None]:
        client.force_login(viewer.user)
        answer = client.post(address, data)
        return answer, read(answer.content) if answer.status_code == 200 else None

    return posted


def test_a_ladder_is_made_once_its_standings_were_seen(circle: Circle, visit: Visit, post: Post):
    beats(circle, circle.ann, circle.bob, 0)
    address = f"/clubs/{circle.club.slug}/ladders/new/"
    sent = form_of(visit(address, circle.owner)) | {
        "name": "Spring",
        "system": "elo",
        "least_matches": "1",
        "active_within": "",
    }
    _, page = post(address, circle.owner, {**sent, "do": "1"})
    assert not Ladder.objects.exists()
    effect = page.one("section", id="effect")
    assert [row.text for row in effect.one("tbody").all("tr")] == ["Ann 1516 place 1", "Bob 1484 place 2"]
    seen = form_of(page)
    for _ in range(2):
        answer, _ = post(address, circle.owner, {**seen, "do": "1"})
        assert answer.status_code == 302
    ladder = Ladder.objects.get()
    assert answer.url == at(ladder)
    assert (ladder.name, ladder.system, ladder.least_matches, ladder.active_within) == ("Spring", "elo", 1, None)
    assert ladder.parameters == {"rating": 1500.0, "factor": 32.0, "margin_scale": None}


def test_other_rules_are_told_before_they_hold(circle: Circle, visit: Visit, post: Post):
    """With a factor of 24 half of it is 12 points."""
    ladder = new_ladder(circle, name="Winter")
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    address = at(ladder, "change/")
    before = form_of(visit(address, circle.owner))
    _, page = post(address, circle.owner, {**before, "elo_factor": "24"})
    effect = page.one("section", id="effect")
    assert [row.text for row in effect.one("tbody").all("tr")] == [
        "Ann 1516 place 1 1512 place 1",
        "Bob 1484 place 2 1488 place 2",
    ]
    seen = form_of(page)
    _, page = post(address, circle.owner, {**seen, "do": "1", "elo_factor": "16"})
    ladder.refresh_from_db()
    assert ladder.parameters["factor"] == 32
    assert "1508 place 1" in page.one("section", id="effect").text
    answer, _ = post(address, circle.owner, {**seen, "do": "1"})
    assert answer.status_code == 302
    ladder.refresh_from_db()
    assert (ladder.parameters["factor"], ladder.version) == (24, 2)
    _, page = post(address, circle.owner, {**form_of(visit(address, circle.owner)), "version": "1", "name": "Other"})
    _, page = post(address, circle.owner, {**form_of(page), "version": "1", "do": "1"})
    assert "Somebody has changed these rules meanwhile" in page.text
    ladder.refresh_from_db()
    assert ladder.name == "Winter"


def test_a_form_sent_as_it_came_changes_nothing(circle: Circle, visit: Visit, post: Post):
    """Whatever rules there are: the form holds all of them."""
    table = {"points": {"win": 2.5, "bye": 1}, "tiebreaks": ["wins", "-lost"], "byes": {str(circle.ann.pk): 3}}
    given = {"season_start": date(2026, 1, 1), "season_end": date(2026, 12, 31), "forfeits": True, "period": "month"}
    ladder = new_ladder(circle, "glicko2", least_matches=3, largest_deviation=112.5, table=table, **given)
    address = at(ladder, "change/")
    _, page = post(address, circle.owner, form_of(visit(address, circle.owner)))
    assert "Nothing: these are the rules it has." in page.one("section", id="effect").text


LOST = {"tiebreaks": ["direct", "wins", "lost"]}
IMPOSSIBLE = [
    ("name", ""),
    ("name", "AUTUMN"),
    ("elo_factor", "0"),
    ("elo_factor", ""),
    ("season_end", "2025-01-01"),
    ("points_win", "0.3"),
    ("tiebreak_0", "luck"),
    ("tiebreak_1", "direct"),
    ("tiebreak_3", "-lost"),
    ("active_within", "0"),
]


def test_what_cannot_be_is_told_at_its_field(circle: Circle, visit: Visit, post: Post):
    new_ladder(circle, name="Autumn")
    ladder = new_ladder(circle, name="Winter", season_start=date(2026, 1, 1), table=LOST)
    address = at(ladder, "change/")
    sent = form_of(visit(address, circle.owner))
    for field, value in IMPOSSIBLE:
        _, page = post(address, circle.owner, {**sent, field: value})
        _, page = post(address, circle.owner, {**form_of(page), "do": "1"})
        (wrong,) = page.all("ul", **{"class": "errorlist"})
        assert wrong.attributes["id"] == f"id_{field}_error"
    ladder.refresh_from_db()
    assert ladder.version == 1


WAYS = ("change/", "freeze/", "delete/")


def test_only_owners_reach_the_rules(circle: Circle, visit: Visit, client: Client):
    ladder = new_ladder(circle)
    for address in (f"/clubs/{circle.club.slug}/ladders/new/", *(at(ladder, way) for way in WAYS)):
        visit(address, circle.owner)
        visit(address, circle.member, status=403)
        visit(address, circle.stranger, status=404)
        client.logout()
        assert client.get(address).url.startswith("/accounts/login/")


def test_a_ladder_is_deleted_once_its_name_is_typed(circle: Circle, visit: Visit, post: Post):
    ladder = new_ladder(circle, name="Winter")
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    address = at(ladder, "delete/")
    assert visit(at(ladder, "change/"), circle.owner).all("a", href=address)
    page = visit(address, circle.owner)
    assert [dd.text for dd in page.all("dd")] == ["2", "0"]
    _, page = post(address, circle.owner, {"confirm": "Summer"})
    (wrong,) = page.all("ul", **{"class": "errorlist"})
    assert wrong.attributes["id"] == "id_confirm_error"
    assert Ladder.objects.filter(pk=ladder.pk).exists()
    answer, _ = post(address, circle.owner, {"confirm": "WINTER"})
    assert (answer.status_code, answer.url) == (302, f"/clubs/{circle.club.slug}/ladders/")
    visit(at(ladder), circle.owner, status=404)


def test_a_frozen_ladder_cannot_be_deleted(circle: Circle, visit: Visit, post: Post):
    ladder = seasons.season(circle)
    seasons.played(circle, 0)
    seasons.freeze_it(circle, ladder)
    page = visit(at(ladder, "delete/"), circle.owner)
    assert "This season was frozen, for good" in page.text
    assert [form for form in page.all("form") if form.attributes.get("method") == "post"] == []
    _, page = post(at(ladder, "delete/"), circle.owner, {"confirm": "Winter"})
    assert "This season was frozen, for good" in page.text
    assert Ladder.objects.filter(pk=ladder.pk).exists()


# -- what a change would do -------------------------------------------------------------------------------------------


def test_a_preview_is_told_to_whoever_asked_once_a_job_has_worked_it_out(
    circle: Circle, visit: Visit, monkeypatch: Any
):
    """With Bob's win void, Ann and Bob have each the points of the one match that is left."""
    new_ladder(circle, name="Winter")
    beats(circle, circle.ann, circle.bob, 0)
    second = beats(circle, circle.bob, circle.ann, 7)
    rated(circle)
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 0)
    given = entry("void", second.version, {}, reason="the wrong pack")
    verdict = enter(viewer=circle.owner, match_id=second.pk, entry=given, dry_run=True)
    address = f"/previews/{verdict.foretold.preview}/"
    page = visit(address, circle.owner)
    assert page.one("section", id="preview").attributes["data-live"] == "2"
    previewing.work_out(preview_id=verdict.foretold.preview)
    page = visit(address, circle.owner)
    assert "data-live" not in page.one("section", id="preview").attributes
    assert [row.text for row in page.one("tbody").all("tr")] == [
        "Ann place 2 1499 place 1 1516",
        "Bob place 1 1501 place 2 1484",
    ]
    visit(address, circle.member, status=404)


def test_tie_breaks_are_suggested_in_the_readers_language(circle: Circle, client: Client):
    client.force_login(circle.owner.user)
    address = f"/clubs/{circle.club.slug}/ladders/new/"
    page = read(client.get(address, headers={"Accept-Language": "de"}).content)
    suggested = {
        option.attributes["value"]: option.text for option in page.one("datalist", id="tiebreaks").all("option")
    }
    assert suggested["wins"] == "Siege"
    assert suggested["extra_number_5"] == "Zusatzkarten: Fünf"
    assert not [label for label in suggested.values() if re.search(r"\b(of|the|and|with)\b", label)]
