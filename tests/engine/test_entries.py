"""What entries do to a record: their shape, their slot, and where a fault of the record shows in them."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.entries import KINDS, apply, effect, parse, place, require_timely, slot
from engine.marrakesh.record import FORMAT, normalised
from engine.violations import Violation

Json = dict[str, Any]

LINES = (Path(__file__).parents[1] / "vectors" / "matches.jsonl").read_text().splitlines()
VECTORS = [json.loads(line) for line in LINES]

SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}
FIRST = {"leader": "white", "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}
SECOND = {"withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]}
THIRD = {"lead": "5H", "reply": "5H", "extra": "2C", "board": [0, 0, 0, 0, 0, 0]}
FOURTH = {"lead": "4H", "reply": "QD"}
FIFTH = {"lead": "3H", "reply": "2D"}


def record(*rounds: Json) -> Json:
    return normalised({"format": FORMAT, "rounds": [*rounds]})


def dealt(*tricks: Json, **fields: Any) -> Json:
    return {"setup": SETUP, "tricks": [*tricks], **fields}


# The spec's own example: White has had three turns after the fourth trick, and Red is off.
OVER = dealt(FIRST, SECOND, THIRD, FOURTH)
UNPLAYED = {"red": ["4S", "3C"], "white": ["QS", "4S"]}


def place_in(current: Json, kind: str, data: Json) -> str:
    return place(current, replay(current), kind, parse(kind, data))


# -- shape --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "data", "at"),
    [
        ("move", {"round": 1}, "/kind"),
        ("trick", None, "/data"),
        ("trick", [1, 2], "/data"),
        ("trick", {"trick": 1, "lead": "AS", "reply": "6D"}, "/data/round"),
        ("trick", {"round": None, "trick": 1, "lead": "AS", "reply": "6D"}, "/data/round"),
        ("trick", {"round": True, "trick": 1, "lead": "AS", "reply": "6D"}, "/data/round"),
        ("trick", {"round": 1.0, "trick": 1, "lead": "AS", "reply": "6D"}, "/data/round"),
        ("trick", {"round": "1", "trick": 1, "lead": "AS", "reply": "6D"}, "/data/round"),
        ("trick", {"round": 0, "trick": 1, "lead": "AS", "reply": "6D"}, "/data/round"),
        ("trick", {"round": 1, "lead": "AS", "reply": "6D"}, "/data/trick"),
        ("trick", {"round": 1, "trick": -1, "lead": "AS", "reply": "6D"}, "/data/trick"),
        ("trick", {"round": 1, "trick": 1, "reply": "6D"}, "/data/lead"),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": 6}, "/data/reply"),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "leader": "blue"}, "/data/leader"),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "plays": ["6/off", 1]}, "/data/plays/1"),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "board": [0, 0, 0]}, "/data/board"),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "winner": "red"}, "/data/winner"),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "a/b~c": None}, "/data/a~1b~0c"),
        ("trick", {"round": 1, "trick": 1, "lead": "A", "reply": "6", "ruling": {"who": 1}}, "/data/ruling/who"),
        ("round", {"setup": SETUP}, "/data/round"),
        ("round", {"round": 1}, "/data/setup"),
        ("round", {"round": 1, "setup": SETUP, "tricks": []}, "/data/tricks"),
        ("round", {"round": 1, "setup": {"red": SETUP["red"]}}, "/data/setup/white"),
        ("round", {"round": 1, "setup": SETUP, "reshuffled": 1}, "/data/reshuffled"),
        ("round", {"round": 1, "setup": SETUP, "exposed": "QS"}, "/data/exposed"),
        ("round", {"round": 1, "setup": SETUP, "pips": {"red": 1, "white": 2}}, "/data/pips"),
        ("round", {"round": 1, "ovals": {"red": [6], "white": [6]}, "points": {"red": 1, "white": 1}}, "/data/points"),
        ("round", {"round": 1, "ovals": {"red": [1, 1, 1], "white": [1, 1, 1]}}, "/data/pips"),
        ("expose", {"card": "QS"}, "/data/round"),
        ("expose", {"round": 1}, "/data/card"),
        ("expose", {"round": 1, "card": ["QS"]}, "/data/card"),
        ("expose", {"round": 1, "card": "QS", "note": "x"}, "/data/note"),
        ("close_round", {"unplayed": UNPLAYED}, "/data/round"),
        ("close_round", {"round": 1, "unplayed": [["4S"], []]}, "/data/unplayed"),
        ("close_round", {"round": 1, "unplayed": {"red": ["4S", 3]}}, "/data/unplayed/red/1"),
        ("close_round", {"round": 1, "setup": SETUP}, "/data/setup"),
        ("close_round", {"round": 1, "ruling": {"note": "x"}}, "/data/ruling/points"),
        (
            "close_round",
            {"round": 1, "ruling": {"points": {"red": 1000, "white": 0}, "note": "x"}},
            "/data/ruling/points/red",
        ),
        ("close_round", {"round": 1, "note": 5}, "/data/note"),
    ],
)
def test_shape(kind: str, data: object, at: str) -> None:
    with pytest.raises(Violation) as refused:
        parse(kind, data)
    assert (refused.value.code, refused.value.path) == ("malformed", at)


class Hostile:
    """A name that collides with `round` and does something when it is compared."""

    def __hash__(self) -> int:
        return hash("round")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never to be asked")


class Loud(str):
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never to be asked")

    __hash__ = str.__hash__


@pytest.mark.parametrize("kind", [*KINDS, Loud("trick"), None, []], ids=repr)
@pytest.mark.parametrize(
    "names", [{Hostile(): 1}, {Loud("round"): 1}, {1: 1}, {"\ud800": 1}, {"round": Hostile()}], ids=range(5)
)
def test_what_only_looks_like_an_entry_is_never_asked_anything(kind: Any, names: Any) -> None:
    with pytest.raises(Violation) as refused:
        parse(kind, names)
    assert refused.value.code == "malformed"
    assert json.dumps([refused.value.path, refused.value.params, refused.value.detail]).encode()


def test_null_is_the_same_as_leaving_out() -> None:
    assert parse("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "extra": None, "ruling": None}) == {
        "round": 1,
        "trick": 1,
        "lead": "AS",
        "reply": "6D",
    }
    assert parse("round", {"round": 2, "setup": SETUP, "ovals": None, "exposed": None}) == {"round": 2, "setup": SETUP}


def test_a_ruling_may_leave_out_the_points_only_with_points() -> None:
    whole = {"round": 1, "points": {"red": 7, "white": 7}, "ruling": {"note": "the pad says so"}}
    assert parse("round", whole) == whole


# -- slots --------------------------------------------------------------------------------------------------------


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


RULING = {"points": {"red": 5, "white": 0}, "note": "agreed"}


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


# -- what they do -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        ("round", {"round": 2, "setup": SETUP, "exposed": ["3C"]}, [OVER, dealt(exposed=["3C"])]),
        ("round", {"round": 2, "points": {"red": 3, "white": 0}}, [OVER, {"points": {"red": 3, "white": 0}}]),
        ("close_round", {"round": 1, "unplayed": UNPLAYED}, [{**OVER, "unplayed": UNPLAYED}]),
        ("close_round", {"round": 1, "ruling": RULING, "note": "fine"}, [{**OVER, "ruling": RULING, "note": "fine"}]),
        ("close_round", {"round": 1}, [OVER]),
        ("close_round", {"round": 1, "unplayed": {}}, [OVER]),
        ("close_round", {"round": 1, "unplayed": {"red": None, "white": None}}, [OVER]),
    ],
)
def test_what_an_entry_does(kind: str, data: Json, expected: list[Json]) -> None:
    current = record(OVER)
    before = deepcopy(current)
    assert apply(current, kind, parse(kind, data)).record == {**before, "rounds": expected}
    assert current == before


def test_a_card_seen_by_accident_is_added_to_those_before() -> None:
    current = record(dealt(FIRST, exposed=["3S"]))
    exposed = apply(current, "expose", parse("expose", {"round": 1, "card": "QC"}))
    assert exposed.record == record(dealt(FIRST, exposed=["3S", "QC"]))


def test_notes_are_joined_and_nothing_written_is_lost() -> None:
    current = record({**OVER, "note": "windy"})
    closed = apply(current, "close_round", parse("close_round", {"round": 1, "note": "fine"}))
    assert closed.record["rounds"][0]["note"] == "windy\nfine"


@pytest.mark.parametrize(
    "data",
    [
        {"round": 1},
        {"round": 1, "note": "too early"},
        {"round": 1, "unplayed": {}},
        {"round": 1, "unplayed": {"red": None}, "note": "too early"},
    ],
)
def test_a_round_under_way_cannot_be_closed(data: Json) -> None:
    data = parse("close_round", data)
    current = record(dealt(FIRST))
    assert place_in(current, "close_round", data) == "next"
    with pytest.raises(Violation) as refused:
        require_timely(replay(current), "close_round", data)
    assert (refused.value.code, refused.value.path) == ("round_incomplete", "/rounds/0")
    require_timely(replay(record(OVER)), "close_round", data)


@pytest.mark.parametrize(
    ("data", "at"),
    [
        ({"unplayed": {"red": []}}, "unplayed"),
        ({"unplayed": UNPLAYED, "ruling": RULING, "note": "too early"}, "unplayed"),
        ({"ruling": RULING}, "ruling"),
        ({"unplayed": {}, "ruling": {**RULING, "note": ""}}, "ruling"),
    ],
)
def test_nor_its_cards_turned_up_or_its_score_ruled(data: Json, at: str) -> None:
    current, data = record(dealt(FIRST)), parse("close_round", {"round": 1, **data})
    require_timely(replay(current), "close_round", data)  # the record itself will show the fault
    applied = apply(current, "close_round", data)
    with pytest.raises(Violation) as refused:
        replay(applied.record)
    assert (refused.value.code, refused.value.path) == ("round_incomplete", f"/rounds/0/{at}")
    assert applied.pointer(refused.value.path) == f"/data/{at}"


def test_what_was_accepted_once_is_applied_again_whatever_the_rules_say_now() -> None:
    """A record that a newer engine refuses is still the fold of its journal."""
    refused = record(dealt({"lead": "AS", "reply": "AS", "plays": ["6/5"]}))
    noted = apply(refused, "close_round", {"round": 1, "note": "as it was"}).record
    assert noted["rounds"][0]["note"] == "as it was"


# -- faults -------------------------------------------------------------------------------------------------------


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


# -- whole matches ------------------------------------------------------------------------------------------------


def entries_of(match: Json) -> list[tuple[str, Json]]:
    """A record as the table would enter it, one slot after another."""
    entries: list[tuple[str, Json]] = []
    for number, round_ in enumerate(match["rounds"], 1):
        closing = {name: round_[name] for name in ("unplayed", "ruling") if name in round_ and "tricks" in round_}
        opening = {name: value for name, value in round_.items() if name != "tricks" and name not in closing}
        entries.append(("round", {"round": number, **opening}))
        for place_, trick in enumerate(round_.get("tricks", ()), 1):
            entries.append(("trick", {"round": number, "trick": place_, **trick}))
        if closing:
            entries.append(("close_round", {"round": number, **closing}))
    return entries


@pytest.mark.parametrize("vector", VECTORS[:12])
def test_entered_one_by_one_a_match_is_the_same_record(vector: Json) -> None:
    match = normalised(vector["record"])
    current: Json = {**match, "rounds": []}
    for kind, data in entries_of(match):
        said = replay(current)
        assert place(current, said, kind, parse(kind, data)) == "next"
        current = apply(current, kind, data).record
        assert place(current, replay(current), kind, data) == ("next" if kind == "expose" else "same")
    assert current == match
