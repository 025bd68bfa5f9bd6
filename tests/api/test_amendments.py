"""A finished match is corrected: what the rehearsal announces, the entry does, no more and no less."""

import copy
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction

from scorepad.demo import generator
from scorepad.demo.seed import entries_of
from tests.api.callers import Caller
from tests.api.conftest import callers_of, club_of, created, match_of_two, people_here

Json = dict[str, Any]
Finished = tuple[Caller, str, Json]
SIDES = ("red", "white")
REHEARSED = ("dry_run", "ladders", "preview")


@pytest.fixture(scope="module", params=[1, 2, 3])
def recorded(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Finished]:
    """A match of each seed, recorded once: each amendment of it is taken back by the test itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        people = people_here()
        owner, hall = callers_of(people)["owner"], club_of(people, "hall", "public")
        body = match_of_two(people, hall, options={"pack": "single"})
        yield owner, *finished(owner, body, generator.match(Random(request.param)))
        transaction.set_rollback(True)


def finished(owner: Caller, body: Json, record: Json) -> tuple[str, Json]:
    """The path of a match recorded to its end, and its record as it was generated."""
    created(owner, body)
    path = f"/matches/{body['id']}/"
    made: list[Json] = [{"id": str(uuid.uuid4()), "kind": kind, "data": data} for kind, data in entries_of(record)]
    for start in range(0, len(made), 100):
        batch = made[start : start + 100]
        batch[0]["base_version"] = start + 1
        answer = owner.post(f"{path}entries/", {"entries": batch})
        assert answer.status_code == 201, answer.content
    assert owner.get(path).json()["status"] == "complete"
    return path, record


def amendments(record: Json, replay: Json) -> list[list[Json]]:
    """Round 2 as points, as the pad's ovals, under a ruling, and with a mere note."""
    total = {side: replay["rounds"][1]["score"][side]["total"] for side in SIDES}
    swapped = {"red": total["white"] + 1, "white": total["red"]}
    ruling = {"points": {**total, "red": total["red"] + 4}, "note": "miscounted"}
    ovals = {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}}
    noted = {**copy.deepcopy(record["rounds"][1]), "note": "only a note"}
    return [
        [{"op": "replace", "path": "/rounds/1", "value": {"points": swapped}}],
        [{"op": "replace", "path": "/rounds/1", "value": ovals}],
        [{"op": "add", "path": "/rounds/1/ruling", "value": ruling}],
        [{"op": "replace", "path": "/rounds/1", "value": noted}],
    ]


def difference(before: Json, after: Json) -> Json:
    scores = [[{s: r["score"][s]["total"] for s in SIDES} for r in replay["rounds"]] for replay in (before, after)]
    rounds = [
        {"round": number, "before": then, "after": now}
        for number, (then, now) in enumerate(zip(*scores, strict=True), start=1)
        if then != now
    ]
    others = ("totals", "result")
    return {"rounds": rounds} | {
        name: {"before": before[name], "after": after[name]} for name in others if before[name] != after[name]
    }


@pytest.mark.parametrize("kind", range(4), ids=["points", "ovals", "ruling", "note"])
def test_an_amendment_of_round_2_shows_then_has_exactly_the_announced_effect(
    kind: int, recorded: Finished, db: None
) -> None:
    owner, path, record = recorded
    before, version = owner.get(f"{path}replay/").json(), owner.get(path).json()["version"]
    tag = owner.get(f"{path}record/").headers["ETag"]
    patch = amendments(record, before)[kind]
    entry = {"kind": "amend", "base_version": version, "data": {"patch": patch}, "reason": "as the pad has it"}
    entry["id"] = str(uuid.uuid4())

    shown = owner.post(f"{path}entries/?dry_run=true", entry)
    assert shown.status_code == 200, shown.content
    assert owner.get(f"{path}record/").headers["ETag"] == tag
    assert owner.get(f"{path}replay/").json() == before

    done = owner.post(f"{path}entries/", entry)
    assert done.status_code == 201, done.content
    assert done.json() == {name: value for name, value in shown.json().items() if name not in REHEARSED}
    after = owner.get(f"{path}replay/").json()
    assert done.json()["changes"] == difference(before, after)
    assert [each["round"] for each in done.json()["changes"]["rounds"]] == ([] if kind == 3 else [2])
    assert before["rounds"][2:] == after["rounds"][2:]
