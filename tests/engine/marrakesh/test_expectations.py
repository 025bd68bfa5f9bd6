"""What the dice bring on average, beside the odds of the rulebook, by hand and by throwing every throw."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial

import pytest

from engine.marrakesh import expectations
from engine.marrakesh.declared import SHAPES
from engine.marrakesh.expectations import Dice

STRAIGHT = (1, 2, 3, 4, 5, 6)


@pytest.fixture(scope="module")
def thrown() -> Counter[Dice]:
    """In how many of all throws each setup shows, by throwing them all."""
    return Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=6))


def test_every_throw_is_a_way_to_some_setup(thrown: Counter[Dice]) -> None:
    assert {dice: expectations.throws_of(dice) for dice in thrown} == thrown
    assert len(thrown) == 462
    assert sum(thrown.values()) == expectations.THROWS


def test_the_throws_of_a_shape_are_those_of_its_setups(thrown: Counter[Dice]) -> None:
    of_shape: Counter[str] = Counter()
    for dice, ways in thrown.items():
        sizes = sorted(Counter(dice).values(), reverse=True)
        of_shape["-".join(map(str, sizes))] += ways
    assert {shape: expectations.throws_of_shape(shape) for shape in SHAPES} == of_shape


def test_a_straight_is_thrown_once_in_65_throws() -> None:
    """Ruling 16: a straight is 6!/6⁶, about 1 in 65, and not 1 in 75 as the rulebook has it."""
    chance = Fraction(expectations.throws_of(STRAIGHT), expectations.THROWS)
    assert chance == Fraction(factorial(6), 6**6)
    assert round(1 / chance) == 65


def test_the_other_odds_are_the_rulebooks() -> None:
    """Five-of-a-Kind: about 1 in 250; Six-of-a-Kind: 1 in 7776; a perfect 1-1-1-1-1-1 setup: 1 in 46,656."""
    assert round(Fraction(6**6, expectations.throws_of_shape("5-1")), -1) == 260
    assert Fraction(6**6, expectations.throws_of_shape("6")) == 7776
    assert Fraction(6**6, expectations.throws_of((1,) * 6)) == 46656


def test_one_of_two_setups_that_differ_has_the_chance_that_all_pairs_of_throws_give(thrown: Counter[Dice]) -> None:
    differ = sum(ours * theirs for a, ours in thrown.items() for b, theirs in thrown.items() if a != b)
    for dice in [(1,) * 6, STRAIGHT, (1, 1, 1, 2, 2, 3)]:
        stood = thrown[dice] * sum(ways for other, ways in thrown.items() if other != dice)
        assert expectations.opening_setups()[dice] == Fraction(stood, differ)


def test_the_chances_of_all_setups_are_one() -> None:
    assert sum(expectations.opening_setups().values()) == 1
    assert sum(expectations.setup_shape(shape)().expected for shape in SHAPES) == 1


def test_a_common_setup_is_rarer_for_being_thrown_again_and_a_rare_one_is_not() -> None:
    assert expectations.setup_shape("1-1-1-1-1-1")().expected < Fraction(factorial(6), 6**6)
    assert expectations.setup_ones().expected > Fraction(1, 6**6)


def test_a_setup_has_21_pips_on_average() -> None:
    assert expectations.setup_pips().expected == 21


def test_pips_vary_a_little_more_than_those_of_six_dice_that_stand_however_they_fall() -> None:
    """Six dice have 6 × 35/12; what is thrown again is most often a setup in the middle."""
    six_dice = 6 * Fraction(35, 12)
    assert six_dice < expectations.setup_pips().variance < six_dice * Fraction(102, 100)


def test_each_face_is_as_likely_as_any_other(thrown: Counter[Dice]) -> None:
    chances = expectations.opening_setups()
    for face in range(1, 7):
        assert sum(chance * dice.count(face) for dice, chance in chances.items()) / 6 == expectations.die().expected


def test_a_kind_of_setup_varies_as_what_happens_or_does_not() -> None:
    chance = expectations.setup_shape("6")()
    assert chance.variance == chance.expected - chance.expected**2
    assert expectations.setup_ones().variance == expectations.setup_ones().expected * (
        1 - expectations.setup_ones().expected
    )
