"""Dry runs over the wire: what a change would do to ladders, told with the answer or by a job."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Club, Entry, Ladder, Match, Player, Preview, User
from scorepad.selectors.access import Viewer
from scorepad.services import previewing
from scorepad.services.ladders import create_ladder
from scorepad.services.players import create_player
from scorepad.services.previewing import work_out
from scorepad.services.rating import refresh
from tests.api.callers import Caller, problem
from tests.api.worlds import counted

Json = dict[str, Any]

NEW = {"If-None-Match": "*"}
ANY = {"If-Match": "*"}
WON, LOST = ([{"points": {"red": red, "white": white}}] * 12 for red, white in ((5, 0), (0, 5)))
TEXT = "text/plain"


@pytest.fixture
def ladder(closed: Club, people: dict[str, User]) -> Ladder:
    viewer = Viewer.of_session(people["owner"])
    for name in ("Ann", "Bob", "Cleo"):
        create_player(viewer=viewer, club_slug=closed.slug, name=name)
    return create_ladder(viewer=viewer, club_slug=closed.slug, game="marrakesh", name="All", system="elo").obj


def record(red: str, white: str, day: int, rounds: list[Json] = WON) -> Json:
    return {
        "format": "marrakesh-record/1",
        "played_at": f"2026-01-{day:02}T19:30:00+01:00",
        "players": {"red": {"name": red}, "white": {"name": white}},
        "rounds": rounds,
    }


Put = Callable[..., Any]


@pytest.fixture
def put(owner: Caller) -> Put:
    def sent(match: str, body: Json, query: str, headers: dict[str, str]) -> Any:
        return owner.send("PUT", f"/matches/{match}/record/?reason=so{query}", body, **headers)

    return sent


@pytest.fixture
def match(ladder: Ladder, put: Put) -> str:
    """Ann has beaten Bob, and a week later Cleo has."""
    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    for made, body in ((first, record("Ann", "Bob", 5)), (second, record("Cleo", "Bob", 12))):
        assert put(made, body, "&club=closed", NEW).status_code == 201
    list(refresh(club_id=ladder.club_id))
    return first


def void(**more: Any) -> Json:
    return {"id": str(uuid.uuid4()), "kind": "void", "base_version": 1, "data": {}, "reason": "so it was", **more}


def places(owner: Caller, ladder: Ladder) -> dict[str, Any]:
    list(refresh(club_id=ladder.club_id))
    rows = owner.get(f"/ladders/{ladder.pk}/standings/").json()["standings"]
    return {row["player"]["name"]: (row["place"], row["rating"]) for row in rows}


def told(answer: Any, which: str) -> dict[str, Any]:
    (ladder,) = answer.json()["ladders"]
    return {
        row["player"]["name"]: row[which] and (row[which]["place"], row[which]["rating"]) for row in ladder["standings"]
    }


def test_an_entry_tells_what_it_would_do(owner: Caller, ladder: Ladder, match: str) -> None:
    before, rows = places(owner, ladder), counted()
    answer = owner.post(f"/matches/{match}/entries/?dry_run=true", void())
    assert (answer.status_code, answer.json()["dry_run"], answer.json()["preview"]) == (200, True, None)
    (said,) = answer.json()["ladders"]
    assert (said["ladder"], said["name"], said["periods"]) == (str(ladder.pk), "All", ["2026-01-05", "2026-01-12"])
    assert counted() == rows
    assert told(answer, "before") == before
    assert owner.post(f"/matches/{match}/entries/", void()).status_code == 201
    assert told(answer, "after") == {**places(owner, ladder), "Ann": None}


def test_a_late_match_tells_what_it_would_do(owner: Caller, ladder: Ladder, match: str, put: Put) -> None:
    late, body, rows = str(uuid.uuid4()), record("Bob", "Cleo", 2), counted()
    before = places(owner, ladder)
    answer = put(late, body, "&club=closed&dry_run=true", {**NEW, "Accept": TEXT})
    assert (answer.status_code, answer.json()["kind"], answer.json()["status"]) == (200, "create", "complete")
    assert "Location" not in answer.headers
    assert counted() == rows
    assert told(answer, "before") == before
    assert put(late, body, "&club=closed", NEW).status_code == 201
    assert told(answer, "after") == places(owner, ladder)
    assert put(late, body, "&club=closed&dry_run=true", NEW).json()["ladders"] == []


def test_a_record_put_in_its_place_tells_what_it_would_do(owner: Caller, ladder: Ladder, match: str, put: Put) -> None:
    body, rows, before = record("Ann", "Bob", 15, LOST), counted(), places(owner, ladder)
    answer = put(match, body, "&dry_run=true", ANY)
    assert (answer.status_code, answer.json()["kind"], answer.json()["version"]) == (200, "replace", 2)
    assert answer.json()["changes"]["played_at"]["after"] == body["played_at"]
    assert counted() == rows
    assert told(answer, "before") == before
    problem(put(match, body, "&dry_run=true", {"If-Match": '"another"'}), 412, "precondition_failed")
    problem(put(match, body, "&dry_run=true", {}), 428, "precondition_required")
    problem(put(match, {**body, "rounds": 3}, "&dry_run=true", ANY), 422, "malformed")
    assert put(match, body, "", ANY).status_code == 200
    assert told(answer, "after") == places(owner, ladder)
    assert put(match, body, "&dry_run=true", ANY).json()["ladders"] == []


def test_a_merge_and_its_end_tell_what_they_would_do(owner: Caller, ladder: Ladder, match: str) -> None:
    ann, cleo = (Player.objects.get(name=name) for name in ("Ann", "Cleo"))
    apart, rows = places(owner, ladder), counted()
    path, body = f"/players/{cleo.pk}/merge/", {"into": str(ann.pk)}
    merging = owner.post(f"{path}?dry_run=true", body)
    assert (merging.status_code, merging.json()["merged_into"], merging.json()["name"]) == (200, str(ann.pk), "Cleo")
    assert counted() == rows
    assert owner.get(f"/players/{cleo.pk}/").json()["merged_into"] is None
    done = owner.post(path, body).json()
    assert {**done, "dry_run": True, "ladders": merging.json()["ladders"], "preview": None} == merging.json()
    together = places(owner, ladder)
    assert told(merging, "before") == {name: apart[name] for name in told(merging, "before")}
    assert told(merging, "after") == {name: together.get(name) for name in told(merging, "after")}
    parting = owner.post(f"/players/{cleo.pk}/unmerge/?dry_run=true", {})
    assert parting.json()["merged_into"] is None
    assert told(parting, "after") == told(merging, "before")
    assert owner.get(f"/players/{cleo.pk}/").json()["merged_into"] == str(ann.pk)
    problem(owner.post(f"/players/{cleo.pk}/merge/?dry_run=perhaps", body), 400, "bad_parameter")


@pytest.mark.parametrize("status", [200, 202])
def test_a_batch_tells_at_its_end(
    owner: Caller, ladder: Ladder, match: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 5000 if status == 200 else 0)
    unrated = {**void(), "kind": "amend", "data": {"rated": False}}
    both = {"entries": [void(), {**unrated, "base_version": 2}]}
    answer = owner.post(f"/matches/{match}/entries/?dry_run=true", both)
    results = answer.json()["results"]
    assert (answer.status_code, [each["status"] for each in results]) == (status, [200, status])
    assert results[0]["entry"]["ladders"] is None
    assert (results[1]["entry"]["ladders"] is not None) == (status == 200)
    refused = owner.post(f"/matches/{match}/entries/?dry_run=true", {"entries": [void(), void(base_version=7)]})
    results = problem(refused, 409, "not_next")["results"]
    assert results[0]["status"] == status
    assert Entry.objects.filter(match=match).count() == 1


def test_what_takes_long_is_told_by_a_job(
    owner: Caller, callers: dict[str, Caller], ladder: Ladder, match: str, monkeypatch: pytest.MonkeyPatch, put: Put
) -> None:
    at_once = owner.post(f"/matches/{match}/entries/?dry_run=true", void()).json()["ladders"]
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 0)
    answer = owner.post(f"/matches/{match}/entries/?dry_run=true", void())
    assert (answer.status_code, answer.json()["ladders"]) == (202, None)
    path = f"/previews/{answer.json()['preview']}/"
    assert answer.headers["Location"] == f"/api/v1{path}"
    waiting = owner.get(path).json()
    assert (waiting["state"], waiting["ladders"], waiting["finished_at"]) == ("queued", None, None)
    work_out(preview_id=uuid.UUID(answer.json()["preview"]))
    done = owner.get(path).json()
    assert (done["state"], done["ladders"], done["club"]) == ("done", at_once, "closed")
    for name in ("scorer", "member", "stranger", "anonymous"):
        problem(callers[name].get(path), 404, "not_found")
    ann, cleo = (Player.objects.get(name=name) for name in ("Ann", "Cleo"))
    later = [
        put(match, record("Ann", "Bob", 15), "&dry_run=true", ANY),
        put(str(uuid.uuid4()), record("Ann", "Bob", 2), "&club=closed&dry_run=true", NEW),
        owner.post(f"/players/{cleo.pk}/merge/?dry_run=true", {"into": str(ann.pk)}),
    ]
    assert [each.status_code for each in later] == [202, 202, 202]
    assert {each.headers["Location"] for each in later} == {
        f"/api/v1/previews/{each.json()['preview']}/" for each in later
    }
    assert Preview.objects.count() == 4


def test_a_name_that_is_gone_is_not_told_by_a_preview(
    owner: Caller, ladder: Ladder, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 0)
    preview = owner.post(f"/matches/{match}/entries/?dry_run=true", void()).json()["preview"]
    work_out(preview_id=uuid.UUID(preview))
    ann = Player.objects.get(name="Ann")
    assert owner.post(f"/players/{ann.pk}/anonymise/", {}).status_code == 200
    answer = owner.get(f"/previews/{preview}/")
    assert b"Ann" not in answer.content
    assert str(ann.pk).encode() in answer.content


def test_who_may_not_do_it_is_told_nothing(callers: dict[str, Caller], ladder: Ladder, match: str) -> None:
    cleo, rows = Player.objects.get(name="Cleo"), counted()
    asked: list[tuple[str, Any]] = [
        (f"/matches/{match}/entries/?dry_run=true", void()),
        (f"/players/{cleo.pk}/merge/?dry_run=true", {"into": str(Player.objects.get(name="Ann").pk)}),
        (f"/players/{cleo.pk}/unmerge/?dry_run=true", {}),
    ]
    for name, status in (("member", 403), ("stranger", 404), ("anonymous", 401), ("owner:read", 403)):
        assert [callers[name].post(*each).status_code for each in asked] == [status] * 3
        put = callers[name].send("PUT", f"/matches/{match}/record/?dry_run=true", record("Ann", "Bob", 2), **ANY)
        assert put.status_code == status
    assert [callers["scorer"].post(*each).status_code for each in asked] == [200, 403, 403]
    assert counted() == rows
    assert not Match.objects.filter(void=True).exists()
