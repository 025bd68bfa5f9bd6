"""What guests and onlookers see is a record like any other, with the very replay that the rules make of it."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import MARRAKESH
from engine.marrakesh import awaiting, replay
from engine.marrakesh.record import normalised
from engine.marrakesh.veil import WITHHELD, options_without_stake, veiled, without_stake
from tests.engine.marrakesh.writing import Record, record, round_, trick
from tests.engine.strategies import match

LINES = (Path(__file__).parents[2] / "vectors" / "matches.jsonl").read_text().splitlines()
VECTORS = [normalised(json.loads(line)["record"]) for line in LINES]
STAKE = {"amount": "0.25", "currency": "EUR"}


def seen(written: Record) -> tuple[Record, Record, frozenset[int]]:
    replayed = replay(written)
    return veiled(written, replayed, awaiting(written, replayed))


def cuts(written: Record) -> list[Record]:
    """The record as it stood after each of its rounds, and in the middle of each round of tricks."""
    found = []
    for index, one in enumerate(written["rounds"]):
        found.append({**written, "rounds": written["rounds"][: index + 1]})
        if len(one.get("tricks", ())) > 1:
            begun = {name: one[name] for name in one if name not in ("unplayed", "ruling")}
            begun["tricks"] = one["tricks"][:1]
            found.append({**written, "rounds": [*written["rounds"][:index], begun]})
    return found


# -- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", VECTORS)
def test_what_is_seen_of_an_open_match_is_what_the_rules_make_of_it(written: Record) -> None:
    for cut in cuts(written):
        shown, said, _ = seen(cut)
        assert replay(shown) == said


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**48), st.booleans())
def test_and_so_of_any_match_with_whatever_rulings(seed: int, ruled: bool) -> None:
    shown, said, _ = seen(normalised(match(Random(seed), ruled)))
    assert replay(shown) == said


def test_the_cards_of_earlier_rounds_since_the_shuffle_are_gone_and_the_scores_stay() -> None:
    whole = next(
        written
        for written in VECTORS
        if len(written["rounds"]) == 12
        and all("tricks" in one and "reshuffled" not in one for one in written["rounds"])
    )
    cut = {**whole, "rounds": whole["rounds"][:5]}
    shown, said, hidden = seen(cut)
    assert hidden == {4, 5}
    for number, one in enumerate(shown["rounds"], 1):
        assert ("tricks" in one) is (number not in hidden)
        assert not (number in hidden and {"exposed", "unplayed"} & one.keys())
    assert (said["running"], said["totals"]) == (replay(cut)["running"], replay(cut)["totals"])
    assert {one["grade"] for one in said["rounds"][3:]} <= {"ovals", "points"}


@pytest.mark.parametrize(
    "pad",
    [
        {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}},
        {"points": {"red": 6, "white": 1}},
        {"points": {"red": 0, "white": 0}, "ruling": {"note": "agreed", "points": {"red": 9, "white": 0}}},
    ],
)
def test_nor_are_the_cards_that_an_old_pad_tells_of(pad: Record) -> None:
    """The rules forbid looking through the discards, however little else was written down of the round."""
    plain = {**pad, "note": "rain"}
    told = {**plain, "exposed": ["3S"], "unplayed": {"red": ["QH"], "white": ["2C", "2C"]}}
    empty = {**plain, "exposed": []}
    double = {"pack": "double"}
    assert seen(record(told, plain, told, told, empty, told, options=double))[2] == frozenset()
    written = record(told, plain, told, told, empty, options=double)
    shown, said, hidden = seen(written)
    assert hidden == frozenset()  # no tricks are withheld
    assert shown["rounds"] == [told, plain, told, plain, plain]
    assert said == replay(shown) == replay(written)


def test_the_round_under_way_lies_face_up_on_the_table() -> None:
    written = record({"points": {"red": 3, "white": 0}}, round_(trick("4D QH", "4/off")))
    assert seen(written) == (written, replay(written), frozenset())


def test_a_ruling_stays_as_the_points_and_its_note() -> None:
    vector = next(vector for vector in VECTORS if "tricks" in vector["rounds"][0])
    ruled = {"points": {"red": 7, "white": 0}, "note": "agreed"}
    written = {**vector, "rounds": [{**vector["rounds"][0], "ruling": ruled}]}
    shown, said, hidden = seen(written)
    assert hidden == {1}
    assert shown["rounds"][0]["points"] == {"red": 7, "white": 0}
    assert shown["rounds"][0]["ruling"] == {"note": "agreed"}
    assert (said["grade"], said["rounds"][0]["grade"], said["rounds"][0]["ovals"]) == ("points", "points", None)


def test_a_ruling_of_a_trick_is_not_told_before_its_cards_are() -> None:
    vector = next(v for v in VECTORS if "tricks" in v["rounds"][0] and not replay(v)["rounds"][0]["irregular"])
    tricks = [{**one, "ruling": {"note": "White revoked with the 4S"}} for one in vector["rounds"][0]["tricks"]]
    shown, said, _ = seen({**vector, "rounds": [{**vector["rounds"][0], "tricks": tricks}]})
    assert shown["rounds"][0]["ruling"] == {"note": WITHHELD}
    assert said["rounds"][0]["irregular"]


def test_a_complete_match_is_seen_whole() -> None:
    whole = next(written for written in VECTORS if replay(written)["complete"])
    assert seen(whole) == (whole, replay(whole), frozenset())


# -- the stake ----------------------------------------------------------------------------------------------------


def pads(winner_scores_in: int, **options: Any) -> Record:
    scored = [{"points": {"red": 3, "white": 0}}] * winner_scores_in
    return record(*scored, *[{"points": {"red": 0, "white": 1}}] * (12 - winner_scores_in), options=options)


@pytest.mark.parametrize("rounds", [6, 9, 10, 11, 12])
@pytest.mark.parametrize("oasis", [True, False, None])
def test_a_guest_sees_the_match_as_if_it_had_been_played_for_nothing(rounds: int, oasis: bool | None) -> None:
    options = {"pack": "double", "stake": STAKE} | ({} if oasis is None else {"oasis": oasis})
    written = pads(rounds, **options)
    shown, said = without_stake(written, replay(written))
    assert said == replay(shown)
    assert shown == pads(rounds, pack="double")
    assert said == replay(pads(rounds, pack="double"))
    assert (said["result"]["oasis"], said["result"]["multiplier"], said["result"]["payoff"]) == (None, 1, None)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**48), st.booleans())
def test_and_so_any_match(seed: int, ruled: bool) -> None:
    written = normalised(match(Random(seed), ruled))
    shown, said = without_stake(written, replay(written))
    assert said == replay(shown)
    assert not {"stake", "oasis"} & shown["options"].keys()


def test_nothing_is_taken_where_nothing_was_agreed() -> None:
    for written in (record(), record(options={"pack": "double"}), pads(12, pack="single")):
        assert without_stake(written, replay(written)) == (written, replay(written))


def test_the_options_alone() -> None:
    assert options_without_stake({"pack": "double", "stake": STAKE, "oasis": True}) == {"pack": "double"}
    assert MARRAKESH.options_for_guests({"stake": STAKE}) == {}
