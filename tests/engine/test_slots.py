"""Which slot of a record an entry fills, and whether that is the next one, filled with the same, or taken."""

from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.entries import KINDS, effect, slot
from tests.engine.entering import FIRST, OVER, RULING, SECOND, SETUP, UNPLAYED, dealt, place_in, record

Json = dict[str, Any]

FIFTH = {"lead": "3H", "reply": "2D"}


@pytest.mark.parametrize(
    ("kind", "data", "other", "same"),
    [
        ("trick", {"round": 1, "trick": 2, **FIRST}, {"round": 1, "trick": 2, **SECOND}, True),
        ("trick", {"round": 1, "trick": 2, **FIRST}, {"round": 1, "trick": 3, **FIRST}, False),
        ("trick", {"round": 1, "trick": 2, **FIRST}, {"round": 2, "trick": 2, **FIRST}, False),
        ("round", {"round": 1, "setup": SETUP}, {"round": 1, "points": {"red": 3, "white": 0}}, True),
        ("round", {"round": 1, "setup": SETUP}, {"round": 2, "setup": SETUP}, False),
        ("close_round", {"round": 1, "unplayed": {}}, {"round": 1, "note": "fine"}, True),
    ],
)
def test_what_fills_the_same_slot(kind: str, data: Json, other: Json, same: bool) -> None:
    assert (slot(kind, data) == slot(kind, other)) is same


def test_each_kind_has_slots_of_its_own() -> None:
    data = {"round": 1, "trick": 1}
    assert len({slot(kind, data) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("kind", "data", "round_", "trick"),
    [
        ("trick", {"round": 1, "trick": 1}, 0, 0),
        ("trick", {"round": 1, "trick": 4}, 0, 3),
        ("trick", {"round": 1, "trick": 5}, 0, None),
        ("trick", {"round": 2, "trick": 1}, 1, None),
        ("trick", {"round": 3, "trick": 1}, None, None),
        ("round", {"round": 2}, 1, None),
        ("expose", {"round": 1}, 0, None),
        ("close_round", {"round": 1}, 0, None),
    ],
)
def test_what_the_rules_make_of_what_an_entry_wrote(
    kind: str, data: Json, round_: int | None, trick: int | None
) -> None:
    rounds = replay(record(OVER, {"points": {"red": 3, "white": 0}}))["rounds"]
    assert effect({"rounds": rounds}, kind, data) == {
        "round": None if round_ is None else rounds[round_],
        "trick": None if trick is None else rounds[0]["tricks"][trick],
    }


@pytest.mark.parametrize(
    ("current", "kind", "data", "expected"),
    [
        (record(), "round", {"round": 1, "setup": SETUP}, "next"),
        (record(), "round", {"round": 2, "setup": SETUP}, "not_next"),
        (record(), "trick", {"round": 1, "trick": 1, **FIRST}, "not_next"),
        (record(), "expose", {"round": 1, "card": "QS"}, "not_next"),
        (record(), "close_round", {"round": 1}, "not_next"),
        (record(dealt()), "trick", {"round": 1, "trick": 1, **FIRST}, "next"),
        (record(dealt()), "trick", {"round": 1, "trick": 2, **SECOND}, "not_next"),
        (record(dealt()), "trick", {"round": 2, "trick": 1, **FIRST}, "not_next"),
        (record(dealt()), "round", {"round": 2, "setup": SETUP}, "not_next"),
        (record(dealt()), "round", {"round": 1, "setup": SETUP}, "same"),
        (record(dealt()), "round", {"round": 1, "setup": {**SETUP, "red": [1, 1, 1, 1, 1, 1]}}, "taken"),
        (record(dealt()), "round", {"round": 1, "points": {"red": 3, "white": 0}}, "taken"),
        (record(dealt(FIRST)), "trick", {"round": 1, "trick": 1, **FIRST}, "same"),
        (record(dealt(FIRST)), "trick", {"round": 1, "trick": 1, **FIRST, "note": "well led"}, "taken"),
        (record(dealt(FIRST)), "trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D"}, "taken"),
        (record(OVER), "trick", {"round": 1, "trick": 5, **FIFTH}, "not_next"),
        (record(OVER), "round", {"round": 2, "points": {"red": 3, "white": 0}}, "next"),
        (record(dealt()), "expose", {"round": 1, "card": "QC"}, "next"),
        (record(dealt(FIRST)), "expose", {"round": 1, "card": "QC"}, "next"),
        (record(dealt(FIRST)), "expose", {"round": 2, "card": "QC"}, "not_next"),
        (record(OVER), "expose", {"round": 1, "card": "QC"}, "not_next"),
        (record(OVER), "expose", {"round": 2, "card": "QC"}, "not_next"),
        (record({"points": {"red": 3, "white": 0}}), "expose", {"round": 1, "card": "QC"}, "not_next"),
        (record(*[{"points": {"red": 3, "white": 0}}] * 12), "expose", {"round": 12, "card": "QC"}, "not_next"),
        (record(OVER, dealt()), "expose", {"round": 1, "card": "QC"}, "not_next"),
        (record(OVER, dealt()), "expose", {"round": 2, "card": "QC"}, "next"),
        (record({"points": {"red": 3, "white": 0}}), "trick", {"round": 1, "trick": 1, **FIRST}, "not_next"),
        (record({"points": {"red": 3, "white": 0}}), "round", {"round": 1, "setup": SETUP}, "taken"),
        (record({"points": {"red": 3, "white": 0}}), "round", {"round": 1, "points": {"red": 3, "white": 0}}, "same"),
        (record(*[{"points": {"red": 3, "white": 0}}] * 12), "round", {"round": 13, "setup": SETUP}, "not_next"),
    ],
)
def test_slots(current: Json, kind: str, data: Json, expected: str) -> None:
    assert place_in(current, kind, data) == expected


@pytest.mark.parametrize(
    ("fields", "data", "expected"),
    [
        ({"exposed": ["3S"]}, {"exposed": ["3S"]}, "same"),
        ({"exposed": ["3S", "QC"]}, {"exposed": ["3S"]}, "same"),  # exposed since
        ({"exposed": ["3S"]}, {}, "same"),
        ({"exposed": ["3S"]}, {"exposed": ["QC"]}, "taken"),
        ({}, {"exposed": ["3S"]}, "taken"),
        ({"note": "windy"}, {"note": "windy"}, "same"),
        ({"note": "windy"}, {}, "taken"),
        ({"note": "windy"}, {"note": "win"}, "taken"),
        ({"reshuffled": True}, {}, "taken"),
    ],
)
def test_a_round_dealt_twice(fields: Json, data: Json, expected: str) -> None:
    assert place_in(record(dealt(**fields)), "round", {"round": 1, "setup": SETUP, **data}) == expected


@pytest.mark.parametrize(
    ("note", "data", "expected"),
    [
        ("windy\na fine ending", {"note": "windy"}, "same"),
        ("a fine ending", {}, "same"),
        ("windy\na fine ending", {"note": "a fine ending"}, "taken"),
        ("windyer", {"note": "windy"}, "taken"),
    ],
)
def test_what_was_noted_at_the_close_leaves_the_deal_as_it_was(note: str, data: Json, expected: str) -> None:
    assert place_in(record({**OVER, "note": note}), "round", {"round": 1, "setup": SETUP, **data}) == expected


@pytest.mark.parametrize(
    ("fields", "data", "expected"),
    [
        ({}, {"unplayed": UNPLAYED}, "next"),
        ({}, {}, "next"),
        ({}, {"note": "a fine ending"}, "next"),
        ({"note": "windy"}, {"note": "a fine ending"}, "next"),
        ({"unplayed": UNPLAYED}, {"unplayed": UNPLAYED}, "same"),
        ({"unplayed": UNPLAYED, "ruling": RULING}, {"unplayed": UNPLAYED, "ruling": RULING}, "same"),
        ({"unplayed": UNPLAYED, "note": "windy\nfine"}, {"unplayed": UNPLAYED, "note": "fine"}, "same"),
        ({"unplayed": UNPLAYED, "note": "fine"}, {"unplayed": UNPLAYED, "note": "fine"}, "same"),
        ({"note": "windy\nfine"}, {"note": "fine"}, "same"),
        ({"unplayed": {}}, {"unplayed": UNPLAYED}, "next"),
        ({"unplayed": {}, "note": "fine"}, {"note": "fine"}, "same"),
        ({"unplayed": UNPLAYED}, {"unplayed": {"red": UNPLAYED["red"]}}, "taken"),
        ({"unplayed": UNPLAYED}, {"ruling": RULING}, "taken"),
        ({"unplayed": UNPLAYED, "note": "unfine"}, {"unplayed": UNPLAYED, "note": "fine"}, "taken"),
        ({"ruling": RULING}, {"ruling": {**RULING, "note": "otherwise"}}, "taken"),
    ],
)
def test_a_round_closed_twice(fields: Json, data: Json, expected: str) -> None:
    assert place_in(record({**OVER, **fields}), "close_round", {"round": 1, **data}) == expected


def test_an_earlier_round_cannot_be_closed_any_more() -> None:
    current = record({**OVER, "unplayed": UNPLAYED}, dealt())
    assert place_in(current, "close_round", {"round": 1, "unplayed": UNPLAYED}) == "same"
    assert place_in(current, "close_round", {"round": 1, "note": "too late"}) == "not_next"
    assert place_in(current, "close_round", {"round": 1}) == "not_next"
