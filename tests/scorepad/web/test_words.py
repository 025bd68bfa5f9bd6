"""The rulebook's words for what was scored, and what people are called."""

import pytest

from scorepad.web.marrakesh import words


def test_results_of_a_round_are_named_as_on_the_scorecard():
    score = {
        "offensive": {"name": "casablanca", "points": 6},
        "defensive": {"name": "double_chip", "points": 4},
        "pips": 0,
    }
    assert words.result_names(score) == ["Casablanca", "Double-Chip"]
    assert words.result_names({"offensive": None, "defensive": {"name": "chip", "points": 1}, "pips": 1}) == [
        "Chip",
        "Pips",
    ]


@pytest.mark.parametrize("offensive", ["backgammon", "el_ayun"])
def test_twelve_points_and_a_grand_fez_are_a_marrakesh(offensive):
    score = {
        "offensive": {"name": offensive, "points": 12},
        "defensive": {"name": "grand_fez", "points": 18},
        "pips": 0,
    }
    assert words.result_names(score)[-1] == "Marrakesh"


def test_first_names_do_unless_they_are_the_same():
    assert words.Names.of({"red": "Ann V", "white": "Ann C"}).short == {"red": "Ann V", "white": "Ann C"}
    assert words.Names.of({"red": "Ann Verhoeven", "white": "Bob Castellan"}).short == {"red": "Ann", "white": "Bob"}
