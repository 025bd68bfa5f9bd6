"""Imports over the wire: a file sent, its verdicts read line by line, sent again, taken back."""

import json
import uuid
from typing import Any

import pytest

from scorepad.models import Club, Import, Match, Player
from scorepad.services.imports import run
from tests.api.callers import Caller, problem

Json = dict[str, Any]


def record(**given: Any) -> Json:
    return {
        "format": "marrakesh-record/1",
        "id": str(uuid.uuid4()),
        "played_at": "2026-11-29T19:30:00+01:00",
        "players": {"red": {"name": "Ann"}, "white": {"name": "Bob"}},
        "rounds": [{"points": {"red": 6, "white": 1}}],
        **given,
    }


def send(caller: Caller, source: bytes, query: str = "", kind: str = "application/x-ndjson") -> Any:
    path = f"/api/v1/clubs/closed/imports/{query}"
    return caller.client.generic("POST", path, source, headers=caller.headers, CONTENT_TYPE=kind)


def lines(*records: Any) -> bytes:
    return "\n".join(json.dumps(each) for each in records).encode()


@pytest.fixture(autouse=True)
def players(closed: Club, owner: Caller) -> None:
    for name in ("Ann", "Bob"):
        owner.post(f"/clubs/{closed.slug}/players/", {"name": name})


def test_a_file_is_noted_done_and_told_line_by_line(owner: Caller) -> None:
    source = lines(record(), {"format": "x"}, record(players={"red": {"name": "Anne"}, "white": {"name": "Bob"}}))
    sent = send(owner, source, "?mode=per_record")
    assert sent.status_code == 202
    noted = sent.json()
    assert (noted["state"], noted["total"], noted["position"], noted["players"]) == ("queued", 3, 0, "match")
    assert sent.headers["Location"] == f"/api/v1/imports/{noted['id']}/"
    run(import_id=uuid.UUID(noted["id"]))
    done = owner.get(f"/imports/{noted['id']}/").json()
    assert (done["state"], done["position"], done["counts"]) == ("done", 3, {"new": 1, "here": 0, "refused": 2})
    assert [(line["line"], line["status"]) for line in done["lines"]] == [(1, "new"), (2, "refused"), (3, "refused")]
    assert done["lines"][2]["problem"]["errors"][0]["params"]["near"][0]["name"] == "Ann"
    refused = owner.get(f"/imports/{noted['id']}/?status=refused&page_size=1").json()
    assert [line["line"] for line in refused["lines"]] == [2]
    assert [line["line"] for line in owner.get(refused["next"].partition("/api/v1")[2]).json()["lines"]] == [3]
    assert [each["id"] for each in owner.get("/clubs/closed/imports/").json()["results"]] == [noted["id"]]


def test_the_same_file_under_the_same_id_is_the_same_import(owner: Caller) -> None:
    mine, source = uuid.uuid4(), lines(record())
    answers = [send(owner, source, f"?id={mine}&players=create&mode=atomic&dry_run=true") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    problem(send(owner, source, f"?id={mine}"), 409, "id_in_use")
    assert Import.objects.count() == 1


def test_what_cannot_be_read_is_refused_at_once(owner: Caller) -> None:
    problem(send(owner, b""), 422, "unrecognised_file")
    problem(send(owner, b"<html>"), 422, "unrecognised_file")
    problem(send(owner, b"{}", kind="text/csv"), 415, "unsupported_media_type")
    problem(send(owner, b"x" * (5 * 1024 * 1024 + 1)), 413, "body_too_large")
    problem(send(owner, lines(record()), "?mode=sometimes"), 400, "bad_parameter")
    problem(send(owner, lines(record()), "?players=guess"), 400, "bad_parameter")
    assert Import.objects.count() == 0


def test_an_import_is_taken_back_whole(owner: Caller) -> None:
    source = lines(record(), record(players={"red": {"name": "Zoe"}, "white": {"name": "Bob"}}))
    noted = send(owner, source, "?players=create").json()["id"]
    problem(owner.post(f"/imports/{noted}/take-back/", {}), 409, "import_under_way")
    run(import_id=uuid.UUID(noted))
    taken = owner.post(f"/imports/{noted}/take-back/", {}).json()
    assert taken["state"] == "taken_back"
    assert owner.post(f"/imports/{noted}/take-back/", {}).json() == taken
    assert list(Match.objects.values_list("void", flat=True)) == [True, True]
    assert dict(Player.objects.values_list("name", "hidden")) == {"Ann": False, "Bob": False, "Zoe": True}
    assert {row["name"] for row in owner.get("/clubs/closed/players/?hidden=false").json()["results"]} == {"Ann", "Bob"}
    match = Match.objects.all()[0]
    last = owner.get(f"/matches/{match.pk}/entries/").json()["results"][-1]
    assert (last["kind"], noted in last["reason"]) == ("void", True)
