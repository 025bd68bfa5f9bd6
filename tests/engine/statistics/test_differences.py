from fractions import Fraction
from math import comb

import pytest
from hypothesis import example, given

from engine.statistics.differences import proportions_differ
from tests.engine.statistics.cases import rates


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
