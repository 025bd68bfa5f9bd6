import json
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import factorial, isfinite, log, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.fairness import evidence

FACES = 6
DICE = 6  # each player throws six
FAIR = Fraction(1, FACES)

counts_of_a_die = st.lists(st.integers(0, 10**6), min_size=FACES, max_size=FACES)


def by_hand(counts: list[int]) -> Fraction:
    """6^n 5! c₁! … c₆! / (n + 5)!, for any number of faces."""
    n, faces = sum(counts), len(counts)
    return Fraction(faces**n * factorial(faces - 1) * prod(map(factorial, counts)), factorial(n + faces - 1))


# -- small numbers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "e_value"),
    [
        ([0, 0, 0, 0, 0, 0], 1),
        ([1, 0, 0, 0, 0, 0], 1),  # the first die says nothing: whichever face came, it had to be one
        ([2, 0, 0, 0, 0, 0], 12 / 7),  # the second shows the same with chance 2/7 instead of 1/6
        ([1, 1, 0, 0, 0, 0], 6 / 7),
        ([3, 0, 0, 0, 0, 0], 12 / 7 * 6 * 3 / 8),
        ([1, 1, 1, 1, 1, 1], 6**6 * factorial(5) / factorial(11)),
    ],
)
def test_e_values_that_can_be_checked_by_hand(counts: list[int], e_value: float) -> None:
    found = evidence(counts)
    assert found.n == sum(counts)
    assert found.e_value == pytest.approx(e_value)
    assert found.p_value == pytest.approx(min(1, 1 / e_value))
    assert found.log_e == pytest.approx(log(e_value), abs=1e-12)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=8))
def test_an_e_value_is_the_fraction_it_is_said_to_be(counts: list[int]) -> None:
    assert evidence(counts).e_value == pytest.approx(float(by_hand(counts)), rel=1e-9)


@given(counts_of_a_die, st.randoms(use_true_random=False))
def test_the_order_of_the_faces_does_not_matter(counts: list[int], rng: Random) -> None:
    shuffled = list(counts)
    rng.shuffle(shuffled)
    assert evidence(shuffled) == evidence(counts)


@given(counts_of_a_die)
def test_large_counts_are_evidence_too(counts: list[int]) -> None:
    found = evidence(counts)
    assert isfinite(found.log_e)
    assert 0 < found.p_value <= 1
    assert json.loads(json.dumps([found.e_value, found.p_value], allow_nan=False)) == [found.e_value, found.p_value]


def test_a_million_sixes_overflow_nothing() -> None:
    found = evidence([0, 0, 0, 0, 0, 1_000_000])
    # 6^n 5! / ((n + 1) … (n + 5))
    bound = sum(log(1_000_000 + face) for face in range(1, 6))
    assert found.log_e == pytest.approx(1_000_000 * log(6) + log(120) - bound)
    assert found.e_value > 1e308
    assert 0 < found.p_value < 1e-307


def test_a_million_of_each_are_fair() -> None:
    assert evidence([1_000_000] * FACES).p_value == 1.0


@pytest.mark.parametrize("counts", [[], [4], [3, -1, 0, 0, 0, 0]])
def test_what_is_no_die_is_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="faces of a die"):
        evidence(counts)


# -- looking often ------------------------------------------------------------------------------------------------


def ever_exceeds(rng: Random, weights: list[int], throws: int, bound: float) -> bool:
    counts = [0] * FACES
    for face in rng.choices(range(FACES), weights, k=throws):
        counts[face] += 1
        if evidence(counts).e_value > bound:
            return True
    return False


def test_looking_after_every_throw_fair_dice_are_hardly_ever_accused() -> None:
    rng = Random(1978)
    accused = sum(ever_exceeds(rng, [1] * FACES, 2_000, bound=1 / 0.05) for _ in range(400))
    assert accused <= 0.05 * 400


def test_a_loaded_die_is_found() -> None:
    """One face comes with chance 1/4, the others with 3/20 each."""
    rng = Random(1978)
    found = sum(ever_exceeds(rng, [5, 3, 3, 3, 3, 3], 2_000, bound=1 / 0.05) for _ in range(50))
    assert found >= 48


def throw_setups(rng: Random) -> list[int]:
    """Both setups of a round. "If the players roll the same opening setups, the rolls do not count"."""
    while True:
        red, white = (sorted(rng.choices(range(FACES), k=DICE)) for _ in range(2))
        if red != white:
            return red + white


def test_looking_after_every_round_throws_that_do_not_count_accuse_nobody() -> None:
    rng = Random(1978)
    accused = 0
    for _ in range(400):
        counts = Counter(dict.fromkeys(range(FACES), 0))
        looks = []
        for _ in range(170):
            counts.update(throw_setups(rng))
            looks.append(evidence(list(counts.values())).p_value)
        accused += min(looks) < 0.05
    assert accused <= 0.05 * 400


# -- throws that do not count, exactly ----------------------------------------------------------------------------


def setups(faces: int, dice: int) -> dict[tuple[int, ...], Fraction]:
    """The setups of fair dice as counts of each face, and the chance of each."""
    found = {}
    for thrown in combinations_with_replacement(range(faces), dice):
        counts = tuple(thrown.count(face) for face in range(faces))
        found[counts] = Fraction(factorial(dice), prod(map(factorial, counts)) * faces**dice)
    return found


def added(*counts: tuple[int, ...]) -> list[int]:
    return [sum(of_face) for of_face in zip(*counts, strict=True)]


@pytest.mark.parametrize(
    "before", [(0, 0, 0), (1, 1, 0), (4, 0, 0), (2, 2, 2), (9, 3, 3), (1, 8, 8)], ids=lambda counts: str(counts)
)
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_round_of_fair_dice_brings_no_evidence_on_average(before: tuple[int, ...], dice: int) -> None:
    """The mean over all rounds that can be written down, both setups together, from wherever the counts stood."""
    chances = setups(3, dice)
    written = {(red, white): chances[red] * chances[white] for red in chances for white in chances if red != white}
    after = sum(chance * by_hand(added(before, *pair)) for pair, chance in written.items()) / sum(written.values())
    assert after < by_hand(list(before))
    found = sum(float(chance) * evidence(added(before, *pair)).e_value for pair, chance in written.items())
    assert found / float(sum(written.values())) == pytest.approx(float(after))


def test_the_setups_of_one_side_alone_would_bring_evidence_against_fair_dice() -> None:
    """Why both sides are counted: 462 setups, the common ones thrown again more often than the rare."""
    chances = setups(FACES, DICE)
    written = {counts: chance * (1 - chance) for counts, chance in chances.items()}
    mean = sum(chance * by_hand(list(counts)) for counts, chance in written.items()) / sum(written.values())
    assert 1 < mean < Fraction(101, 100)


@given(st.lists(st.integers(0, 20), min_size=FACES, max_size=FACES).filter(any))
def test_a_throw_that_does_not_count_is_rarest_with_fair_dice(weights: list[int]) -> None:
    """On the way from any bias to fair dice, halfway at a time, the same setup twice becomes less and less likely."""
    bias = [Fraction(weight, sum(weights)) for weight in weights]
    on_the_way = [[FAIR + (chance - FAIR) / 2**halvings for chance in bias] for halvings in range(4)]
    twice = [same_setup_twice(chances) for chances in [*on_the_way, [FAIR] * FACES]]
    assert all(later <= earlier for earlier, later in pairwise(twice))


def same_setup_twice(chances: list[Fraction]) -> Fraction:
    """Σ P(m)², by one face after another: with n! taken out, P(m) is the product of θ^c / c! over the faces."""
    ways = [Fraction(1)] + [Fraction(0)] * DICE
    for chance in chances:
        of_face = [(chance**count / factorial(count)) ** 2 for count in range(DICE + 1)]
        ways = [sum((ways[n - c] * of_face[c] for c in range(n + 1)), Fraction(0)) for n in range(DICE + 1)]
    return ways[DICE] * factorial(DICE) ** 2
