"""The scorecard, line by line and as a whole: all 84 ways in which a side's ovals can be filled."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from engine.marrakesh.scoring import (
    DEFENSIVE,
    OFFENSIVE,
    OVAL_PATTERNS,
    ROUND_SCORES,
    defensive,
    offensive,
    pips_range,
    score,
)
from tests.engine import oracle

Ovals = tuple[int, ...]

# The printed scorecard, its names in the order of the card.
OFFENSIVE_CARD = {
    "game": 3,
    "casablanca": 6,
    "rabat": 6,
    "bogart": 9,
    "el_ayun": 12,
    "gammon": 6,
    "gibraltar": 9,
    "tangier": 9,
    # "The full 12 points are scored for a Backgammon when the player bears off all six men on any one turn."
    "backgammon": 12,
}
DEFENSIVE_CARD = {"chip": 1, "double_chip": 4, "little_fez": 4, "common_fez": 6, "royal_fez": 9, "grand_fez": 18}

# Every pattern in which a side is off. "Game: off in three turns (not off in one of the patterns below)"; "Gammon: off
# on first two turns (not off in one of the patterns below)"; six men on any one turn are a Backgammon.
OFF_IN_TWO = {
    (0, 6): "backgammon",
    (1, 5): "gammon",
    (2, 4): "gammon",
    (3, 3): "gibraltar",
    (4, 2): "tangier",
    (5, 1): "gammon",
}
OFF_IN_THREE = {
    (0, 0, 6): "backgammon",
    (0, 1, 5): "game",
    (0, 2, 4): "game",
    (0, 3, 3): "game",
    (0, 4, 2): "game",
    (0, 5, 1): "game",
    (1, 0, 5): "game",
    (1, 1, 4): "bogart",
    (1, 2, 3): "game",
    (1, 3, 2): "game",
    (1, 4, 1): "el_ayun",
    (2, 0, 4): "game",
    (2, 1, 3): "game",
    (2, 2, 2): "casablanca",
    (2, 3, 1): "game",
    (3, 0, 3): "game",
    (3, 1, 2): "rabat",
    (3, 2, 1): "game",
    (4, 0, 2): "game",
    (4, 1, 1): "game",
    (5, 0, 1): "game",
}
OFF = {(6,): "backgammon", **OFF_IN_TWO, **OFF_IN_THREE}

# "Held to zero or one man off on all three turns."
FEZ = {
    (1, 1, 1): "little_fez",
    (1, 1, 0): "common_fez",
    (1, 0, 1): "common_fez",
    (0, 1, 1): "common_fez",
    (0, 0, 1): "royal_fez",
    (0, 1, 0): "royal_fez",
    (1, 0, 0): "royal_fez",
    (0, 0, 0): "grand_fez",
}


def not_off() -> Iterator[Ovals]:
    return (ovals for ovals in product(range(6), repeat=3) if sum(ovals) < 6)


PATTERNS = [*OFF, *not_off()]


def against(ovals: Ovals) -> str | None:
    """What these ovals are worth to the opponent, by the scorecard."""
    if ovals in FEZ:
        return FEZ[ovals]
    if OFF.get(ovals) == "backgammon":
        return None  # "the two null chips are returned to the middle area"
    return {0: None, 1: "chip", 2: "double_chip"}[sum(men == 0 for men in ovals)]


def test_the_points_are_the_scorecards() -> None:
    assert OFFENSIVE == OFFENSIVE_CARD
    assert DEFENSIVE == DEFENSIVE_CARD


def test_there_are_84_patterns() -> None:
    assert len(PATTERNS) == 84
    assert set(PATTERNS) == OVAL_PATTERNS == set(oracle.sequences())


@pytest.mark.parametrize("ovals", PATTERNS, ids=str)
def test_a_pattern_scores_as_on_the_scorecard(ovals: Ovals) -> None:
    assert offensive(ovals) == OFF.get(ovals)
    assert defensive(ovals) == against(ovals)


@pytest.mark.parametrize("ovals", PATTERNS, ids=str)
def test_both_sides_are_scored_alike(ovals: Ovals) -> None:
    other = (1, 2, 1)
    red = score({"red": ovals, "white": other}, {"red": 0, "white": 0})
    white = score({"red": other, "white": ovals}, {"red": 0, "white": 0})
    assert (red["red"], red["white"]) == (white["white"], white["red"])
    name = OFF.get(ovals)
    assert red["red"]["offensive"] == (name and {"name": name, "points": OFFENSIVE_CARD[name]})
    chips = against(ovals)
    assert red["white"]["defensive"] == (chips and {"name": chips, "points": DEFENSIVE_CARD[chips]})
    assert red["red"]["total"] == OFFENSIVE_CARD.get(name or "", 0)
    assert red["white"]["total"] == DEFENSIVE_CARD.get(chips or "", 0)


class TestPips:
    """Ruling 11: one point to the lower count only when neither side is off; none when equal."""

    @pytest.mark.parametrize(("red", "white", "points"), [(4, 9, (1, 0)), (9, 4, (0, 1)), (5, 5, (0, 0))])
    def test_the_lower_count_scores_one_point(self, red: int, white: int, points: tuple[int, int]) -> None:
        both = score({"red": (2, 1, 1), "white": (2, 1, 2)}, {"red": red, "white": white})
        assert (both["red"]["pips"], both["white"]["pips"]) == points

    @pytest.mark.parametrize("pips", [{"red": 0, "white": 5}, {"red": 0, "white": 0}])
    def test_a_side_that_is_off_leaves_no_point_for_pips(self, pips: dict[str, int]) -> None:
        both = score({"red": (2, 3, 1), "white": (2, 1, 2)}, pips)
        assert (both["red"]["pips"], both["white"]["pips"]) == (0, 0)

    @pytest.mark.parametrize(("ovals", "least", "most"), [((6,), 0, 0), ((2, 2, 1), 1, 6), ((0, 0, 0), 6, 36)])
    def test_pips_lie_between_the_men_left_and_six_times_as_many(self, ovals: Ovals, least: int, most: int) -> None:
        assert (pips_range(ovals)[0], pips_range(ovals)[-1]) == (least, most)


class TestRoundScores:
    def test_140_ordered_pairs_can_happen(self) -> None:
        """Every pair of patterns, with every count of pips that each can have."""
        pairs = set()
        for red, white in product(PATTERNS, repeat=2):
            base = score({"red": red, "white": white}, {"red": 0, "white": 0})
            points = base["red"]["total"], base["white"]["total"]
            for red_pip, white_pip in pips_outcomes(6 - sum(red), 6 - sum(white)):
                pairs.add((points[0] + red_pip, points[1] + white_pip))
        assert len(pairs) == 140
        assert pairs == ROUND_SCORES

    def test_they_are_the_same_for_both_colours_and_never_above_30(self) -> None:
        assert {(white, red) for red, white in ROUND_SCORES} == ROUND_SCORES
        assert max(max(pair) for pair in ROUND_SCORES) == 30


@cache
def pips_outcomes(red_men: int, white_men: int) -> set[tuple[int, int]]:
    if not (red_men and white_men):
        return {(0, 0)}
    counts = product(range(red_men, 6 * red_men + 1), range(white_men, 6 * white_men + 1))
    return {(int(red < white), int(white < red)) for red, white in counts}
