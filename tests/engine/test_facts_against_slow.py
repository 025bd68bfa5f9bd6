"""The facts of matches against the slow count of them, and against each other.

Matches come from the vectors, from the generator, which writes them down as people do, and from the players of
`strategies`, with whom every fifth trick stands by some ruling.
"""

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.facts import Values
from engine.marrakesh import replay
from engine.marrakesh.declared import DECLARED
from engine.marrakesh.facts import FACTS
from engine.marrakesh.record import OTHER, SIDES
from scorepad.demo import generator
from tests.engine import slow_facts, strategies

Record = dict[str, Any]
Of = dict[str, dict[str, int]]

VECTORS = Path(__file__).parents[1] / "vectors"
MATCHES = [json.loads(line)["record"] for line in (VECTORS / "matches.jsonl").read_text().splitlines()]
READING = ("", "_hits", "_expected", "_variance")
some = settings(max_examples=40, deadline=None)


def generated(seed: int) -> Record:
    rng = Random(seed)
    grades = rng.choice(((1, 0, 0), (0.9, 0.05, 0.05), (0.4, 0.3, 0.3), (0, 1, 0), (0, 0, 1)))
    habits = generator.Habits(*grades, boards=rng.random(), leaders=rng.random() < 0.5)
    options: Record = {"pack": rng.choice(("single", "double"))}
    if rng.random() < 0.5:
        options |= {"stake": {"amount": "0.25", "currency": "EUR"}, "oasis": True}
    return generator.match(rng, options=options, habits=habits, rounds=rng.choice((1, 7, 12, 12, 12)))


matches = st.integers(0, 2**32).map(generated) | strategies.matches() | strategies.matches(ruled=True)


def over(record: Record) -> tuple[Record, dict[str, int], str | None]:
    """Its replay, the places, and who gave up: a match that was not played to its end was given up by Red."""
    said = replay(record)
    gave_up = None if said["complete"] else "red"
    winner = "white" if gave_up else said["result"]["winner"]
    return said, {side: 1 if winner in (side, None) else 2 for side in SIDES}, gave_up


def values_of(record: Record) -> dict[str, Values]:
    return FACTS.of_match(record, *over(record))


def facts_of(record: Record) -> Of:
    return {side: dict(zip(FACTS.keys, values, strict=True)) for side, values in values_of(record).items()}


def require_the_same(record: Record) -> None:
    slow = slow_facts.facts_of(record, *over(record))
    for side, counted in facts_of(record).items():
        assert {key: value for key, value in counted.items() if value} == slow[side]


@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_the_vectors(number: int) -> None:
    require_the_same(MATCHES[number])


@some
@given(matches)
def test_any_match(record: Record) -> None:
    require_the_same(record)


@some
@given(matches)
def test_it_is_told_again_as_it_was_written(record: Record) -> None:
    """Neither the record nor its replay is changed, and JSON between them changes nothing."""
    before = json.dumps(record)
    found = values_of(record)
    assert json.dumps(record) == before
    assert values_of(json.loads(before)) == found


@some
@given(matches)
def test_the_sides_mirror_each_other(record: Record) -> None:
    of = facts_of(record)
    pairs = {
        "won": "lost",
        "drawn": "drawn",
        "gave_up": "won_by_forfeit",
        **{f"won_by_{how}": f"lost_by_{how}" for how in ("score", "rounds_scored", "best_round")},
        "points": "points_against",
        "completed_points": "completed_against",
        **{key: key for key in ("rounds", "named", "setups", "completed", "completed_margin_squares")},
        **{f"turn_{turn}_chips_given": f"turn_{turn}_chips_taken" for turn in (1, 2, 3)},
        **{f"led{key}": f"received{key}" for key in ("", "_suit_matches", "_doubles", "_triples")},
        **{f"reading{key}": f"being_read{key}" for key in READING},
    }
    for side, (own, theirs) in product(SIDES, pairs.items()):
        assert of[side][own] == of[OTHER[side]][theirs], own


@some
@given(matches)
def test_parts_make_up_the_whole(record: Record) -> None:
    for fact in facts_of(record).values():
        assert fact["matches"] == fact["won"] + fact["drawn"] + fact["lost"] == 1
        assert fact["rounds"] == sum(fact[f"round_{number}"] for number in range(1, 13))
        assert fact["points"] == sum(fact[f"round_{number}_points"] for number in range(1, 13))
        assert fact["points_squares"] == sum(fact[f"round_{number}_squares"] for number in range(1, 13))
        kinds = ("6", "51", "42", "411", "33", "321", "3111", "222", "2211", "21111", "111111")
        assert fact["setups"] == sum(fact[f"setup_{kind}"] for kind in kinds)
        assert 6 * fact["setups"] == sum(fact[f"dice_{face}"] for face in range(1, 7))
        assert fact["setup_pips"] == sum(face * fact[f"dice_{face}"] for face in range(1, 7))
        for role in ("led", "received"):
            suits = [sum(fact[f"{role}_{suit}_at_{trick}"] for suit in "shdc") for trick in range(1, 7)]
            numbers = [sum(fact[f"{role}_{number}_at_{trick}"] for number in range(7)) for trick in range(1, 7)]
            assert suits == numbers
            assert fact[role] == sum(suits)
        assert sum(fact[f"extra_{suit}"] for suit in "shdc") == sum(fact[f"extra_number_{n}"] for n in range(7))


@some
@given(matches)
def test_a_part_is_no_more_than_the_whole(record: Record) -> None:
    of = facts_of(record)
    for side, fact in of.items():
        assert fact["rounds_scored"] <= fact["rounds"] <= 12
        assert fact["marrakeshes"] <= fact["rounds_scored"]
        assert fact["named"] <= fact["rounds"]
        assert sum(value for key, value in fact.items() if key.startswith("offensive_")) <= fact["named"]
        assert sum(value for key, value in fact.items() if key.startswith("defensive_")) <= fact["named"]
        assert fact["best_round"] ** 2 <= fact["points_squares"]
        assert fact["led_to_no_man"] <= fact["led_numbers"] <= fact["led"]
        assert fact["led_won"] + of[OTHER[side]]["received_won"] == fact["led"]
        assert fact["reading_hits"] <= fact["reading"] <= fact["received"]
        assert 4 * fact["reading_variance"] <= 1_000_000 * fact["reading"]
        assert 0 <= fact["reading_expected"] <= 1_000_000 * fact["reading"]
        drawn = sum(fact[f"{role}_extra_{times}"] for role in ("led", "received") for times in (1, 4, 6))
        assert fact["extras"] <= drawn <= sum(fact[f"extra_{suit}"] for suit in "shdc")
        assert fact["extras_worth"] <= 6 * fact["extras"]
        for turn in (1, 2, 3):
            assert fact[f"turn_{turn}_short"] <= fact[f"turn_{turn}_played"]
            off = [fact[f"turn_{turn}_off_{men}"] for men in range(7)]
            assert fact[f"turn_{turn}_chips_taken"] <= off[0]
            assert fact[f"turn_{turn}_played"] + fact[f"turn_{turn}_chips_taken"] <= sum(off)
            assert sum(off) <= fact["rounds"]


@some
@given(matches)
def test_every_fact_fits_its_column(record: Record) -> None:
    require_fitting(record)


def test_the_most_that_rulings_can_say_fits_too() -> None:
    """999 points a side and round are the most that a ruling may say."""
    stood = {"points": {"red": 999, "white": 0}, "ruling": {"note": "so says the pad"}}
    require_fitting({"format": "marrakesh-record/1", "rounds": [stood] * 12})


def require_fitting(record: Record) -> None:
    for values in values_of(record).values():
        assert len(values) == len(DECLARED)
        for fact, value in zip(DECLARED, values, strict=True):
            assert 0 <= value < (2**31 if fact.wide else 2**15), fact.key
