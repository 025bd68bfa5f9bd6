"""Elo by hand."""

from random import Random

import pytest

from engine.ratings.elo import Elo, expected
from engine.ratings.games import Game, Rating


def test_a_win_between_equals_moves_half_the_factor() -> None:
    assert Elo().period({}, [Game({"ann": 1, "bob": 2})]) == {"ann": Rating(1516.0), "bob": Rating(1484.0)}


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    after = Elo(factor=22).period({"ann": Rating(1900.0)}, [Game({"ann": 2, "bob": 1})])
    assert after["ann"].rating == pytest.approx(1880)
    assert after["bob"].rating == pytest.approx(1520)


def test_a_draw_takes_from_the_stronger() -> None:
    after = Elo(factor=20).period({"ann": Rating(1600.0)}, [Game({"ann": 1, "bob": 1})])
    assert after["ann"].rating < 1600
    assert after["ann"].rating + after["bob"].rating == pytest.approx(3100)


def test_matches_of_a_period_are_rated_together() -> None:
    """Two wins between equals: 16 each, not 16 and then less."""
    after = Elo().period({}, [Game({"ann": 1, "bob": 2}), Game({"ann": 1, "bob": 2})])
    assert after["ann"].rating == 1532


def test_a_margin_counts_by_choice_and_less_for_favourites() -> None:
    by_ten = Game({"ann": 1, "bob": 2}, margin=10)
    assert Elo().period({}, [by_ten])["ann"].rating == 1516
    # Between equals: 16 · (1 + log 2 · 2 · 1/2)
    assert Elo(margin_scale=10).period({}, [by_ten])["ann"].rating == pytest.approx(1500 + 16 * 1.693147)
    favourite = Elo(margin_scale=10).explain({"ann": Rating(1900.0)}, [by_ten], "ann")
    assert favourite.gains[0] == pytest.approx(32 * (1 + 0.693147 * 2 / 11) / 11, abs=1e-5)


def test_what_one_wins_the_other_loses() -> None:
    rng = Random(5)
    before = {name: Rating(rng.uniform(1000, 2000)) for name in "abcd"}
    games = [
        Game(dict(zip(rng.sample("abcd", 2), (1, rng.choice((1, 2))), strict=True)), margin=rng.randrange(40))
        for _ in range(50)
    ]
    after = Elo(margin_scale=15).period(before, games)
    assert sum(each.rating for each in after.values()) == pytest.approx(sum(each.rating for each in before.values()))
    assert Elo(margin_scale=15).period(before, rng.sample(games, len(games))) == after


def test_nothing_happens_to_whoever_does_not_play() -> None:
    assert Elo().idle(Rating(1616.0), 9) == Rating(1616.0)
