from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.discoveries import adjusted

# Benjamini and Hochberg (1995), section 3.3: fifteen comparisons of two treatments after a heart attack.
HEARTS = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]
HARMONIC = 1195757 / 360360  # 1 + 1/2 + … + 1/15


def survivors(p_values: list[float], rate: float) -> list[bool]:
    return [raised <= rate for raised in adjusted(p_values)]


p_value_lists = st.lists(st.floats(0, 1), max_size=60)


def test_three_of_benjamini_and_hochbergs_fifteen_survive() -> None:
    """Their own procedure marks four; the thresholds here are 0.05 k / (15 · 3.318): 0.0010, 0.0020, 0.0030, 0.0040."""
    assert survivors(HEARTS, 0.05) == [True] * 3 + [False] * 12


def test_the_adjusted_values_of_the_fifteen() -> None:
    price = 15 * HARMONIC
    found = adjusted(HEARTS)
    assert found[:5] == pytest.approx(
        [0.0001 * price, 0.0004 * price / 2, 0.0019 * price / 3, 0.0095 * price / 4, 0.0201 * price / 5]
    )
    # The sixth would come to more than the seventh, and is not held back while that is marked.
    assert found[5] == found[6] == pytest.approx(0.0298 * price / 7)
    assert found[9:] == [1.0] * 6


def test_one_alone_pays_nothing() -> None:
    assert adjusted([0.03]) == [0.03]
    assert adjusted([]) == []
    assert survivors([], 0.05) == []


@given(p_value_lists)
def test_adjusted_values_are_raised_and_keep_their_order(p_values: list[float]) -> None:
    found = adjusted(p_values)
    assert all(before <= after <= 1 for before, after in zip(p_values, found, strict=True))
    in_order = [after for _, after in sorted(zip(p_values, found, strict=True))]
    assert in_order == sorted(in_order)


@given(p_value_lists, st.randoms(use_true_random=False))
def test_the_place_of_a_difference_does_not_matter(p_values: list[float], rng: Random) -> None:
    places = list(range(len(p_values)))
    rng.shuffle(places)
    found = adjusted(p_values)
    assert adjusted([p_values[place] for place in places]) == [found[place] for place in places]


@given(p_value_lists, st.floats(0.001, 0.5))
def test_survivors_are_all_up_to_the_last_below_the_rising_thresholds(p_values: list[float], rate: float) -> None:
    marked = [p for p, survives in zip(p_values, survivors(p_values, rate), strict=True) if survives]
    # At the very threshold the last bit may fall to either side.
    assert (
        len(as_published(p_values, rate * (1 - 1e-12)))
        <= len(marked)
        <= len(as_published(p_values, rate * (1 + 1e-12)))
    )
    assert sorted(marked) == sorted(p_values)[: len(marked)]


def as_published(p_values: list[float], rate: float) -> list[float]:
    """The largest k with p(k) ≤ k · rate / (m · c), where c is 1 + 1/2 + … + 1/m, and all up to it."""
    m = len(p_values)
    cost = m * sum(1 / k for k in range(1, m + 1))
    passing = [k for k, p in enumerate(sorted(p_values), 1) if p <= k * rate / cost]
    return sorted(p_values)[: max(passing, default=0)]


def test_where_all_is_chance_and_cells_compete_hardly_ever_anything_is_marked() -> None:
    """Where every difference is chance, any mark at all is a false discovery: in at most 5 % of the heatmaps."""
    rng = Random(1978)
    marked = 0
    for _ in range(1_000):
        # Of a pair that shares one chance, one p-value is high just when the other is low.
        chances = [rng.random() for _ in range(12)]
        marked += any(survivors([*chances, *(1 - chance for chance in chances)], 0.05))
    assert marked <= 50
