from fractions import Fraction
from math import comb, inf, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev, variance

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.statistics.estimates import Interval, Mean, deviation, index, mean, percentile, proportions_differ, wilson

Z = 1.959963984540054  # the quantile that leaves 2.5 % above it


@st.composite
def rates(draw: st.DrawFn, most: int = 10_000) -> tuple[int, int]:
    n = draw(st.integers(1, most))
    return draw(st.integers(0, n)), n


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
    found = deviation(30, Fraction(21), Fraction(35, 2))
    assert found.difference == 9.0
    assert found.standard_deviations == pytest.approx(9 / sqrt(17.5))
    assert found.p_value == pytest.approx(2 * (1 - NormalDist().cdf(9 / sqrt(17.5))))


@given(st.integers(-1000, 1000), st.fractions(-1000, 1000), st.fractions(Fraction(1, 100), 1000))
def test_bad_luck_is_good_luck_mirrored(total: int, expected: Fraction, spread: Fraction) -> None:
    good, bad = deviation(total, expected, spread), deviation(-total, -expected, spread)
    assert good.difference == -bad.difference
    assert good.standard_deviations == -(bad.standard_deviations or 0.0)
    assert good.p_value == bad.p_value
    assert 0 <= (good.p_value if good.p_value is not None else inf) <= 1


def test_luck_without_chance_has_no_measure() -> None:
    found = deviation(5, Fraction(9, 2), Fraction(0))
    assert (found.difference, found.standard_deviations, found.p_value) == (0.5, None, None)


# -- whether two rates differ -------------------------------------------------------------------------------------


def exact_fisher(a: int, n: int, b: int, m: int) -> Fraction:
    ways = [comb(n, x) * comb(m, a + b - x) for x in range(max(0, a + b - m), min(n, a + b) + 1)]
    found = comb(n, a) * comb(m, b)
    return Fraction(sum(way for way in ways if way <= found), sum(ways))


@pytest.mark.parametrize(
    ("table", "p_value"),
    [
        ((3, 4, 1, 4), 34 / 70),  # Fisher's lady tasting tea, three cups of four named rightly
        ((4, 4, 0, 4), 2 / 70),  # and all four
        ((2, 12, 15, 18), 0.0005367),  # Fisher's convicted twins: 2 of 12 against 15 of 18, over 13 and 17 pairs
        ((5, 10, 5, 10), 1.0),
    ],
)
def test_fishers_exact_test_gives_fishers_p_values(table: tuple[int, int, int, int], p_value: float) -> None:
    assert proportions_differ(*table) == pytest.approx(p_value, rel=1e-4)


@given(rates(60), rates(60))
def test_fishers_exact_test_is_exact(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert proportions_differ(*one, *other) == pytest.approx(float(exact_fisher(*one, *other)), rel=1e-12)


@pytest.mark.parametrize(
    "table",
    [
        (500, 1000, 560, 1000),
        (30, 2000, 70, 2000),
        (0, 2000, 12, 1500),
        (1990, 2000, 1400, 1500),
        (700, 2000, 1, 3),
        (900, 1000, 100, 1000),
    ],
)
def test_fishers_exact_test_is_exact_for_large_numbers(table: tuple[int, int, int, int]) -> None:
    assert proportions_differ(*table) == pytest.approx(float(exact_fisher(*table)), rel=1e-10)


@pytest.mark.parametrize(
    ("fewer", "more", "n"), [(4, 6, 10), (45, 55, 101), (470, 530, 1_000), (9_900, 10_100, 20_000)]
)
def test_as_many_too_many_count_with_as_many_too_few(fewer: int, more: int, n: int) -> None:
    """Of equal numbers of cases both are equally probable, and no rounding may leave one of them out."""
    of_all = comb(2 * n, fewer + more)
    chance, one_side, x = Fraction(comb(n, fewer) * comb(n, more), of_all), 0.0, fewer
    while x >= 0 and chance > Fraction(1, 10**20):
        one_side += float(chance)
        chance *= Fraction(x * (n - fewer - more + x), (n - x + 1) * (fewer + more - x + 1))
        x -= 1
    assert proportions_differ(fewer, n, more, n) == pytest.approx(2 * one_side, rel=1e-9)


@given(rates(20_000), rates(20_000))
@example((10_000, 20_000), (10_000, 20_000))
@example((0, 20_000), (20_000, 20_000))
@example((1, 7), (4, 7))  # of five successes two and three are the most probable alike
def test_fishers_exact_test_is_the_same_either_way_round(one: tuple[int, int], other: tuple[int, int]) -> None:
    found = proportions_differ(*one, *other)
    assert 0 <= found <= 1
    assert found == proportions_differ(*other, *one)


def test_without_cases_nothing_differs() -> None:
    assert proportions_differ(0, 0, 3, 5) == 1.0
    assert proportions_differ(3, 5, 0, 0) == 1.0
    assert proportions_differ(0, 0, 0, 0) == 1.0


@pytest.mark.parametrize("table", [(-1, 4, 1, 4), (5, 4, 1, 4), (1, 4, 5, 4)])
def test_more_successes_than_cases_are_not_compared(table: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="successes"):
        proportions_differ(*table)


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


# -- the same sums, the same digits -------------------------------------------------------------------------------


def test_estimates_of_equal_sums_are_equal_to_the_last_digit() -> None:
    values = [Fraction(Random(seed).randrange(10**6), 10**6) for seed in range(100)]
    forward, backward = sum(values), sum(reversed(values))
    squares, mirrored = sum(value * value for value in values), sum(value * value for value in reversed(values))
    assert mean(forward, squares, 100) == mean(backward, mirrored, 100)
    assert mean(forward, squares, 100).standard_error == pytest.approx(stdev(map(float, values)) / 10)
