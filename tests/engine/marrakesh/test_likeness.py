"""Two recordings of one round are told by its dice or, where there are none, by its ovals or points."""

import pytest

from engine.games import GAMES
from tests.engine.marrakesh.test_vectors import MATCHES

fingerprint = GAMES["marrakesh"].fingerprint

THROW = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}
TURNED = {"red": [1, 2, 4, 5, 6, 6], "white": [1, 2, 3, 4, 5, 6]}
SWAPPED = {"red": THROW["white"], "white": THROW["red"]}


@pytest.mark.parametrize("setup", [TURNED, SWAPPED])
def test_the_same_dice_are_the_same_round_in_whatever_order_and_colour(setup: dict[str, list[int]]) -> None:
    trick = {"lead": "AS", "reply": "6D"}
    assert fingerprint({"setup": setup, "tricks": [trick]}) == fingerprint({"setup": THROW, "tricks": []})


def test_dice_say_it_at_every_grade() -> None:
    on_a_pad = {"setup": THROW, "points": {"red": 6, "white": 1}}
    assert fingerprint(on_a_pad) == fingerprint({"setup": TURNED, "tricks": []})


def test_another_throw_is_another_round() -> None:
    other = {**THROW, "red": [6, 1, 2, 6, 4, 4]}
    assert fingerprint({"setup": other, "tricks": []}) != fingerprint({"setup": THROW, "tricks": []})


def test_a_pad_without_dice_is_told_by_what_it_has() -> None:
    ovals = {"red": [2, 2, 2], "white": [0, 1, 1]}
    points = {"red": 6, "white": 1}
    assert fingerprint({"ovals": ovals, "setup": None}) == fingerprint({"ovals": ovals, "note": "a stained page"})
    assert fingerprint({"points": points}) == fingerprint({"points": points, "ovals": None})
    assert fingerprint({"points": points}) != fingerprint({"points": {"red": 1, "white": 6}})
    assert len({fingerprint({"ovals": ovals}), fingerprint({"points": points}), fingerprint({})}) == 3
    assert fingerprint({}) is None


def test_no_two_rounds_of_the_golden_matches_are_taken_for_one() -> None:
    thrown = [round_ for match in MATCHES for round_ in match["record"]["rounds"] if round_.get("setup")]
    dice = {tuple(sorted(tuple(sorted(dice)) for dice in round_["setup"].values())) for round_ in thrown}
    assert len({fingerprint(round_) for round_ in thrown}) == len(dice) > 200
