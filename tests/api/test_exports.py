"""The export of a club: all that was written down in it as of one moment, and nothing that somebody derived from it."""

import json
import uuid
from typing import Any

import pytest

from scorepad.models import Club, Entry, Match, Player, User
from scorepad.selectors import exports
from scorepad.selectors.access import Viewer
from scorepad.services.merging import merge
from tests.api.callers import Caller, problem
from tests.api.conftest import NewMatch
from tests.api.plays import ROUND, WHOLE_ROUND, entry

Json = dict[str, Any]


def raw(caller: Caller, slug: str = "closed") -> bytes:
    answer = caller.get(f"/clubs/{slug}/export/")
    assert answer.status_code == 200, answer.getvalue()
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{slug}.ndjson"'
    sent: bytes = answer.getvalue()
    return sent


def lines(sent: bytes) -> list[Json]:
    assert sent.endswith(b"\n")
    return [json.loads(line) for line in sent.decode().split("\n")[:-1]]


def enter(caller: Caller, match_id: str, step: Any, version: int, **more: Any) -> Json:
    sent = entry(step, version, **more)
    answer = caller.post(f"/matches/{match_id}/entries/", sent)
    assert answer.status_code == 201, answer.content
    return sent


def test_an_empty_club_is_a_first_line_and_a_last(owner: Caller, closed: Club) -> None:
    assert lines(raw(owner)) == [
        {
            "format": "scorepad-export/1",
            "club": {
                "id": str(closed.pk),
                "slug": "closed",
                "name": "Closed",
                "time_zone": "UTC",
                "visibility": "private",
            },
        },
        {"end": {"players": 0, "ladders": 0, "matches": 0}},
    ]


def test_players_with_their_spellings_and_whom_they_became(
    owner: Caller, closed: Club, people: dict[str, User]
) -> None:
    ann = owner.post("/clubs/closed/players/", {"name": "Ann", "aliases": ["Annie", "A."]}).json()["id"]
    other = owner.post("/clubs/closed/players/", {"name": "Anne"}).json()["id"]
    merge(viewer=Viewer.of_session(people["owner"]), player_id=uuid.UUID(other), into=uuid.UUID(ann))
    told = {line["player"]["id"]: line["player"] for line in lines(raw(owner))[1:-1]}
    assert list(told) == sorted([ann, other])
    assert told[ann]["aliases"] == Player.objects.get(pk=ann).aliases != []
    assert (told[ann]["merged_into"], told[other]["merged_into"]) == (None, ann)
    assert told[other] == {
        "id": other,
        "name": "Anne",
        "aliases": [],
        "hidden": False,
        "anonymised_at": None,
        "merged_into": ann,
    }


def test_a_match_is_its_journal_as_it_was_entered(owner: Caller, match: Json) -> None:
    sent = enter(owner, match["id"], ROUND, 1, device="tablet-2", entered_at="2026-11-29T20:14:03+01:00")
    undo = enter(owner, match["id"], ("undo", {}), 2)
    void = enter(owner, match["id"], ("void", {}), 3, reason="a “slip” é")
    (line,) = [line for line in lines(raw(owner)) if "match" in line]
    stored = {each.version: each for each in Entry.objects.filter(match=match["id"])}
    assert line["match"] == {"id": match["id"]}
    assert [each["version"] for each in line["entries"]] == [1, 2, 3, 4]
    created, round_, undone, voided = line["entries"]
    assert (created["kind"], created["data"]) == ("create", stored[1].data)
    moment = stored[2].stored_at.isoformat().replace("+00:00", "Z")
    assert round_ == {
        "version": 2,
        "id": sent["id"],
        "kind": "round",
        "data": ROUND[1],
        "reason": None,
        "undoes": None,
        "device": "tablet-2",
        "entered_at": "2026-11-29T19:14:03Z",
        "stored_at": moment,
    }
    assert (undone["id"], undone["undoes"]) == (undo["id"], 2)
    assert (voided["id"], voided["reason"]) == (void["id"], "a “slip” é")


def test_it_holds_nobodys_account_and_is_the_same_twice(owner: Caller, match: Json) -> None:
    for version, step in enumerate(WHOLE_ROUND, start=1):
        enter(owner, match["id"], step, version)
    first = raw(owner)
    assert first == raw(owner)
    for name in (b"owner", b"scorer", b"actor", b"token"):
        assert name not in first


def test_what_came_from_elsewhere_keeps_the_time_it_had_there(owner: Caller, match: Json) -> None:
    stored = Match.objects.get(pk=match["id"])
    (first,) = lines(raw(owner))[-2]["entries"]
    then = "2020-02-29T12:00:00.000001Z"
    Entry.objects.create(
        match=stored,
        version=2,
        entry_id=uuid.uuid4(),
        kind="void",
        data={},
        reason="so",
        actor=User.objects.get(username="owner"),
        claimed_at=then,
    )
    Match.objects.filter(pk=stored.pk).update(version=2)
    again, second = lines(raw(owner))[-2]["entries"]
    assert again == first
    assert second["stored_at"] == then


def test_it_is_the_club_of_the_moment_it_was_asked_for(
    owner: Caller, closed: Club, match: Json, people: dict[str, User], new_match: NewMatch
) -> None:
    enter(owner, match["id"], ROUND, 1)
    whole = raw(owner)
    begun = exports.export(viewer=Viewer.of_session(people["owner"]), slug="closed")
    enter(owner, match["id"], WHOLE_ROUND[1], 2)
    owner.post("/matches/", new_match(closed))
    owner.send("PATCH", f"/players/{match['seats']['red']['player']}/", {"name": "Somebody else"})
    assert "".join(begun).encode() == whole


def test_one_that_cannot_be_finished_has_no_end(owner: Caller, match: Json, people: dict[str, User]) -> None:
    Match.objects.filter(pk=match["id"]).update(version=2)  # as if an entry of it were gone
    sent: list[str] = []
    with pytest.raises(exports.BrokenOff):
        sent.extend(exports.export(viewer=Viewer.of_session(people["owner"]), slug="closed"))
    assert sent
    assert '"end"' not in "".join(sent)


def test_many_batches_are_one_file(
    owner: Caller, closed: Club, new_match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        owner.post("/matches/", new_match(closed))
    whole = raw(owner)
    monkeypatch.setattr(exports, "AT_A_TIME", 2)
    assert raw(owner) == whole
    *rest, end = lines(whole)
    assert end == {"end": {"players": 10, "ladders": 0, "matches": 5}}
    ids = [line["match"]["id"] for line in rest if "match" in line]
    assert ids == sorted(ids)
    assert len(ids) == 5


def test_fifty_matches_cost_as_many_queries_as_one(
    owner: Caller, closed: Club, new_match: NewMatch, django_assert_num_queries: Any
) -> None:
    for more in (1, 49):
        for _ in range(more):
            owner.post("/matches/", new_match(closed))
        with django_assert_num_queries(8):
            raw(owner)


def test_only_owners_have_it(callers: dict[str, Caller], match: Json) -> None:
    problem(callers["scorer"].get("/clubs/closed/export/"), 403, "forbidden")
    problem(callers["stranger"].get("/clubs/closed/export/"), 404, "not_found")
    problem(callers["owner"].get("/clubs/closed/export/", {"after": "1"}), 400, "unknown_parameter")
