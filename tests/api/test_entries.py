"""Entries over REST: every answer of api.md's table, one at a time, in batches, and as a dry run.

The round is record.md's own example; what the rules make of it stands there.
"""

import uuid
from typing import Any

import pytest

from scorepad.models import Entry, Match
from tests.api.callers import Caller, problem
from tests.api.plays import CLOSE, ROUND, SETUP, TRICKS, WHOLE_ROUND, entry

Json = dict[str, Any]

FIRST_TRICK = {
    "leader": "white",
    "winner": "white",
    "kind": "plain",
    "numbers": [1, 6],
    "extra_numbers": [],
    "plays": ["6/off", "1/off"],
    "off": 2,
    "chip": None,
    "irregular": False,
    "board": {"red": [1, 1, 0, 1, 1, 2], "white": [0, 1, 1, 1, 1, 0]},
}


class Table:
    """One match and whoever records in it."""

    def __init__(self, caller: Caller, match: Json) -> None:
        self.caller = caller
        self.path = f"/matches/{match['id']}"

    def enter(self, body: Any, query: str = "", **headers: str) -> Any:
        return self.caller.post(f"{self.path}/entries/{query}", body, **headers)

    def play(self, *played: tuple[str, Json]) -> Json:
        """Enter these steps after what is there; give the last answer."""
        for step in played:
            answer = self.enter(entry(step, self.match()["version"]))
            assert answer.status_code == 201, answer.content
        last: Json = answer.json()
        return last

    def match(self) -> Json:
        shown: Json = self.caller.get(f"{self.path}/").json()
        return shown

    def everything(self) -> tuple[Any, ...]:
        parts = [self.caller.get(f"{self.path}/{part}").json() for part in ("", "entries/", "record/", "replay/")]
        row = Match.objects.values("updated_at", "version").get()
        return (*parts, row, Entry.objects.count())


@pytest.fixture
def table(owner: Caller, match: Json) -> Table:
    return Table(owner, match)


def test_a_round_of_record_md_entry_by_entry(table: Table) -> None:
    started = table.play(ROUND)
    assert set(started) == {
        "id", "kind", "version", "stands", "trick", "round", "running", "awaiting", "status", "result",
        "void", "changes",
    }  # fmt: skip
    assert (started["kind"], started["version"], started["stands"], started["trick"]) == ("round", 2, True, None)
    assert started["round"]["leader"] == "white"
    assert started["awaiting"] == {"round": 1, "trick": 1, "leader": "white"}
    first = table.play(TRICKS[0])
    assert first["trick"] == FIRST_TRICK
    assert first["round"]["tricks"] == [FIRST_TRICK]
    assert (first["running"], first["status"], first["result"]) == ([], "open", None)
    last = table.play(*TRICKS[1:])
    assert last["trick"]["chip"] == "white"
    assert last["running"] == [[13, 0]]
    assert last["awaiting"] == {"round": 2, "trick": None, "leader": None}
    closed = table.play(CLOSE)
    assert (closed["version"], closed["round"]["score"]["red"]["total"]) == (7, 13)
    shown = table.match()
    assert (shown["version"], shown["running"], shown["totals"]) == (7, [[13, 0]], {"red": 13, "white": 0})
    assert shown["seats"]["red"]["score"] == 13


def test_the_same_entry_again_is_answered_the_same(table: Table) -> None:
    sent = entry(ROUND, 1, device="tablet-1", reason="so it was", entered_at="2026-11-29T20:14:03+01:00")
    first = table.enter(sent)
    before = table.everything()
    again = {**sent, "base_version": 9, "device": "tablet-2", "entered_at": None}
    again["data"] = {**sent["data"], "note": None, "reshuffled": None}
    for repeated in (sent, again, {**sent, "id": sent["id"].upper()}):
        answer = table.enter(repeated)
        assert (answer.status_code, answer.json()) == (200, first.json())
    assert table.everything() == before
    table.play(*TRICKS)
    late = table.enter(sent)
    assert (late.status_code, late.json()) == (200, first.json())


def test_an_entry_undone_since_says_that_it_does_not_stand(table: Table) -> None:
    table.play(ROUND)
    sent = entry(TRICKS[0], 2)
    first = table.enter(sent).json()
    table.play(("undo", {}))
    answer = table.enter(sent)
    assert (answer.status_code, answer.json()) == (200, {**first, "stands": False})
    assert table.match()["awaiting"] == {"round": 1, "trick": 1, "leader": "white"}


def test_another_device_with_the_same_content_is_answered_with_what_is_there(table: Table) -> None:
    table.play(ROUND)
    first = table.enter(entry(TRICKS[0], 2, device="tablet-1")).json()
    for base_version in (2, 3):
        answer = table.enter(entry(TRICKS[0], base_version, device="tablet-2"))
        assert (answer.status_code, answer.json()) == (200, first)
    assert table.match()["version"] == 3


def test_the_same_id_with_other_content_is_refused(table: Table) -> None:
    sent = entry(ROUND, 1)
    table.enter(sent)
    before = table.everything()
    others = [
        {**sent, "data": {**sent["data"], "exposed": ["4S"]}},
        {**sent, "reason": "another"},
        {**sent, "kind": "undo", "data": {}},
    ]
    for other in others:
        said = problem(table.enter(other), 422, "entry_id_reused")
        assert said["errors"][0]["pointer"] == "/id"
    assert table.everything() == before


def test_who_is_behind_hears_what_was_missed(table: Table) -> None:
    table.play(ROUND, TRICKS[0])
    before = table.everything()
    said = problem(table.enter(entry(("trick", {**TRICKS[0][1], "lead": "2S"}), 1)), 409, "stale_version")
    assert said["version"] == 3
    assert [(line["version"], line["kind"]) for line in said["missed"]] == [(2, "round"), (3, "trick")]
    assert said["missed"] == before[1]["results"][1:]
    assert said["awaiting"] == {"round": 1, "trick": 2, "leader": "white"}
    assert table.everything() == before


def test_a_slot_that_is_filled_otherwise(table: Table) -> None:
    table.play(ROUND, TRICKS[0])
    before = table.everything()
    other_setup = {"red": SETUP["white"], "white": SETUP["red"]}
    for step in (("trick", {**TRICKS[0][1], "note": "?"}), ("round", {"round": 1, "setup": other_setup})):
        said = problem(table.enter(entry(step, 3)), 409, "slot_taken")
        assert (said["version"], said["awaiting"]) == (3, {"round": 1, "trick": 2, "leader": "white"})
    assert table.everything() == before


def test_a_round_with_a_card_exposed_is_not_the_round_without(table: Table) -> None:
    table.play(ROUND)
    before = table.everything()
    without = ("round", {"round": 1, "setup": SETUP})
    problem(table.enter(entry(without, 2)), 409, "slot_taken")
    problem(table.enter(entry(without, 1)), 409, "stale_version")
    assert table.enter(entry(ROUND, 1)).status_code == 200
    assert table.everything() == before


def test_a_slot_that_is_not_the_one_awaited(table: Table) -> None:
    table.play(ROUND)
    before = table.everything()
    for step, base_version in [(TRICKS[1], 2), (("round", {**ROUND[1], "round": 2}), 2), (TRICKS[0], 3)]:
        said = problem(table.enter(entry(step, base_version)), 409, "not_next")
        assert base_version == 3 or said["detail"] == "Next is round 1, trick 1: White leads."
        assert said["awaiting"] == {"round": 1, "trick": 1, "leader": "white"}
    assert table.everything() == before


def test_nothing_is_left_to_undo(table: Table) -> None:
    problem(table.enter(entry(("undo", {}), 1)), 409, "nothing_to_undo")
    table.play(ROUND, ("undo", {}))
    problem(table.enter(entry(("undo", {}), 3)), 409, "nothing_to_undo")
    assert table.match()["awaiting"] == {"round": 1, "trick": None, "leader": None}


def test_what_the_rules_refuse_says_where_and_what_is_legal(table: Table) -> None:
    table.play(ROUND)
    before = table.everything()
    said = problem(table.enter(entry(("trick", {**TRICKS[0][1], "leader": "red"}), 2)), 422, "wrong_leader")
    error = said["errors"][0]
    assert (error["pointer"], error["record_pointer"]) == ("/data/leader", "/rounds/0/tricks/0/leader")
    assert error["code"] == "wrong_leader"
    assert error["detail"] == said["detail"] != ""
    played = {**TRICKS[0][1], "plays": ["6/off", "2/off"]}
    said = problem(table.enter(entry(("trick", played), 2)), 422, "illegal_play")
    assert said["errors"][0]["pointer"] == "/data/plays/1"
    assert said["errors"][0]["record_pointer"] == "/rounds/0/tricks/0/plays/1"
    assert "1/off" in str(said["legal"])
    assert table.everything() == before


def test_a_fault_that_shows_elsewhere_has_an_empty_pointer(table: Table) -> None:
    """A card exposed late may be one too many: the trick that is now at fault stands in another entry."""
    table.play(ROUND, *TRICKS[:3])
    said = problem(table.enter(entry(("expose", {"round": 1, "card": "5H"}), 5)), 422, "too_many_copies")
    assert said["errors"][0]["pointer"] == ""
    assert said["errors"][0]["record_pointer"].startswith("/rounds/0/tricks/2/")


WRONG: list[tuple[Json, str]] = [
    ({"id": "x"}, "/id"),
    ({"id": None}, "/id"),
    ({"id": 7}, "/id"),
    ({"kind": None}, "/kind"),
    ({"kind": 3}, "/kind"),
    ({"kind": "guess"}, "/kind"),
    ({"base_version": None}, "/base_version"),
    ({"base_version": "1"}, "/base_version"),
    ({"base_version": 1.0}, "/base_version"),
    ({"base_version": True}, "/base_version"),
    ({"base_version": -1}, "/base_version"),
    ({"base_version": 2**62}, "/base_version"),
    ({"data": None}, "/data"),
    ({"data": []}, "/data"),
    ({"data": "x"}, "/data"),
    ({"reason": 5}, "/reason"),
    ({"reason": "x" * 2001}, "/reason"),
    ({"device": "x" * 81}, "/device"),
    ({"device": ["tablet"]}, "/device"),
    ({"entered_at": "yesterday"}, "/entered_at"),
    ({"entered_at": "2026-11-29T20:14:03"}, "/entered_at"),
    ({"entered_at": 0}, "/entered_at"),
    ({"version": 1}, "/version"),
    ({"data": {"round": "1", "setup": SETUP}}, "/data/round"),
    ({"data": {"round": True, "setup": SETUP}}, "/data/round"),
    ({"data": {"round": 1.0, "setup": SETUP}}, "/data/round"),
    ({"data": {"round": 0, "setup": SETUP}}, "/data/round"),
    ({"data": {"setup": SETUP}}, "/data/round"),
    ({"data": {"round": 1, "setup": SETUP, "dealer": "red"}}, "/data/dealer"),
    ({"data": {"round": 1, "setup": SETUP, "tricks": []}}, "/data/tricks"),
    ({"data": {"round": 1, "setup": SETUP, "reshuffled": 1}}, "/data/reshuffled"),
    ({"data": {"round": 1, "setup": {**SETUP, "red": [1.0, 2, 3, 4, 5, 6]}}}, "/data/setup/red/0"),
    ({"kind": "undo", "data": {"version": 1}}, "/data/version"),
]


@pytest.mark.parametrize(("changed", "pointer"), WRONG)
def test_an_entry_of_a_wrong_shape_is_refused_at_its_place(changed: Json, pointer: str, table: Table) -> None:
    before = table.everything()
    said = problem(table.enter({**entry(ROUND, 1), **changed}), 422, "malformed")
    assert said["errors"][0]["pointer"] == pointer
    assert table.everything() == before


def test_a_kind_that_is_none_hears_of_those_that_are_for_the_table(table: Table) -> None:
    said = problem(table.enter({**entry(ROUND, 1), "kind": "guess"}), 422, "malformed")
    assert said["errors"][0]["params"]["allowed"] == [
        "round", "trick", "expose", "close_round", "replace", "amend", "forfeit", "abandon", "void", "restore", "undo",
    ]  # fmt: skip
    assert "create" not in said["detail"]


def test_the_longest_texts_are_kept(table: Table) -> None:
    table.enter(entry(ROUND, 1, device="d" * 80, reason="r" * 2000))
    kept = table.caller.get(f"{table.path}/entries/?after=1").json()["results"][0]
    assert (kept["device"], kept["reason"]) == ("d" * 80, "r" * 2000)


def batch(*played: tuple[str, Json], base_version: int = 1) -> list[Json]:
    first, *rest = played
    return [entry(first, base_version), *(entry(step, None) for step in rest)]


def statuses(answer: Any) -> list[int | None]:
    return [result["status"] for result in answer.json()["results"]]


def test_a_batch_is_applied_in_order(table: Table) -> None:
    sent = batch(*WHOLE_ROUND)
    answer = table.enter({"entries": sent})
    assert (answer.status_code, statuses(answer)) == (201, [201] * 6)
    assert [result["id"] for result in answer.json()["results"]] == [each["id"] for each in sent]
    assert [result["entry"]["version"] for result in answer.json()["results"]] == [2, 3, 4, 5, 6, 7]
    again = table.enter({"entries": sent})
    assert (again.status_code, statuses(again)) == (200, [200] * 6)
    assert [result["entry"] for result in again.json()["results"]] == [
        result["entry"] for result in answer.json()["results"]
    ]
    assert table.match()["version"] == 7


def test_a_batch_goes_as_far_as_the_first_refusal(table: Table) -> None:
    wrong = ("trick", {**TRICKS[1][1], "leader": "red"})
    sent = batch(ROUND, TRICKS[0], wrong, TRICKS[2], TRICKS[3])
    answer = table.enter({"entries": sent})
    said = problem(answer, 422, "wrong_leader")
    assert said["errors"][0]["pointer"] == "/entries/2/data/leader"
    assert statuses(answer) == [201, 201, 422, None, None]
    refused = said["results"][2]
    assert (refused["id"], refused["entry"]) == (sent[2]["id"], None)
    assert (refused["problem"]["code"], refused["problem"]["errors"][0]["pointer"]) == ("wrong_leader", "/data/leader")
    assert said["results"][3] == {"id": sent[3]["id"], "status": None, "entry": None, "problem": None}
    assert table.match()["version"] == 3
    sent[2] = entry(TRICKS[1], None)
    answer = table.enter({"entries": sent})
    assert (answer.status_code, statuses(answer)) == (201, [200, 200, 201, 201, 201])


def test_a_batch_with_a_conflict_or_a_wrong_shape_in_it(table: Table) -> None:
    stale = batch(ROUND, TRICKS[0], base_version=1)
    table.play(("round", {"round": 1, "setup": SETUP}))
    answer = table.enter({"entries": stale})
    problem(answer, 409, "stale_version")
    assert statuses(answer) == [409, None]
    for wrong in (5, None, [], {"id": 5}, {}):
        answer = table.enter({"entries": [entry(TRICKS[0], 2), wrong]})
        assert problem(answer, 422, "malformed")["errors"][0]["pointer"].startswith("/entries/1")
        assert statuses(answer)[1] == 422
    assert table.match()["version"] == 3


@pytest.mark.parametrize(
    ("entries", "pointer"), [([], "/entries"), ([{}] * 101, "/entries"), ({}, "/entries"), (None, "/entries")]
)
def test_a_batch_of_none_or_too_many_is_refused_whole(entries: Any, pointer: str, table: Table) -> None:
    said = problem(table.enter({"entries": entries}), 422, "malformed")
    assert said["errors"][0]["pointer"] == pointer


def test_a_batch_has_nothing_else_in_it(table: Table) -> None:
    said = problem(table.enter({"entries": batch(ROUND), "atomic": True}), 422, "malformed")
    assert said["errors"][0]["pointer"] == "/atomic"
    assert table.match()["version"] == 1


def test_the_first_of_a_batch_needs_a_base_version(table: Table) -> None:
    said = problem(table.enter({"entries": [entry(ROUND, None)]}), 422, "malformed")
    assert said["errors"][0]["pointer"] == "/entries/0/base_version"


def test_a_dry_run_shows_the_effect_and_stores_nothing(table: Table) -> None:
    before = table.everything()
    sent = entry(ROUND, 1)
    dry = table.enter(sent, "?dry_run=true")
    assert dry.status_code == 200
    assert table.everything() == before
    real = table.enter(sent, "?dry_run=false")
    assert (real.status_code, {**real.json(), "dry_run": True, "ladders": [], "preview": None}) == (201, dry.json())
    before = table.everything()
    problem(table.enter(entry(("trick", {**TRICKS[0][1], "leader": "red"}), 2), "?dry_run=true"), 422, "wrong_leader")
    problem(table.enter(entry(TRICKS[1], 2), "?dry_run=true"), 409, "not_next")
    rehearsed = table.enter({"entries": batch(*TRICKS, CLOSE, base_version=2)}, "?dry_run=true")
    assert (rehearsed.status_code, statuses(rehearsed)) == (200, [200] * 5)
    assert rehearsed.json()["results"][-1]["entry"]["running"] == [[13, 0]]
    assert table.everything() == before


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?dry_run=yes", "bad_parameter"),
        ("?dry_run=", "bad_parameter"),
        ("?dry_run=true&dry_run=true", "bad_parameter"),
        ("?dryrun=true", "unknown_parameter"),
    ],
)
def test_a_parameter_that_is_not_understood_is_refused(query: str, code: str, table: Table) -> None:
    problem(table.enter(entry(ROUND, 1), query), 400, code)
    assert table.match()["version"] == 1


def test_an_undo_takes_back_one_entry_after_the_other(table: Table) -> None:
    table.play(ROUND, *TRICKS)
    assert table.play(("undo", {}))["awaiting"] == {"round": 1, "trick": 4, "leader": "red"}
    assert table.play(("undo", {}))["awaiting"] == {"round": 1, "trick": 3, "leader": "white"}
    table.play(*TRICKS[2:])
    lines = table.caller.get(f"{table.path}/entries/").json()["results"]
    assert [line["undoes"] for line in lines if line["kind"] == "undo"] == [6, 5]
    assert [line["version"] for line in lines if not line["stands"]] == [5, 6]
    assert [line["version"] for line in lines] == list(range(1, 11))


def test_an_id_of_an_entry_is_the_matches_own(table: Table, owner: Caller, open_match: Json) -> None:
    sent = entry(ROUND, 1)
    assert table.enter(sent).status_code == 201
    assert Table(owner, open_match).enter(sent).status_code == 201
    assert table.enter({**sent, "id": str(uuid.uuid4())}).status_code == 200
