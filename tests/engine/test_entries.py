"""What entries do to a record: their shape, and the record that comes of them."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.entries import KINDS, apply, parse, place, require_timely
from engine.marrakesh.record import normalised
from engine.violations import Violation
from tests.engine.entering import FIRST, OVER, RULING, SETUP, UNPLAYED, dealt, place_in, record

Json = dict[str, Any]

LINES = (Path(__file__).parents[1] / "vectors" / "matches.jsonl").read_text().splitlines()
VECTORS = [json.loads(line) for line in LINES]

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
