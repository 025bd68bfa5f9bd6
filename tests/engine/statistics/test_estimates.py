from fractions import Fraction
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, variance

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.statistics.estimates import Interval, Mean, index, mean, percentile, surprise, wilson
from tests.engine.statistics.cases import rates

Z = 1.959963984540054  # the quantile that leaves 2.5 % above it


# -- Wilson -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_intervals_of_newcombe_1998_table_1(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=0.00005)


def test_wilson_ends_exactly_at_0_and_1() -> None:
    assert wilson(0, 7).low == 0.0
    assert wilson(7, 7).high == 1.0
    assert wilson(0, 7).high == pytest.approx(Z**2 / (7 + Z**2))


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@given(rates())
@example((0, 1))
@example((1, 1))
def test_wilson_holds_the_rates_whose_score_is_within_z(rate: tuple[int, int]) -> None:
    successes, n = rate
    for end in wilson(successes, n):
        # The definition of the score interval: at its ends, |p̂ - p| is z standard deviations under p.
        assert (successes / n - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / n, abs=1e-12)


@given(rates())
def test_wilson_holds_the_rate_itself_and_stays_within_0_and_1(rate: tuple[int, int]) -> None:
    successes, n = rate
    low, high = wilson(successes, n)
    assert 0 <= low <= successes / n <= high <= 1


@given(rates())
def test_wilson_rises_with_successes_mirrors_failures_and_widens_with_confidence(rate: tuple[int, int]) -> None:
    successes, n = rate
    low, high = wilson(successes, n)
    more = wilson(successes + 1, n + 1)
    assert low < more.low
    assert high <= more.high
    assert wilson(n - successes, n) == pytest.approx((1 - high, 1 - low), abs=1e-15)
    sure = wilson(successes, n, confidence=0.99)
    assert sure.low <= low < high <= sure.high


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_more_successes_than_cases_are_no_rate(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)


# -- averages -----------------------------------------------------------------------------------------------------


def test_an_average_of_2_4_4_4_5_5_7_9() -> None:
    # The sum is 40, the squares 232, so the sample variance is (232 - 40²/8) / 7 = 32/7.
    found = mean(40, 232, 8)
    assert found.value == 5.0
    assert found.standard_error == pytest.approx(sqrt(32 / 7 / 8))
    assert found.interval == pytest.approx((5 - Z * sqrt(4 / 7), 5 + Z * sqrt(4 / 7)))


def test_an_average_of_nothing_and_of_one() -> None:
    assert mean(0, 0, 0) == Mean(None, None, None)
    assert mean(3, 9, 1) == Mean(3.0, None, None)


def test_equal_values_leave_no_error() -> None:
    assert mean(30, 90, 10) == Mean(3.0, 0.0, Interval(3.0, 3.0))


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=50), st.sampled_from([1, 100, 10**6]))
def test_an_average_of_fixed_point_values_is_that_of_the_values(values: list[int], scale: int) -> None:
    found = mean(sum(values), sum(value * value for value in values), len(values), scale)
    exact = [Fraction(value, scale) for value in values]
    assert found.value == pytest.approx(float(sum(exact) / len(exact)))
    assert found.standard_error == pytest.approx(sqrt(variance(exact) / len(exact)))


def test_a_small_spread_of_large_values_is_not_lost() -> None:
    values = [10**15, 10**15 + 1, 10**15 + 2]
    assert mean(sum(values), sum(value * value for value in values), 3).standard_error == pytest.approx(sqrt(1 / 3))


def test_fractions_are_added_up_too() -> None:
    third = Fraction(1, 3)
    assert mean(3 * third, 3 * third**2, 3) == Mean(1 / 3, 0.0, Interval(1 / 3, 1 / 3))


# -- the reading index --------------------------------------------------------------------------------------------


def test_sixty_hits_of_two_hundred_where_fifty_are_expected() -> None:
    # 200 trials at 1/4: expected 50, variance 37.5; ten hits too many are 1.633 standard deviations.
    found = index(60, 50_000_000, 37_500_000, 1_000_000)
    assert found.value == 1.2
    assert found.interval == pytest.approx((1.2 - Z * sqrt(37.5) / 50, 1.2 + Z * sqrt(37.5) / 50))
    assert found.p_value == pytest.approx(2 * (1 - NormalDist().cdf(10 / sqrt(37.5))))
    assert found.p_value == pytest.approx(0.1025, abs=0.00005)


def test_an_index_of_nothing_expected_has_no_value() -> None:
    assert index(0, 0, 0, 1_000_000) == index(2, 0, 0, 1_000_000)
    assert index(0, 0, 0, 1_000_000).value is None


def test_an_index_of_certainties_has_a_value_and_nothing_to_test() -> None:
    found = index(3, 3_000_000, 0, 1_000_000)
    assert (found.value, found.interval, found.p_value) == (1.0, None, None)


def test_as_many_hits_as_expected_are_no_surprise() -> None:
    assert index(50, 500, 375, 10).p_value == 1.0


def test_an_index_is_never_below_0() -> None:
    assert index(0, 2_000, 1_500, 1_000).interval == pytest.approx((0.0, Z * sqrt(1.5) / 2))


@given(st.integers(0, 500), st.integers(1, 300_000_000), st.integers(1, 100_000_000))
def test_the_interval_of_an_index_leaves_out_1_just_where_the_p_value_is_below_5_percent(
    hits: int, expected: int, variance: int
) -> None:
    found = index(hits, expected, variance, 1_000_000)
    assert found.value is not None
    assert found.interval is not None
    assert found.p_value is not None
    low, high = found.interval
    assert 0 <= low <= found.value <= high
    assert 0 <= found.p_value <= 1
    if abs(found.p_value - 0.05) > 1e-9:
        assert (low <= 1 <= high) == (found.p_value > 0.05)


def test_the_p_value_holds_where_the_chances_differ_and_depend_on_what_went_before() -> None:
    """Cards turned up from two packs, their suits named beforehand, half the time the suit that is left most often."""
    rng = Random(1978)
    surprises = 0
    for _ in range(1_000):
        hits = expected = spread = 0
        for _ in range(2):
            pack = [suit for suit in range(4) for _ in range(13)]
            rng.shuffle(pack)
            while len(pack) > 12:
                named = max(range(4), key=pack.count) if rng.random() < 0.5 else rng.randrange(4)
                left, cards = pack.count(named), len(pack)
                hits += pack.pop() == named
                expected += round(Fraction(left * 10**6, cards))
                spread += round(Fraction(left * (cards - left) * 10**6, cards * cards))
        surprise = index(hits, expected, spread, 10**6).p_value
        assert surprise is not None
        surprises += surprise < 0.05
    assert 23 <= surprises <= 77  # 5 % of 1 000, give or take four standard deviations


# -- luck ---------------------------------------------------------------------------------------------------------


def test_luck_of_six_dice() -> None:
    # Six dice: 21 pips expected, variance 6 · 35/12 = 17.5.
    found = surprise(30, Fraction(21), Fraction(35, 2))
    assert found == pytest.approx(2 * (1 - NormalDist().cdf(9 / sqrt(17.5))))


@given(st.integers(-1000, 1000), st.fractions(-1000, 1000), st.fractions(Fraction(1, 100), 1000))
def test_bad_luck_is_good_luck_mirrored(total: int, expected: Fraction, spread: Fraction) -> None:
    good = surprise(total, expected, spread)
    assert good == surprise(-total, -expected, spread)
    assert good is not None
    assert 0 <= good <= 1


def test_luck_without_chance_has_no_measure() -> None:
    assert surprise(5, Fraction(9, 2), Fraction(0)) is None


# -- percentiles --------------------------------------------------------------------------------------------------


def test_a_percentile_is_the_share_below_and_half_of_the_equals() -> None:
    assert percentile(3, [1, 2, 3, 4]) == 62.5
    assert percentile(0, [1, 2]) == 0.0
    assert percentile(5, [1, 2]) == 100.0
    assert percentile(2, [2, 2, 2]) == 50.0
    assert percentile(2, []) is None


@given(st.lists(st.integers(-20, 20), min_size=1), st.integers(-20, 20))
def test_percentiles_of_all_average_to_the_middle_and_rise(values: list[int], value: int) -> None:
    assert fmean(percentile(each, values) or 0.0 for each in values) == pytest.approx(50)
    below, above = percentile(value, values), percentile(value + 1, values)
    assert below is not None
    assert above is not None
    assert 0 <= below <= above <= 100
