"""What the rules refuse, in the reader's language: in English what the engine says, in German no word of English."""

import json
import re
from typing import Any

import pytest
from django.utils.translation import override

from engine.games import MARRAKESH
from engine.violations import SENTENCES, Violation
from scorepad.web.marrakesh.refused import refused
from tests.scorepad.tables import VECTORS

FAULTS = [json.loads(line) for line in (VECTORS / "faults.jsonl").read_text().splitlines()]
ENGLISH = re.compile(r"\b(the|and|with|or|not|round|trick|Red|White|man|men|each|three|is off|number|text|list)\b")


def violation(fault: Any) -> Violation:
    with pytest.raises(Violation) as raised:
        MARRAKESH.replay(MARRAKESH.normalised(fault["record"]))
    return raised.value


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["fault"])
def test_a_refusal_is_said_in_the_readers_language(fault: Any) -> None:
    against = violation(fault)
    with override("en"):
        assert refused(against.code, against.path, against.params) == against.detail
    with override("de"):
        said = refused(against.code, against.path, against.params) or ""
    assert said.startswith("Runde ") or "/rounds/" not in against.path
    # What is allowed at a place is a list of the record's own fields, in any language.
    assert ENGLISH.findall(said) == [] or against.code == "malformed"


def test_a_board_and_a_place_are_said_as_at_the_table() -> None:
    boards = {"board": [2, 0, 1, 1, 0, 0], "found": [2, 2, 0, 0, 0, 0], "legal": []}
    with override("de"):
        said = refused(
            "unreachable_board", "/rounds/6/tricks/2/board", {"winner": "white", "numbers": [3, 1], **boards}
        )
    assert said == (
        "Runde 7, Stich 3: Weiß kann mit 3-1 nicht von je einmal auf Feld 4 und 3, zweimal Feld 1 "
        "zu je zweimal auf Feld 2 und 1 kommen."
    )


def test_what_no_rule_refused_has_no_sentence_here() -> None:
    assert "out_of_time" not in SENTENCES
    assert refused("out_of_time", "", {}) is None
