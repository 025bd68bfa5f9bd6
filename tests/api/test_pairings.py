"""A device is paired by a short link, once, and records its one match with the token it gets."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from scorepad.models import ApiToken, Club, Entry, Membership, Pairing, User
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer
from scorepad.services.matches import create_match
from scorepad.services.pairings import claim_pairing, create_pairing
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller, problem
from tests.api.conftest import NewMatch
from tests.api.plays import ROUND, entry

Json = dict[str, Any]


@pytest.fixture
def link(owner: Caller, match: Json) -> Json:
    answer = owner.post(f"/matches/{match['id']}/pairings/", {"name": "Tablet 2"})
    assert answer.status_code == 201, answer.content
    shown: Json = answer.json()
    return shown


def claimed(code: str) -> Json:
    answer = Caller().post("/pairings/claim/", {"code": code})
    assert answer.status_code == 201, answer.content
    shown: Json = answer.json()
    return shown


def test_the_link_is_short_and_its_qr_code_a_drawing(link: Json) -> None:
    assert link["url"] == f"http://testserver/pair/{link['code']}/"
    assert len(link["code"]) == 10
    assert ElementTree.fromstring(link["qr"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert not Pairing.objects.filter(digest__contains=link["code"]).exists()


def test_a_device_records_its_match_and_reads_nothing_else_of_the_club(
    link: Json, match: Json, closed: Club, owner: Caller, new_match: NewMatch
) -> None:
    other = owner.post("/matches/", new_match(closed)).json()
    got = claimed(link["code"])
    assert (got["match"], got["name"]) == (match["id"], "Tablet 2")
    device = Caller(got["token"])
    assert device.post(f"/matches/{match['id']}/entries/", entry(ROUND, 1)).status_code == 201
    assert device.get(f"/matches/{match['id']}/record/").status_code == 200
    assert Entry.objects.get(match=match["id"], version=2).token.name == "Tablet 2"  # type: ignore[union-attr]
    for path in (f"/matches/{other['id']}/", "/clubs/closed/", "/clubs/closed/players/"):
        problem(device.get(path), 404, "not_found")
    problem(device.post(f"/matches/{other['id']}/entries/", entry(ROUND, 1)), 404, "not_found")
    problem(device.post("/matches/", new_match(closed)), 404, "not_found")
    assert [row["id"] for row in device.get("/matches/").json()["results"]] == [match["id"]]
    problem(device.post("/tokens/", {"name": "more", "scopes": ["record"]}), 403, "forbidden")


def test_a_code_is_good_once_however_it_is_typed(link: Json) -> None:
    code = link["code"]
    claimed(f" {code[:5].lower()}-{code[5:]} ")
    spent = Caller().post("/pairings/claim/", {"code": code})
    never = Caller().post("/pairings/claim/", {"code": "BCDFGHJKMN"})
    assert problem(spent, 404, "not_found")["detail"] == problem(never, 404, "not_found")["detail"]
    assert ApiToken.objects.filter(match__isnull=False).count() == 1


def test_a_code_runs_out_after_ten_minutes_and_its_token_after_two_days(link: Json, match: Json) -> None:
    now = timezone.now()
    with time_machine.travel(now + timedelta(minutes=11), tick=False):
        problem(Caller().post("/pairings/claim/", {"code": link["code"]}), 404, "not_found")
    device = Caller(claimed(link["code"])["token"])
    with time_machine.travel(now + timedelta(hours=49), tick=False):
        problem(device.get(f"/matches/{match['id']}/"), 401, "invalid_token")


def test_a_device_ends_with_the_token_that_paired_it(people: dict[str, User], match: Json) -> None:
    end = timezone.now() + timedelta(hours=1)
    caller = Caller(issue_token(user=people["scorer"], name="app", scopes=["record"], expires_at=end)[1])
    link = caller.post(f"/matches/{match['id']}/pairings/", {}).json()
    assert claimed(link["code"])["expires_at"] == end.isoformat().replace("+00:00", "Z")


def test_a_code_opens_nothing_once_its_maker_may_not_record(link: Json, people: dict[str, User], closed: Club) -> None:
    Membership.objects.filter(club=closed, user=people["owner"]).update(role="member")
    problem(Caller().post("/pairings/claim/", {"code": link["code"]}), 404, "not_found")
    Membership.objects.filter(club=closed, user=people["owner"]).update(role="owner")
    device = Caller(claimed(link["code"])["token"])
    Club.objects.filter(pk=closed.pk).update(deleted_at=timezone.now())
    problem(device.get(f"/matches/{link['match']}/"), 404, "not_found")


def test_the_same_link_is_made_once(owner: Caller, callers: dict[str, Caller], match: Json) -> None:
    sent, path = {"id": str(uuid.uuid4()), "name": "Tablet"}, f"/matches/{match['id']}/pairings/"
    first, again = owner.post(path, sent), owner.post(path, sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert {name: value for name, value in first.json().items() if name not in ("code", "url", "qr")} == again.json()
    problem(owner.post(path, {**sent, "name": "Other"}), 409, "id_in_use")
    problem(callers["scorer"].post(path, sent), 409, "id_in_use")
    assert Pairing.objects.count() == 1


def test_a_device_pairs_no_other(link: Json, match: Json) -> None:
    device = Caller(claimed(link["code"])["token"])
    problem(device.post(f"/matches/{match['id']}/pairings/", {}), 403, "forbidden")


def test_the_page_says_which_match_and_looking_uses_nothing_up(link: Json, match: Json) -> None:
    client, path = Client(enforce_csrf_checks=True), f"/pair/{link['code']}/"
    for _ in range(2):
        page = client.get(path).content.decode()
        assert all(seat["name"] in page for seat in match["seats"].values())
        assert f'href="/record/#pair={link["code"]}"' in page
    assert client.post(path).status_code == 403
    assert not ApiToken.objects.filter(match__isnull=False).exists()
    crumb = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    shown = client.post(path, {"csrfmiddlewaretoken": crumb}).content.decode()
    secret = shown.partition("<code>")[2].partition("</code>")[0]
    assert Caller(secret).get(f"/matches/{match['id']}/").status_code == 200
    for spent in (path, "/pair/BCDFGHJKMN/", "/pair/\x00/"):
        gone = client.get(spent)
        assert (gone.status_code, "This link is spent" in gone.content.decode()) == (404, True)


@pytest.mark.django_db(transaction=True)
def test_of_many_devices_at_once_one_gets_the_token(people: dict[str, User], closed: Club, new_match: NewMatch) -> None:
    viewer, body = Viewer.of_session(people["owner"]), new_match(closed)
    made = create_match(viewer=viewer, club_slug=body.pop("club"), **body).obj
    code = create_pairing(viewer=viewer, match_id=made.pk).code
    assert code is not None

    def claim(_: int) -> bool:
        try:
            claim_pairing(code=code)
        except NotHere:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(claim, range(6))) == [False] * 5 + [True]
    assert ApiToken.objects.filter(match=made).count() == 1
