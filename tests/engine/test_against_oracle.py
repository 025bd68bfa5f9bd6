"""The engine against a second, slow reading of the specification, over thousands of mended and broken records.

Each vector is damaged in one to three places (cards, plays, boards, rulings, setups, ovals, whole tricks and rounds)
so that its shape stays right; both must then say the same: the same replay, or the same code at the same place.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.marrakesh import replay
from engine.violations import Violation
from tests.engine import oracle

VECTORS = Path(__file__).parents[1] / "vectors"
CARDS = [rank + suit for rank in "A23456Q" for suit in "SHDC"] + ["9X", "AH "]
PLAYS = [f"{a}/{b}" for a in range(1, 7) for b in [*range(1, a), "off"]] + ["2/5", "x", "6/6"]
WELL_FORMED = [
    *(json.loads(line)["record"] for line in (VECTORS / "matches.jsonl").read_text().splitlines()),
    *(
        row["record"]
        for row in map(json.loads, (VECTORS / "faults.jsonl").read_text().splitlines())
        if row["code"] != "malformed"
    ),
]

Damage = Callable[[random.Random, dict[str, Any]], None]


def some_board(rng: random.Random) -> list[int]:
    points = rng.choices(range(6), k=rng.randint(0, 7))
    return [points.count(point) for point in range(6)]


def some_ruling(rng: random.Random) -> dict[str, Any]:
    parts = {"leader": rng.choice(oracle.SIDES), "winner": rng.choice(oracle.SIDES)}
    kept = {name: side for name, side in parts.items() if rng.random() < 0.5}
    return {"note": rng.choice(["it stood", "it stood", " "]), **kept}


def a_ruled_board(rng: random.Random, trick: dict[str, Any]) -> None:
    trick.pop("plays", None)
    trick.pop("board", None)
    trick["ruling"] = {**some_ruling(rng), "board": some_board(rng)}


def a_board_for_plays(rng: random.Random, trick: dict[str, Any]) -> None:
    trick.pop("plays", None)
    trick["board"] = some_board(rng)


def one_play(rng: random.Random, trick: dict[str, Any]) -> None:
    plays = trick.setdefault("plays", [])
    at = rng.randint(0, len(plays))
    plays[at : at + rng.randint(0, 1)] = rng.sample(PLAYS, rng.randint(0, 1))


TRICK: list[Damage] = [
    lambda rng, trick: trick.update(lead=rng.choice(CARDS)),
    lambda rng, trick: trick.update(reply=rng.choice(CARDS)),
    lambda rng, trick: trick.update(extra=rng.choice([*CARDS, None])),
    lambda rng, trick: trick.update(extra_disregarded=rng.random() < 0.5),
    lambda rng, trick: trick.update(plays=rng.sample(PLAYS, rng.randint(0, 4))),
    lambda rng, trick: rng.shuffle(trick.get("plays") or []),
    one_play,
    lambda rng, trick: trick.update(board=some_board(rng)),
    a_board_for_plays,
    lambda rng, trick: trick.update(ruling=some_ruling(rng)),
    a_ruled_board,
    lambda rng, trick: trick.update(withdrawn=rng.choice([*CARDS, trick["lead"]])),
    lambda rng, trick: trick.update(leader=rng.choice(oracle.SIDES)),
]


def unplayed_cards(rng: random.Random, one: dict[str, Any]) -> None:
    sides = rng.choice([("red",), ("white",), oracle.SIDES])
    one["unplayed"] = {side: rng.sample(CARDS, rng.randint(0, 3)) for side in sides}


def a_ruling_of_the_round(rng: random.Random, one: dict[str, Any]) -> None:
    points = {"red": rng.randint(0, 999), "white": 3}
    one["ruling"] = {"note": rng.choice(["it stood", "\n"]), "points": points}


def what_was_written(rng: random.Random, one: dict[str, Any]) -> None:
    side = rng.choice(oracle.SIDES)
    if one.get("points"):
        one["points"][side] = rng.randint(0, 31)
    elif one.get("ovals"):
        one["ovals"][side] = rng.choices(range(7), k=rng.randint(0, 4))
    elif one["setup"][side]:
        one["setup"][side][rng.randrange(len(one["setup"][side]))] = rng.randint(1, 6 + (rng.random() < 0.2))


def pips_or_setup(rng: random.Random, one: dict[str, Any]) -> None:
    if one.get("ovals"):
        one["pips"] = {side: rng.randint(0, 37) for side in oracle.SIDES}
    elif one.get("setup"):
        one["setup"]["red"] = list(one["setup"]["white"])


def a_trick_more(rng: random.Random, one: dict[str, Any]) -> None:
    if one.get("tricks"):
        one["tricks"].append(deepcopy(rng.choice(one["tricks"])))


def tricks_fewer(rng: random.Random, one: dict[str, Any]) -> None:
    if one.get("tricks"):
        del one["tricks"][rng.randrange(len(one["tricks"])) :]


ROUND: list[Damage] = [
    lambda rng, one: one.update(exposed=rng.sample(CARDS, rng.randint(0, 3))),
    lambda rng, one: one.update(reshuffled=rng.random() < 0.5),
    *(unplayed_cards, a_ruling_of_the_round, what_was_written, pips_or_setup, a_trick_more, tricks_fewer),
]


def damage(rng: random.Random, record: dict[str, Any]) -> None:
    one = rng.choice(record["rounds"])
    if one.get("tricks") and rng.random() < 0.65:
        rng.choice(TRICK)(rng, rng.choice(one["tricks"]))
    elif rng.random() < 0.8:
        rng.choice(ROUND)(rng, one)
    elif rng.random() < 0.5:
        del record["rounds"][record["rounds"].index(one) + 1 :]
    else:
        record["rounds"].insert(rng.randint(0, len(record["rounds"])), deepcopy(one))
    for one in record["rounds"]:
        keep_its_shape(one)


def keep_its_shape(one: dict[str, Any]) -> None:
    for trick in one.get("tricks") or []:
        if "board" in (trick.get("ruling") or {}):
            trick.pop("plays", None)
            trick.pop("board", None)
    if one.get("ovals") and not one.get("pips") and all(sum(one["ovals"][side]) < 6 for side in oracle.SIDES):
        one["pips"] = {side: 6 - sum(one["ovals"][side]) for side in oracle.SIDES}


def said(read: Callable[[dict[str, Any]], dict[str, Any]], record: dict[str, Any]) -> Any:
    try:
        return read(deepcopy(record))
    except (oracle.Refused, Violation) as refusal:
        return refusal.code, refusal.path


def test_the_oracle_finds_84_patterns_and_140_pairs() -> None:
    assert len(oracle.sequences()) == 84
    assert len(oracle.round_scores()) == 140


@pytest.mark.parametrize("seed", range(8))
def test_both_readings_agree(seed: int) -> None:
    rng = random.Random(seed)
    heard: Counter[str] = Counter()
    for _ in range(250):
        record = deepcopy(rng.choice(WELL_FORMED))
        for _ in range(rng.randint(1, 3)):
            if record["rounds"]:
                damage(rng, record)
        expected = said(oracle.replay, record)
        heard[expected[0] if isinstance(expected, tuple) else "replayed"] += 1
        assert said(replay, record) == expected, json.dumps(record)
    assert len(heard) > 12, heard
