"""Facts of many matches: sums and maxima, whichever way they are gathered."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.facts import Fact, Facts, Values
from engine.games import GAMES, Game

FACTS = Facts(
    version=1,
    declared=(
        Fact("rounds", "Rounds", "rounds", "points"),
        Fact("best", "The best round", "points", "points", adds="max"),
        Fact("squares", "Squares of points", "points²", "points", wide=True),
    ),
    of_match=lambda record, replay, places, gave_up: {},
)
rows = st.tuples(st.integers(0, 12), st.integers(0, 999), st.integers(0, 2**31 - 1))
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def test_sums_are_added_up_and_of_maxima_the_most_is_kept() -> None:
    assert FACTS.keys == ("rounds", "best", "squares")
    assert FACTS.added([(12, 9, 200), (3, 13, 169), (1, 0, 0)]) == (16, 13, 369)


def test_the_facts_of_one_match_are_its_own() -> None:
    assert FACTS.added([(12, 9, 200)]) == (12, 9, 200)


def test_of_no_match_everything_is_nothing() -> None:
    assert FACTS.added([]) == (0, 0, 0)


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        FACTS.added([(12, 9, 200), (12, 9)])


@given(st.data(), st.lists(rows, max_size=8))
def test_order_and_grouping_do_not_matter(data: st.DataObject, given_rows: list[Values]) -> None:
    shuffled = data.draw(st.permutations(given_rows))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(shuffled)), max_size=3)))
    groups = [shuffled[start:end] for start, end in zip([0, *cuts], [*cuts, len(shuffled)], strict=True)]
    assert FACTS.added(FACTS.added(group) for group in groups) == FACTS.added(given_rows)


@every_game
def test_a_game_declares_each_key_once_and_fit_for_a_column(game: Game) -> None:
    keys = game.facts.keys
    assert len(keys) == len(set(keys))
    assert all(key.isidentifier() and key == key.lower() and "__" not in key and key[-1] != "_" for key in keys)


@every_game
def test_a_game_says_what_each_fact_is(game: Game) -> None:
    labels = [fact.label for fact in game.facts.declared]
    assert len(labels) == len(set(labels))
    assert all(fact.label and fact.unit and fact.grade for fact in game.facts.declared)


def test_a_fact_does_not_change() -> None:
    fact = FACTS.declared[0]
    assert replace(fact, wide=True) != fact
    with pytest.raises(AttributeError):
        fact.key = "other"  # type: ignore[misc]
