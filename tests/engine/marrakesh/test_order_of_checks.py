"""Two faults in one record: the first in playing order is reported, as the specification orders them.

Each list runs from the first check to the last; every pair in it is put into one record, and the earlier must be told.
"""

from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest

from tests.engine.marrakesh.writing import Record, record, refusal, trick

NOTE = {"note": "as it stood"}
Fault = tuple[str, tuple[str | int, ...], Record, str]
"""Code, the way to the object, the fields to set there, and the path that is told."""


def faulty(base: Record, *faults: Fault) -> Record:
    written = deepcopy(base)
    for _, steps, fields, _ in faults:
        at: Any = written
        for step in steps:
            at = at[step]
        for name, value in fields.items():
            at[name] = value
    return written


def pairs(faults: list[Fault]) -> list[tuple[Fault, Fault]]:
    return list(combinations(faults, 2))


def label(value: object) -> str:
    return f"{value[0]}-{value[3]}" if isinstance(value, tuple) else str(value)


def check(base: Record, first: Fault, second: Fault) -> None:
    assert refusal(faulty(base, first)) == (first[0], first[3])
    assert refusal(faulty(base, second)) == (second[0], second[3])
    assert refusal(faulty(base, first, second)) == (first[0], first[3])


# -- the parts of a round, and of the match -----------------------------------------------------------------------

SIXES = {"red": [2, 2, 2, 2, 2, 2], "white": [1, 1, 1, 1, 1, 1]}
OFF_AT_ONCE = [trick("2D 2D 5C", "2/off " * 6), trick("AS AS", "1/off " * 6)]
ROUND = {
    "setup": SIXES,
    "exposed": ["QH"],
    "tricks": [{**OFF_AT_ONCE[0], "withdrawn": "6S"}, OFF_AT_ONCE[1]],
    "unplayed": {"red": ["4H", "4H", "4D", "4D"], "white": ["6S", "5H", "5H", "5D"]},
    "ruling": {"points": {"red": 12, "white": 0}, **NOTE},
}
MATCH = record(ROUND, {"points": {"red": 3, "white": 0}}, options={"pack": "double"})
R: tuple[str | int, ...] = ("rounds", 0)

ORDER_OF_A_MATCH: list[Fault] = [
    ("malformed", (), {"format": "marrakesh-record/0"}, "/format"),
    ("malformed", ("rounds", 1), {"note": 7}, "/rounds/1/note"),
    ("oasis_without_stake", ("options",), {"oasis": True}, "/options/oasis"),
    ("bad_setup", (*R, "setup"), {"red": [0, 2, 2, 2, 2, 2]}, "/rounds/0/setup/red"),
    ("bad_setup", (*R, "setup"), {"white": []}, "/rounds/0/setup/white"),
    ("unknown_card", R, {"exposed": ["QX"]}, "/rounds/0/exposed/0"),
    ("bad_play", (*R, "tricks", 0), {"plays": ["x"]}, "/rounds/0/tricks/0/plays/0"),
    ("extra_missing", (*R, "tricks", 1), {"plays": []}, "/rounds/0/tricks/1/extra"),
    ("wrong_unplayed", (*R, "unplayed"), {"red": []}, "/rounds/0/unplayed/red"),
    ("too_many_copies", (*R, "unplayed"), {"white": ["AS", "AS", "AS", "6S"]}, "/rounds/0/unplayed/white/2"),
    ("withdrawn_not_played", (*R, "tricks", 0), {"withdrawn": "6H"}, "/rounds/0/tricks/0/withdrawn"),
    ("ruling_without_note", (*R, "ruling"), {"note": " "}, "/rounds/0/ruling"),
    ("impossible_points", ("rounds", 1), {"points": {"red": 2, "white": 2}}, "/rounds/1/points"),
]


@pytest.mark.parametrize(("first", "second"), pairs(ORDER_OF_A_MATCH), ids=label)
def test_options_then_each_round_from_its_setup_to_its_ruling(first: Fault, second: Fault) -> None:
    check(MATCH, first, second)


def test_identical_setups_come_after_each_setup_and_before_the_exposed_cards() -> None:
    same = {"red": [1, 2, 3, 4, 5, 6], "white": [6, 5, 4, 3, 2, 1]}
    assert refusal(record({**ROUND, "setup": same, "exposed": ["X"]})) == ("identical_setups", "/rounds/0/setup")
    bad = {"red": [7], "white": [7]}
    assert refusal(record({**ROUND, "setup": bad})) == ("bad_setup", "/rounds/0/setup/red")


class TestARoundThatIsNotOver:
    UNDER_WAY = {"setup": SIXES, "tricks": OFF_AT_ONCE[:1]}
    UNPLAYED = {"unplayed": {"red": [], "white": ["X"]}}
    RULING = {"ruling": {"points": {"red": 0, "white": 0}, "note": ""}}
    NEXT = {"points": {"red": 2, "white": 2}}

    def test_unplayed_cards_then_the_ruling_then_the_next_round(self) -> None:
        for fields, path in (
            ({**self.UNPLAYED, **self.RULING}, "/rounds/0/unplayed"),
            (self.UNPLAYED, "/rounds/0/unplayed"),
            (self.RULING, "/rounds/0/ruling"),
            ({}, "/rounds/0"),
        ):
            assert refusal(record({**self.UNDER_WAY, **fields}, self.NEXT)) == ("round_incomplete", path)


# -- within a trick -----------------------------------------------------------------------------------------------

# Red leads, White wins the suit-match and moves 4-6 and the extra Two.
SETUP = {"red": [1, 1, 2, 3, 4, 5], "white": [2, 2, 3, 4, 5, 6]}
TRICK = {"lead": "4H", "reply": "6H", "extra": "2C", "plays": ["6/off", "4/off", "2/off"], "ruling": None}
ONE_TRICK = record({"setup": SETUP, "tricks": [TRICK], "exposed": ["QS"]})
T: tuple[str | int, ...] = ("rounds", 0, "tricks", 0)
AT = "/rounds/0/tricks/0"

BEFORE_THE_EXTRA: list[Fault] = [
    ("ruling_without_note", T, {"ruling": {"note": ""}}, f"{AT}/ruling"),
    ("wrong_leader", T, {"leader": "white"}, f"{AT}/leader"),
    ("unknown_card", T, {"withdrawn": "XX"}, f"{AT}/withdrawn"),
    ("unknown_card", T, {"lead": "7H"}, f"{AT}/lead"),
    ("too_many_copies", T, {"reply": "QS"}, f"{AT}/reply"),
]
WITH_AN_EXTRA: list[Fault] = [
    *BEFORE_THE_EXTRA,
    ("extra_not_due", T, {"extra_disregarded": True}, f"{AT}/extra_disregarded"),
    ("too_many_copies", T, {"extra": "QS"}, f"{AT}/extra"),
    ("bad_play", T, {"plays": ["1/2", "6/off"]}, f"{AT}/plays/0"),
    ("unreachable_board", T, {"board": [0] * 6}, f"{AT}/board"),
]
WITHOUT_ITS_EXTRA: list[Fault] = [
    *BEFORE_THE_EXTRA[1:],
    ("extra_missing", T, {"extra": None}, f"{AT}/extra"),
    ("illegal_play", T, {"plays": ["1/off"]}, f"{AT}/plays/0"),
    ("unreachable_board", T, {"board": [0] * 6}, f"{AT}/board"),
]


@pytest.mark.parametrize(("first", "second"), pairs(WITH_AN_EXTRA), ids=label)
def test_a_trick_from_its_ruling_to_its_board(first: Fault, second: Fault) -> None:
    check(ONE_TRICK, first, second)


@pytest.mark.parametrize(("first", "second"), pairs(WITHOUT_ITS_EXTRA), ids=label)
def test_an_extra_that_is_missing_comes_before_the_plays(first: Fault, second: Fault) -> None:
    check(ONE_TRICK, first, second)


PLAIN = record({"setup": SETUP, "tricks": [{"lead": "4H", "reply": "5C", "plays": ["5/off", "4/off"]}]})
WITHOUT_A_MATCH: list[Fault] = [
    ("unknown_card", T, {"lead": "7H"}, f"{AT}/lead"),
    ("unknown_card", T, {"reply": "7H"}, f"{AT}/reply"),
    ("extra_not_due", T, {"extra": "XX"}, f"{AT}/extra"),
    ("bad_play", T, {"plays": ["4/off", "5/6"]}, f"{AT}/plays/1"),
]


@pytest.mark.parametrize(("first", "second"), pairs(WITHOUT_A_MATCH), ids=label)
def test_an_extra_that_is_not_due_comes_before_the_extra_card_itself(first: Fault, second: Fault) -> None:
    check(PLAIN, first, second)


def test_a_card_not_due_is_named_before_that_it_was_disregarded_too() -> None:
    both = faulty(PLAIN, ("", T, {"extra": "2S", "extra_disregarded": True}, ""))
    assert refusal(both) == ("extra_not_due", f"{AT}/extra")


def test_the_form_of_every_play_comes_before_each_in_turn() -> None:
    assert refusal(faulty(PLAIN, ("", T, {"plays": ["1/off", "x"]}, ""))) == ("bad_play", f"{AT}/plays/1")


def test_the_form_of_the_plays_comes_before_that_the_winner_cannot_move() -> None:
    then = record({"setup": SIXES, "tricks": [OFF_AT_ONCE[0], trick("4S 6D", "1/off x")]}, options={"pack": "double"})
    assert refusal(then) == ("bad_play", "/rounds/0/tricks/1/plays/1")


def test_a_round_that_is_over_comes_before_all_else_in_the_trick() -> None:
    late = {"lead": "XX", "reply": "XX", "leader": "red", "ruling": {"note": ""}}
    written = record({**ROUND, "tricks": [*OFF_AT_ONCE, late], "ruling": None}, options={"pack": "double"})
    assert refusal(written) == ("round_over", "/rounds/0/tricks/2")


def test_too_late_to_take_a_card_back_comes_before_the_card_itself() -> None:
    setup = {"red": [3, 3, 4, 4, 5, 5], "white": [1, 1, 2, 2, 6, 6]}
    moves = [trick("2S 6D", "6/off 2/off"), trick("2H AD", "2/off 1/off"), trick("AH QC", "1/off")]
    chips = [trick("4S 6H"), trick("3H 2C"), trick("5D AC", withdrawn="XX")]
    written = record({"setup": setup, "tricks": [*moves, *chips]})
    assert refusal(written) == ("withdrawn_too_late", "/rounds/0/tricks/5/withdrawn")
