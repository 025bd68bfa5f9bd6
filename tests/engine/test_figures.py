"""Figures of a game that nobody plays, worked out by hand: throws at a target, with hits and their points."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.figures import Chance, Figure, Figures, Group, Measure, Table, Told, Weights, inputs, tell

THROWS = Figure("throws", "Throws", "all", "count", {"left": 1, "right": 1}, {"left": 1, "right": 1}, "throws", "-", "")
HIT_RATE = Figure("hit_rate", "Hits", "hands", "rate", {"hits": 1}, {"left": 1, "right": 1}, "throws", "-", "")
LEFT = Figure("left_hits", "Hits, left", "hands", "rate", {"left_hits": 1}, {"left": 1}, "throws", "-", "", role="left")
RIGHT = Figure("right", "Throws, right", "hands", "count", {"right": 1}, {"right": 1}, "throws", "-", "", role="right")
STAKE = Figure("stake", "Stake", "all", "count", {"stake": 1}, {"left": 1}, "throws", "-", "", for_members=True)
BOARD = Table("by_hand", "By hand", "hands", "throws", "-", ("Left",), ("Hits",), ((LEFT,),), role="left")
GAME = Figures(
    (Group("all", "All"), Group("hands", "Hands")),
    (THROWS, HIT_RATE, LEFT, RIGHT, STAKE),
    (BOARD,),
    ("throws", "stake"),
)


def figure(measure: Measure, of: Weights, per: Weights, **more: Any) -> Figure:
    return Figure("asked", "Asked", "all", measure, of, per, "throws", "-", "", **more)


# -- measures -----------------------------------------------------------------------------------------------------


def test_a_count_is_told_with_what_it_is_of() -> None:
    told = tell(figure("count", {"hits": 1}, {"left": 1, "right": 1}), {"hits": 7, "left": 4, "right": 6})
    assert told == Told("asked", 7, 10)


def test_the_most_is_told_as_it_is() -> None:
    assert tell(figure("most", {"best": 1}, {"throws": 1}), {"best": 9, "throws": 3}) == Told("asked", 9, 3)


def test_a_rate_comes_with_wilsons_interval() -> None:
    """7 of 10: (0.7 + z²/20 ± z √(0.7 × 0.3/10 + z²/400)) / (1 + z²/10) with z = 1.96."""
    told = tell(figure("rate", {"hits": 1}, {"throws": 1}), {"hits": 7, "throws": 10})
    assert (told.value, told.n) == (0.7, 10)
    assert told.interval == pytest.approx((0.3968, 0.8922), abs=0.0001)
    assert (told.p_value, told.expected) == (None, None)


def test_a_rate_stands_beside_what_was_expected_of_its_cases() -> None:
    """Hits expected of 4 throws: 0.1 + 0.2 + 0.3 + 0.4 = 1."""
    sums = {"hits": 2, "throws": 4, "expected": 1_000_000}
    told = tell(figure("rate", {"hits": 1}, {"throws": 1}, expected={"expected": 1}), sums)
    assert (told.value, told.expected, told.p_value) == (0.5, 0.25, None)


def test_a_rate_stands_beside_its_exact_chance() -> None:
    """60 heads of 100 are 10 more than expected, 2 standard deviations of √(100/4)."""
    coin = figure("rate", {"hits": 1}, {"throws": 1}, chance=lambda: Chance(Fraction(1, 2), Fraction(1, 4)))
    told = tell(coin, {"hits": 60, "throws": 100})
    assert told.expected == 0.5
    assert told.p_value == pytest.approx(0.0455, abs=0.0001)


def test_a_chance_of_cases_that_hang_together_gives_no_p_value() -> None:
    die = figure("rate", {"hits": 1}, {"throws": 1}, chance=lambda: Chance(Fraction(1, 6)))
    told = tell(die, {"hits": 6, "throws": 6})
    assert (told.expected, told.p_value) == (pytest.approx(1 / 6), None)


def test_a_mean_comes_with_its_standard_error() -> None:
    """10, -5 and 10: mean 5, variance (25 + 100 + 25) / 2 = 75, standard error √(75/3) = 5."""
    margin = figure("mean", {"own": 1, "other": -1}, {"matches": 1}, squares={"squares": 1})
    told = tell(margin, {"own": 60, "other": 45, "matches": 3, "squares": 225})
    assert (told.value, told.standard_error, told.n) == (5.0, pytest.approx(5.0), 3)
    assert told.interval == pytest.approx((5 - 9.8, 5 + 9.8), abs=0.001)


def test_a_mean_of_a_distribution_weighs_each_of_its_values() -> None:
    """0, 0, 1, 1, 1, 2, 2, 2, 2, 2: 13 of 10, variance (23 - 16.9) / 9, standard error √(0.6778 / 10)."""
    of = {"none": 0, "one": 1, "two": 2}
    told = tell(
        figure("mean", of, dict.fromkeys(of, 1), squares={"none": 0, "one": 1, "two": 4}),
        {"none": 2, "one": 3, "two": 5},
    )
    assert (told.value, told.n) == (1.3, 10)
    assert told.standard_error == pytest.approx(0.26034, abs=0.00001)


def test_a_mean_without_squares_has_no_error() -> None:
    told = tell(figure("mean", {"own": 1}, {"matches": 1}), {"own": 9, "matches": 2})
    assert told == Told("asked", 4.5, 2)


def test_an_index_is_hits_over_expected_hits() -> None:
    """20 hits where 15 were expected, variance 11.25: 4/3 ± 1.96 × 3.3541 / 15, and 1.4907 standard deviations."""
    index = figure("index", {"hits": 1}, {"replies": 1}, expected={"expected": 1}, variance={"variance": 1})
    told = tell(index, {"hits": 20, "replies": 60, "expected": 15_000_000, "variance": 11_250_000})
    assert (told.value, told.n, told.expected) == (pytest.approx(4 / 3), 60, 1.0)
    assert told.interval == pytest.approx((0.8951, 1.7716), abs=0.0001)
    assert told.p_value == pytest.approx(0.1360, abs=0.0001)


def test_an_index_of_what_was_never_expected_has_no_value() -> None:
    index = figure("index", {"hits": 1}, {"replies": 1}, expected={"expected": 1}, variance={"variance": 1})
    told = tell(index, {"hits": 0, "replies": 60, "expected": 0, "variance": 0})
    assert (told.value, told.n) == (None, 60)


def test_a_deviation_is_told_by_the_case_beside_what_was_expected() -> None:
    """120 men by 50 cards where 100 were expected, variance 64: 2.4 a card against 2, error 8/50, 2.5 deviations."""
    worth = figure("deviation", {"men": 1}, {"cards": 1}, expected={"expected": 1}, variance={"variance": 1})
    told = tell(worth, {"men": 120, "cards": 50, "expected": 100_000_000, "variance": 64_000_000})
    assert (told.value, told.expected, told.standard_error) == (2.4, 2.0, pytest.approx(0.16))
    assert told.interval == pytest.approx((2.4 - 0.3136, 2.4 + 0.3136), abs=0.0001)
    assert told.p_value == pytest.approx(0.0124, abs=0.0001)


def test_a_deviation_from_nothing_is_a_mistake_of_its_declaration() -> None:
    with pytest.raises(ValueError, match="asked has nothing to deviate from"):
        tell(figure("deviation", {"men": 1}, {"cards": 1}), {"men": 1, "cards": 1})


# -- too few cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", ["count", "most", "rate", "mean", "index", "deviation"])
def test_nothing_is_told_of_no_cases(measure: Measure) -> None:
    told = tell(figure(measure, {"hits": 1}, {"throws": 1}), {"hits": 0, "throws": 0})
    assert told == Told("asked", None, 0)


def test_too_few_cases_are_only_counted() -> None:
    rate = figure("rate", {"hits": 1}, {"throws": 1}, shown_from=50)
    assert tell(rate, {"hits": 20, "throws": 49}) == Told("asked", None, 49)
    assert tell(rate, {"hits": 20, "throws": 50}).value == 0.4


def test_below_the_verdicts_n_there_is_a_value_and_no_p_value() -> None:
    coin = figure(
        "rate", {"hits": 1}, {"throws": 1}, chance=lambda: Chance(Fraction(1, 2), Fraction(1, 4)), verdict_from=100
    )
    few = tell(coin, {"hits": 90, "throws": 99})
    assert few.p_value is None
    assert few.value is not None
    assert few.interval is not None
    assert few.expected == 0.5
    assert tell(coin, {"hits": 90, "throws": 100}).p_value is not None


# -- what a figure is computed from -------------------------------------------------------------------------------


def test_the_inputs_are_the_facts_it_is_computed_from_and_no_others() -> None:
    asked = figure(
        "index",
        {"hits": 1},
        {"replies": 1},
        squares={"squares": 1},
        expected={"expected": 1},
        variance={"variance": 1},
    )
    sums = {"hits": 1, "replies": 2, "squares": 3, "expected": 4, "variance": 5, "other": 6}
    assert inputs(asked, sums) == {"hits": 1, "replies": 2, "squares": 3, "expected": 4, "variance": 5}


def test_a_fact_that_is_missing_is_not_taken_for_zero() -> None:
    with pytest.raises(KeyError):
        tell(THROWS, {"left": 3})


# -- all of a game's ----------------------------------------------------------------------------------------------


def test_every_figure_is_found_by_its_name_those_of_tables_too() -> None:
    apart = replace(LEFT, key="apart")
    game = replace(GAME, tables=(replace(BOARD, cells=((apart,),)),))
    assert list(game.named) == ["throws", "hit_rate", "left_hits", "right", "stake", "apart"]
    assert game.named["apart"] is apart


def test_of_a_role_only_that_roles_figures_are_left() -> None:
    assert GAME.roles == ("left", "right")
    left = GAME.of_role("left")
    assert (left.figures, left.tables, left.headlines) == ((LEFT,), (BOARD,), ())
    assert left.groups == (Group("hands", "Hands"),)
    assert GAME.of_role("right").tables == ()


def test_guests_are_not_told_what_is_for_members() -> None:
    guests = GAME.for_guests()
    assert STAKE not in guests.figures
    assert guests.headlines == ("throws",)
    assert (guests.tables, guests.groups) == (GAME.tables, GAME.groups)
