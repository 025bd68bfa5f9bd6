"""A whole record put: a match made of it, or its record replaced, as JSON or in the text form; and put again."""

import json
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from scorepad.models import Club, Entry, Match, Player
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller, problem

Json = dict[str, Any]
NEW = {"If-None-Match": "*"}

PAD: Json = {
    "format": "marrakesh-record/1",
    "played_at": "2026-11-29T19:30:00+01:00",
    "rounds": [
        {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}},
        {"points": {"red": 6, "white": 1}},
    ],
    "note": "from the paper pad",
}


@pytest.fixture
def pad(closed: Club, owner: Caller) -> Json:
    """An old score pad of two players of the club, who are told by their names."""
    for name in ("Ann", "Bob"):
        owner.post(f"/clubs/{closed.slug}/players/", {"name": name})
    return {**PAD, "players": {"red": {"name": "Ann"}, "white": {"name": "bob"}}}


Put = Callable[..., Any]


@pytest.fixture
def put(owner: Caller) -> Put:
    def sent(match: str, record: Any, query: str = "", headers: dict[str, str] | None = None) -> Any:
        return owner.send("PUT", f"/matches/{match}/record/{query}", record, **(headers or {}))

    return sent


@pytest.fixture
def made(put: Put, pad: Json) -> str:
    match = str(uuid.uuid4())
    assert put(match, pad, "?club=closed", NEW).status_code == 201
    return match


def tag(owner: Caller, match: str, **headers: str) -> str:
    return str(owner.get(f"/matches/{match}/record/", **headers).headers["ETag"])


def test_a_match_is_made_of_a_record(put: Put, pad: Json, owner: Caller) -> None:
    match = str(uuid.uuid4())
    answer = put(match, pad, "?club=closed&rated=false&table=by+the+door&reason=the+winter+of+1979", NEW)
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/api/v1/matches/{match}/")
    assert answer.headers["ETag"] == tag(owner, match)
    assert answer.json() == owner.get(f"/matches/{match}/record/").json()
    ids = {player.name: str(player.pk) for player in Player.objects.all()}
    assert answer.json()["players"] == {
        "red": {"id": ids["Ann"], "name": "Ann"},
        "white": {"id": ids["Bob"], "name": "Bob"},
    }
    shown = owner.get(f"/matches/{match}/").json()
    assert (shown["rated"], shown["table"], shown["version"]) == (False, "by the door", 1)
    assert [after - before for before, after in zip(*shown["running"], strict=True)] == [6, 1]
    assert owner.get(f"/matches/{match}/entries/").json()["results"][0]["reason"] == "the winter of 1979"


def test_putting_a_new_record_again_is_harmless(put: Put, pad: Json) -> None:
    match = str(uuid.uuid4())
    answers = [put(match, pad, "?club=closed", NEW) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    assert len({answer.content for answer in answers}) == 1
    problem(put(match, {**pad, "note": "another"}, "?club=closed", NEW), 409, "id_in_use")
    assert Entry.objects.count() == 1


def test_an_id_in_use_in_a_club_one_cannot_see_is_a_conflict(
    pad: Json, made: str, callers: dict[str, Caller], people: Any
) -> None:
    stranger = callers["stranger"]
    stranger.post("/clubs/", {"slug": "mine", "name": "Mine"})
    for name in ("Ann", "Bob"):
        stranger.post("/clubs/mine/players/", {"name": name})
    problem(stranger.send("PUT", f"/matches/{made}/record/?club=mine", pad, **NEW), 409, "id_in_use")
    problem(stranger.send("PUT", f"/matches/{made}/record/?club=closed", pad, **NEW), 404, "not_found")


def test_a_record_is_replaced_under_its_tag_with_a_reason(put: Put, pad: Json, made: str, owner: Caller) -> None:
    before = tag(owner, made)
    other = {**pad, "rounds": [{"points": {"red": 0, "white": 1}}]}
    answer = put(made, other, "?reason=the+pad+was+read+wrongly", {"If-Match": before})
    assert answer.status_code == 200
    assert answer.json()["rounds"] == other["rounds"]
    assert answer.headers["ETag"] == tag(owner, made) != before
    last = owner.get(f"/matches/{made}/entries/").json()["results"][-1]
    assert (last["kind"], last["version"], last["reason"]) == ("replace", 2, "the pad was read wrongly")
    # The answer was lost, and the app sends the same again, under the tag that it has.
    again = put(made, other, "?reason=the+pad+was+read+wrongly", {"If-Match": before})
    assert (again.status_code, again.content) == (200, answer.content)
    assert Entry.objects.count() == 2


def test_a_record_that_somebody_changed_since_is_left_alone(put: Put, pad: Json, made: str, owner: Caller) -> None:
    before = tag(owner, made)
    put(made, {**pad, "note": "first"}, "?reason=x", {"If-Match": before})
    late = put(made, {**pad, "note": "second"}, "?reason=y", {"If-Match": before})
    problem(late, 412, "precondition_failed")
    assert late.headers["ETag"] == tag(owner, made)
    assert owner.get(f"/matches/{made}/record/").json()["note"] == "first"
    for forged in (f"W/{tag(owner, made)}", '"x"', '""', "x", ""):
        problem(put(made, {**pad, "note": "third"}, "?reason=y", {"If-Match": forged}), 412, "precondition_failed")
    anyhow = put(made, {**pad, "note": "third"}, "?reason=y", {"If-Match": f'"x", {tag(owner, made)}'})
    assert anyhow.json()["note"] == "third"
    assert put(made, {**pad, "note": "fourth"}, "?reason=y", {"If-Match": "*"}).status_code == 200


def test_what_is_missing_is_asked_for(put: Put, pad: Json, made: str, owner: Caller) -> None:
    before = Entry.objects.count()
    changed = {**pad, "note": "another"}
    problem(put(made, changed, "?reason=x"), 428, "precondition_required")
    problem(put(made, changed, "?reason=x", {**NEW, "If-Match": tag(owner, made)}), 428, "precondition_required")
    said = problem(put(made, changed, "", {"If-Match": tag(owner, made)}), 422, "malformed")
    assert said["errors"][0]["pointer"] == "/reason"
    problem(put(str(uuid.uuid4()), pad, "", NEW), 400, "bad_parameter")
    problem(put(str(uuid.uuid4()), pad, "?club=closed", {"If-None-Match": '"a"'}), 400, "bad_request")
    problem(put(str(uuid.uuid4()), pad, "?reason=x", {"If-Match": "*"}), 404, "not_found")
    problem(put(str(uuid.uuid4()), pad, "?club=nowhere", NEW), 404, "not_found")
    assert (Entry.objects.count(), Match.objects.count()) == (before, 1)


WRONG: list[tuple[Json, str, str]] = [
    ({"rounds": [{"points": {"red": 100, "white": 0}}]}, "/rounds/0/points", "impossible_points"),
    ({"players": {"red": {"name": "Ann"}, "white": {"name": "Rob"}}}, "/players/white", "unknown_player"),
    ({"players": {"red": {"name": "Ann"}, "white": {"name": "ANN"}}}, "/players/white", "same_player"),
    ({"players": {"red": {"name": "Ann"}}}, "/players", "malformed"),
    ({"played_at": None}, "/played_at", "malformed"),
    ({"id": str(uuid.uuid4())}, "/id", "malformed"),
    ({"format": "backgammon/1"}, "/format", "malformed"),
    ({"extra": 1}, "/extra", "malformed"),
]


@pytest.mark.parametrize(("change", "pointer", "code"), WRONG)
@pytest.mark.parametrize("there", [False, True])
def test_a_record_that_cannot_be_is_refused_at_its_place(
    change: Json, pointer: str, code: str, there: bool, put: Put, pad: Json, made: str, owner: Caller
) -> None:
    record = {**pad, **change}
    if there:
        answer = put(made, record, "?reason=x", {"If-Match": tag(owner, made)})
    else:
        answer = put(str(uuid.uuid4()), record, "?club=closed", NEW)
    said = problem(answer, 422, code)
    assert said["errors"][0]["pointer"] == pointer
    assert (Match.objects.count(), Entry.objects.count()) == (1, 1)


def text_of(owner: Caller, match: str) -> tuple[str, str]:
    answer = owner.get(f"/matches/{match}/record/", Accept="text/plain")
    return answer.content.decode(), answer.headers["ETag"]


def put_text(owner: Caller, path: str, text: str, **headers: str) -> Any:
    sent = {**owner.headers, **headers}
    return owner.client.generic(
        "PUT", f"/api/v1{path}", text.encode(), headers=sent, CONTENT_TYPE="text/plain; charset=utf-8"
    )


def test_the_text_form_comes_back_as_it_went_out(owner: Caller, made: str, pad: Json) -> None:
    text, etag = text_of(owner, made)
    same = put_text(owner, f"/matches/{made}/record/?reason=x", text, **{"If-Match": etag, "Accept": "text/plain"})
    assert (same.status_code, same.content.decode(), same.headers["ETag"]) == (200, text, etag)
    edited = text.replace("from the paper pad", "from the attic")
    answer = put_text(owner, f"/matches/{made}/record/?reason=x", edited, **{"If-Match": etag, "Accept": "text/plain"})
    assert (answer.status_code, answer.content.decode()) == (200, edited)
    other = str(uuid.uuid4())
    fresh = put_text(owner, f"/matches/{other}/record/?club=closed", text.replace(made, other), **NEW)
    assert fresh.status_code == 201
    assert fresh.json()["rounds"] == pad["rounds"]


def test_a_text_that_cannot_be_is_told_by_line_and_column(owner: Caller, made: str) -> None:
    text, etag = text_of(owner, made)
    lines = text.splitlines()
    where = next(number for number, line in enumerate(lines, 1) if line.startswith("Round 2"))
    impossible = "\n".join([*lines[: where - 1], "Round 2  points red 100 white 1", *lines[where:]])
    said = problem(
        put_text(owner, f"/matches/{made}/record/?reason=x", impossible, **{"If-Match": etag}), 422, "impossible_points"
    )
    assert said["errors"][0]["params"]["line"] == where
    problem(put_text(owner, f"/matches/{made}/record/?reason=x", "", **{"If-Match": etag}), 422, "unrecognised_file")
    problem(put_text(owner, f"/matches/{made}/record/?reason=x", "a\0b", **{"If-Match": etag}), 400, "bad_text")
    assert Entry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_put_twice_at_once_is_one_entry(put: Put, pad: Json, made: str, owner: Caller) -> None:
    etag = tag(owner, made)
    body = json.dumps({**pad, "note": "at once"}).encode()

    def send(_: int) -> int:
        try:
            sender = Caller()
            sender.headers = owner.headers
            return int(sender.send("PUT", f"/matches/{made}/record/?reason=x", body, **{"If-Match": etag}).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(send, range(4)))
    assert set(statuses) <= {200, 412}
    assert 200 in statuses
    assert Entry.objects.filter(kind="replace").count() == 1


def test_whoever_may_not_record_puts_nothing(pad: Json, made: str, callers: dict[str, Caller], owner: Caller) -> None:
    etag = {"If-Match": tag(owner, made)}
    for name, status in (("anonymous", 401), ("expired", 401), ("stranger", 404), ("member", 403), ("owner:read", 403)):
        answer = callers[name].send("PUT", f"/matches/{made}/record/?reason=x", {**pad, "note": "x"}, **etag)
        assert answer.status_code == status
        new = callers[name].send("PUT", f"/matches/{uuid.uuid4()}/record/?club=closed", pad, **NEW)
        assert new.status_code == status
    assert Entry.objects.count() == 1


def test_a_device_hears_of_nobody_in_the_club_but_who_sits_at_its_table(
    pad: Json, made: str, owner: Caller, people: Any, closed: Club
) -> None:
    match = Match.objects.get(pk=made)
    secret = issue_token(user=people["owner"], name="tablet", scopes=["record"], club=closed, match=match)[1]
    tablet, etag = Caller(secret), {"If-Match": tag(owner, made)}
    near = {**pad, "players": {"red": {"name": "Anne"}, "white": {"name": "Bob"}}}
    patch = [{"op": "replace", "path": "/players/red", "value": {"name": "Anne"}}]
    amend = {"id": str(uuid.uuid4()), "kind": "amend", "base_version": 1, "data": {"patch": patch}, "reason": "x"}
    for caller, names in ((tablet, []), (owner, ["Ann"])):
        for answer in (
            caller.send("PUT", f"/matches/{made}/record/?reason=x", near, **etag),
            caller.post(f"/matches/{made}/entries/", amend),
        ):
            said = problem(answer, 422, "unknown_player")
            assert [each["name"] for each in said["errors"][0]["params"]["near"]] == names
