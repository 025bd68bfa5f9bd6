"""The vectors' faults, told entry by entry: each is refused at the entry that makes it, and nothing of it is stored.

Faults of a record's shape are left out: an entry that would make them is no entry. What comes after a round is over, or
before it is, is not what is awaited; that is a conflict, since another device may be ahead.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.models import Club, Match, User
from scorepad.selectors.access import Viewer
from scorepad.services.matches import create_match
from tests.api.callers import Caller, problem
from tests.api.conftest import NewMatch
from tests.api.plays import entry
from tests.journeys.devices import steps

Json = dict[str, Any]

LINES = (Path(__file__).parent.parent / "vectors" / "faults.jsonl").read_text().splitlines()
FAULTS = [fault for fault in map(json.loads, LINES) if fault["code"] != "malformed"]


def is_out_of_turn(fault: Json) -> bool:
    """At a round or a trick that should not have been begun."""
    return fault["code"] in ("too_many_rounds", "round_over", "round_incomplete") and fault["path"][-1].isdigit()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["fault"])
def test_a_fault_is_refused_at_the_entry_that_makes_it(
    fault: Json, owner: Caller, people: dict[str, User], closed: Club, new_match: NewMatch
) -> None:
    record = fault["record"]
    body = new_match(closed, options=record.get("options", {}))
    if fault["path"].startswith("/options"):
        refused = problem(owner.post("/matches/", body), 422, fault["code"])
        assert refused["errors"][0]["pointer"] == fault["path"]
        assert not Match.objects.exists()
        return
    before = record["rounds"][: int(fault["path"].split("/")[2])]
    create_match(viewer=Viewer.of_session(people["owner"]), club_slug=body.pop("club"), rounds=before, **body)
    told = enumerate((step for step in steps(record) if step[1]["round"] > len(before)), 1)
    answers = ((version, owner.post(f"/matches/{body['id']}/entries/", entry(step, version))) for version, step in told)
    version, answer = next((version, answer) for version, answer in answers if answer.status_code != 201)
    if is_out_of_turn(fault):
        problem(answer, 409, "not_next")
    else:
        error = problem(answer, 422, fault["code"])["errors"][0]
        assert (error["code"], error["record_pointer"]) == (fault["code"], fault["path"])
        assert fault["path"].endswith(error["pointer"].removeprefix("/data"))
    assert owner.get(f"/matches/{body['id']}/").json()["version"] == version
