"""What the rules refuse at the table, and where it is shown; and what has not the shape of an entry."""

from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Match
from scorepad.refusals import Invalid
from scorepad.services.entries import enter, enter_all
from tests.scorepad.conftest import Circle
from tests.scorepad.services.entering import FIRST, ROUND, follow_on, refusal
from tests.scorepad.tables import Json, entry, faults, written_down


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match()


@pytest.mark.parametrize(
    ("change", "code", "pointer", "record_pointer"),
    [
        ({"lead": "7S"}, "unknown_card", "/data/lead", "/rounds/0/tricks/0/lead"),
        ({"leader": "red"}, "wrong_leader", "/data/leader", "/rounds/0/tricks/0/leader"),
        ({"plays": ["6/off"]}, "plays_missing", "/data/plays", "/rounds/0/tricks/0/plays"),
        ({"plays": ["6/off", "2/off"]}, "illegal_play", "/data/plays/1", "/rounds/0/tricks/0/plays/1"),
        ({"extra": "2C"}, "extra_not_due", "/data/extra", "/rounds/0/tricks/0/extra"),
    ],
)
def test_what_the_rules_refuse_is_shown_in_the_entry_and_in_the_record(
    table: Callable[..., Any], change: Json, code: str, pointer: str, record_pointer: str
) -> None:
    table("round", 1, ROUND)
    refused = refusal(lambda: table("trick", 2, {**FIRST, **change}), Invalid)
    error = refused.errors[0]
    assert (refused.code, error["pointer"], error["record_pointer"]) == (code, pointer, record_pointer)
    assert refused.detail == error["detail"]
    assert refused.params.get("legal") == error["params"].get("legal")


STEPWISE = [
    fault
    for fault in faults()
    # A round or trick too many is not the one awaited; a shape or an option is wrong before anything is entered.
    if fault["code"] not in ("malformed", "round_incomplete", "round_over", "too_many_rounds", "oasis_without_stake")
]


@pytest.mark.parametrize("fault", STEPWISE, ids=lambda fault: fault["fault"])
def test_a_fault_of_the_specification_is_refused_at_the_table(circle: Circle, fault: Json) -> None:
    """With the very code and place that the whole record is refused for; and all before it stands. The rounds before
    that of the fault are laid down whole."""
    before = fault["record"]["rounds"][: int(fault["path"].split("/")[2])]
    match = circle.match(options=fault["record"].get("options"), rounds=before)
    steps = [step for step in written_down(fault["record"]) if step[1]["round"] > len(before)]
    entries = follow_on(*steps)
    *stood, last = enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries)
    assert isinstance(last.refusal, Invalid)
    error = last.refusal.errors[0]
    assert (last.refusal.code, error["record_pointer"]) == (fault["code"], fault["path"])
    assert resolves(entries[len(stood)], error["pointer"])
    match.refresh_from_db()
    assert match.version == len(stood) + 1


def resolves(value: Any, pointer: str) -> bool:
    """Whether a pointer leads somewhere in the entry, or to a field that it might have had."""
    *steps, last = pointer.split("/")[1:] or [""]
    for step in steps:
        value = value[int(step) if isinstance(value, list) else step]
    return pointer == "" or (int(last) < len(value) if isinstance(value, list) else isinstance(value, dict))


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"id": "not-an-id"}, "/id"),
        ({"id": None}, "/id"),
        ({"kind": "flourish"}, "/kind"),
        ({"kind": None}, "/kind"),
        ({"base_version": None}, "/base_version"),
        ({"base_version": True}, "/base_version"),
        ({"base_version": -1}, "/base_version"),
        ({"base_version": 2**31}, "/base_version"),
        ({"data": None}, "/data"),
        ({"data": []}, "/data"),
        ({"data": {**ROUND, "colour": "blue"}}, "/data/colour"),
        ({"data": {"round": 1, "setup": {"red": [1, 2, 3, 4, 5, 6]}}}, "/data/setup/white"),
        ({"reason": "x" * 2001}, "/reason"),
        ({"reason": "nul \0"}, "/reason"),
        ({"device": 7}, "/device"),
        ({"device": "x" * 81}, "/device"),
        ({"entered_at": "yesterday"}, "/entered_at"),
        ({"entered_at": "2026-11-29T20:14:03"}, "/entered_at"),
        ({"entered_at": "2026-02-30T20:14:03Z"}, "/entered_at"),
        ({"entered_at": "0001-01-01T00:00:00+14:00"}, "/entered_at"),
        ({"mood": "good"}, "/mood"),
    ],
)
def test_what_has_not_the_shape_of_an_entry_is_malformed(
    circle: Circle, match: Match, change: Json, pointer: str
) -> None:
    one = {**entry("round", 1, ROUND), **change}
    refused = refusal(lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=one), Invalid)
    assert (refused.code, refused.errors[0]["pointer"]) == ("malformed", pointer)
