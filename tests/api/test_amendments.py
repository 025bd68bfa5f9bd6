"""A finished match is corrected: what the rehearsal announces, the entry does, no more and no less."""

import copy
import uuid
from random import Random
from typing import Any

import pytest

from scorepad.demo import generator
from scorepad.demo.seed import entries_of
from scorepad.models import Club
from tests.api.callers import Caller
from tests.api.conftest import NewMatch

Json = dict[str, Any]
SIDES = ("red", "white")
REHEARSED = ("dry_run", "ladders", "preview")


def finished(seed: int, hall: Club, owner: Caller, new_match: NewMatch) -> tuple[str, Json]:
    """The path of a match recorded to its end, and its record as it was generated."""
    record = generator.match(Random(seed))
    body = new_match(hall, options={"pack": "single"})
    assert owner.post("/matches/", body).status_code == 201
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
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_amendment_of_round_2_shows_then_has_exactly_the_announced_effect(
    seed: int, kind: int, hall: Club, owner: Caller, new_match: NewMatch
) -> None:
    path, record = finished(seed, hall, owner, new_match)
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
