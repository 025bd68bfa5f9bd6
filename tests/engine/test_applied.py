"""Where a fault of the record shows in the entry that wrote it."""

from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.entries import apply, parse, place
from engine.violations import Violation
from tests.engine.entering import FIRST, OVER, RULING, SECOND, SETUP, THIRD, UNPLAYED, dealt, record

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("current", "kind", "data", "code", "in_record", "in_entry"),
    [
        (
            record(),
            "round",
            {"setup": {**SETUP, "red": [7] * 6}},
            "bad_setup",
            "/rounds/0/setup/red",
            "/data/setup/red",
        ),
        (
            record(),
            "round",
            {"setup": {"red": [1] * 6, "white": [1] * 6}},
            "identical_setups",
            "/rounds/0/setup",
            "/data/setup",
        ),
        (
            record(),
            "round",
            {"setup": SETUP, "exposed": ["QS", "QS"]},
            "too_many_copies",
            "/rounds/0/exposed/1",
            "/data/exposed/1",
        ),
        (
            record(),
            "round",
            {"setup": SETUP, "unplayed": {}, "ruling": RULING},
            "round_incomplete",
            "/rounds/0/ruling",
            "/data/ruling",
        ),
        (
            record(),
            "round",
            {"points": {"red": 2, "white": 29}},
            "impossible_points",
            "/rounds/0/points",
            "/data/points",
        ),
        (
            record(dealt()),
            "trick",
            {"trick": 1, **FIRST, "leader": "red"},
            "wrong_leader",
            "/rounds/0/tricks/0/leader",
            "/data/leader",
        ),
        (
            record(dealt()),
            "trick",
            {"trick": 1, **FIRST, "plays": ["6/off", "2/off"]},
            "illegal_play",
            "/rounds/0/tricks/0/plays/1",
            "/data/plays/1",
        ),
        (
            record(dealt()),
            "trick",
            {"trick": 1, **FIRST, "lead": "7S"},
            "unknown_card",
            "/rounds/0/tricks/0/lead",
            "/data/lead",
        ),
        (record(dealt()), "expose", {"card": "1S"}, "unknown_card", "/rounds/0/exposed/0", "/data/card"),
        (
            record(dealt(exposed=["QS"])),
            "expose",
            {"card": "QS"},
            "too_many_copies",
            "/rounds/0/exposed/1",
            "/data/card",
        ),
        (
            record(OVER),
            "close_round",
            {"unplayed": {"red": ["4S"]}},
            "wrong_unplayed",
            "/rounds/0/unplayed/red",
            "/data/unplayed/red",
        ),
        (
            record(OVER),
            "close_round",
            {"ruling": {**RULING, "note": " "}},
            "ruling_without_note",
            "/rounds/0/ruling",
            "/data/ruling",
        ),
        (
            record(dealt(FIRST)),
            "close_round",
            {"unplayed": UNPLAYED},
            "round_incomplete",
            "/rounds/0/unplayed",
            "/data/unplayed",
        ),
        # The card exposed late makes one too many of a card that another entry wrote down: the fault shows elsewhere.
        (record(dealt(FIRST, SECOND)), "expose", {"card": "QH"}, "too_many_copies", "/rounds/0/tricks/1/lead", ""),
        # A hand known to the last card does not hold the card that it took back.
        (
            record(dealt(FIRST, SECOND, THIRD, {"lead": "4H", "reply": "3D"})),
            "close_round",
            {"unplayed": {"white": ["QS", "4S"]}},
            "withdrawn_not_played",
            "/rounds/0/tricks/1/withdrawn",
            "",
        ),
    ],
)
def test_a_fault_is_shown_where_the_entry_wrote_it(
    current: Json, kind: str, data: Json, code: str, in_record: str, in_entry: str
) -> None:
    entry = parse(kind, {"round": 1, **data})
    assert place(current, replay(current), kind, entry) == "next"
    applied = apply(current, kind, entry)
    with pytest.raises(Violation) as refused:
        replay(applied.record)
    assert (refused.value.code, refused.value.path) == (code, in_record)
    assert applied.pointer(in_record) == in_entry


def test_a_pointer_is_never_taken_for_another_that_begins_alike() -> None:
    tricks = [{"lead": "AS", "reply": "6D"}] * 11
    applied = apply(record(dealt(*tricks[:1])), "trick", {"round": 1, "trick": 2, "lead": "AS", "reply": "6D"})
    assert applied.pointer("/rounds/0/tricks/1/lead") == "/data/lead"
    assert applied.pointer("/rounds/0/tricks/1") == "/data"
    assert applied.pointer("/rounds/0/tricks/10/lead") == ""
    assert applied.pointer("") == ""
