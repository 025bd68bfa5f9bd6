"""The golden matches and faults, whole: `matches.jsonl` record to replay, `faults.jsonl` record to code and place."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.marrakesh import replay
from tests.engine.marrakesh.writing import refused

VECTORS = Path(__file__).parents[2] / "vectors"
MATCHES = [json.loads(line) for line in (VECTORS / "matches.jsonl").read_text().splitlines()]
FAULTS = [json.loads(line) for line in (VECTORS / "faults.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("match", MATCHES, ids=[f"match-{number}" for number in range(len(MATCHES))])
def test_a_match_replays_as_it_was_judged(match: dict[str, Any]) -> None:
    record = deepcopy(match["record"])
    replayed = replay(record)
    assert replayed == match["replay"]
    assert json.loads(json.dumps(replayed)) == match["replay"]
    assert record == match["record"]


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{number}-{fault['fault']}" for number, fault in enumerate(FAULTS)])
def test_a_fault_is_refused_at_its_place(fault: dict[str, Any]) -> None:
    violation = refused(fault["record"])
    assert (violation.code, violation.path) == (fault["code"], fault["path"])
    assert json.loads(json.dumps(violation.params)) == violation.params
    assert violation.detail.endswith(".")
