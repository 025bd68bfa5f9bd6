"""Glicko-2 against the worked example of its paper, and what must hold of any results."""

from math import exp, hypot, inf, log
from random import Random

import glicko2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ratings.games import Game, Rating
from engine.ratings.glicko2 import NEW, SCALE, Glicko2
from tests.engine.ratings.second_opinion import Mended

# "Suppose a player rated 1500 competes against players rated 1400, 1550 and 1700, winning the first game and losing
# the next two."
PAPER = {
    "he": Rating(1500, 200, 0.06),
    "1400": Rating(1400, 30, 0.06),
    "1550": Rating(1550, 100, 0.06),
    "1700": Rating(1700, 300, 0.06),
}
GAMES = [
    Game({"he": 1, "1400": 2}),
    Game({"he": 2, "1550": 1}),
    Game({"he": 2, "1700": 1}),
]


def test_the_papers_own_example() -> None:
    after = Glicko2(tau=0.5).period(PAPER, GAMES)["he"]
    assert after.rating == pytest.approx(1464.05, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_papers_intermediate_values() -> None:
    """v = 1.7785, delta = -0.4834, and E of 0.639, 0.432 and 0.303."""
    said = Glicko2(tau=0.5).explain(PAPER, GAMES, "he")
    assert said.variance == pytest.approx(1.7785, abs=0.001)
    assert said.improvement == pytest.approx(-0.4834, abs=0.001)
    assert said.expected == pytest.approx((0.639, 0.432, 0.303), abs=0.001)
    assert (said.before, said.after) == (PAPER["he"], Glicko2(tau=0.5).period(PAPER, GAMES)["he"])


def test_what_each_result_brings_adds_up_to_the_change() -> None:
    """With the paper's g of 0.9955, 0.9531 and 0.7242, its E, and φ′ = 0.8722: 0.8722² · g · (s − E) · 173.7178."""
    said = Glicko2(tau=0.5).explain(PAPER, GAMES, "he")
    assert said.trusts == pytest.approx((0.9955, 0.9531, 0.7242), abs=0.0001)
    assert said.gains == pytest.approx((47.5, -54.4, -29.0), abs=0.1)
    assert sum(said.gains) == pytest.approx(said.after.rating - said.before.rating)
    assert sum(said.gains) == pytest.approx(1464.05 - 1500, abs=0.01)


def test_without_a_match_a_rating_grows_less_sure_and_nothing_else() -> None:
    """sqrt(200² + (0.06 · 173.7178)²) = 200.2714."""
    after = Glicko2().idle(PAPER["he"], 1)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert (after.rating, after.volatility) == (1500, 0.06)


def test_idle_periods_add_up_to_no_more_than_a_new_players_deviation() -> None:
    system = Glicko2()
    assert system.idle(PAPER["1400"], 0) == PAPER["1400"]
    assert system.idle(PAPER["1400"], 100_000).deviation == pytest.approx(350)
    in_steps = PAPER["1400"]
    for _ in range(12):
        in_steps = system.idle(in_steps, 1)
    assert in_steps.deviation == pytest.approx(system.idle(PAPER["1400"], 12).deviation)


def test_a_draw_between_equals_moves_nobody() -> None:
    after = Glicko2().period({}, [Game({"ann": 1, "bob": 1})])
    assert after["ann"] == after["bob"]
    assert after["ann"].rating == 1500
    assert after["ann"].deviation < 350


def test_both_sides_are_rated_from_before_the_period() -> None:
    first, second = Game({"ann": 1, "bob": 2}), Game({"bob": 1, "cleo": 2})
    together = Glicko2().period({}, [first, second])
    assert together["ann"] == Glicko2().period({}, [first])["ann"]
    assert together["cleo"] == Glicko2().period({}, [second])["cleo"]


def test_three_at_a_table_weigh_as_much_as_two() -> None:
    """The winner has beaten two with half the weight each: as if he had beaten one."""
    three = Glicko2().period({}, [Game({"ann": 1, "bob": 2, "cleo": 2})])
    two = Glicko2().period({}, [Game({"ann": 1, "bob": 2})])
    assert three["ann"].rating == pytest.approx(two["ann"].rating)
    assert three["ann"].deviation == pytest.approx(two["ann"].deviation)


def test_half_a_match_says_less() -> None:
    half = Glicko2().period({}, [Game({"ann": 1, "bob": 2}, weight=0.5)])["ann"]
    whole = Glicko2().period({}, [Game({"ann": 1, "bob": 2})])["ann"]
    assert 1500 < half.rating < whole.rating
    assert whole.deviation < half.deviation < 350


def test_a_game_needs_two_and_a_weight() -> None:
    with pytest.raises(ValueError, match="two players"):
        Glicko2().period({}, [Game({"ann": 1})])
    with pytest.raises(ValueError, match="weight"):
        Glicko2().period({}, [Game({"ann": 1, "bob": 2}, weight=0)])


RATINGS = st.builds(Rating, st.floats(-500, 4000), st.floats(5, 350), st.floats(0.01, 0.2))


@given(
    st.lists(RATINGS, min_size=4, max_size=4),
    st.lists(
        st.tuples(st.sampled_from([(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)]), st.sampled_from([(1, 2), (2, 1), (1, 1)])),
        min_size=1,
        max_size=30,
    ),
    st.integers(0, 2**32),
)
def test_the_order_of_a_periods_matches_changes_not_a_bit(ratings, played, seed) -> None:
    before = dict(enumerate(ratings))
    games = [Game(dict(zip(pair, ranks, strict=True))) for pair, ranks in played]
    shuffled = Random(seed).sample(games, len(games))
    after = Glicko2().period(before, games)
    assert Glicko2().period(before, shuffled) == after
    for player, rating in after.items():
        # Results make surer than the volatility alone has left it (steps 6 and 7).
        assert 0 < rating.deviation < hypot(before[player].deviation, SCALE * rating.volatility)
        assert 0 < rating.volatility < inf


@given(st.lists(RATINGS, min_size=2, max_size=2), st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=12))
def test_a_second_opinion(ratings, scores) -> None:
    own, other = ratings
    player = Mended(*own)
    player.update_player([other.rating] * len(scores), [other.deviation] * len(scores), scores)
    ranks = {0.0: (2, 1), 0.5: (1, 1), 1.0: (1, 2)}
    games = [Game(dict(zip(("he", "other"), ranks[score], strict=True))) for score in scores]
    after = Glicko2().period({"he": own, "other": other}, games)["he"]
    assert after == pytest.approx((player.rating, player.rd, player.vol), rel=1e-5, abs=1e-3)


def test_a_second_opinion_as_it_comes_where_the_slip_hardly_shows() -> None:
    """A season of ten players who begin alike: ratings agree to a tenth of a point."""
    rng, players, before = Random(11), [glicko2.Player() for _ in range(10)], {}
    for _ in range(20):
        pairs = [rng.sample(range(10), 2) for _ in range(30)]
        was = [(player.rating, player.rd) for player in players]
        for number, player in enumerate(players):
            met = [(was[other], 1.0) for won, other in pairs if won == number]
            met += [(was[other], 0.0) for other, lost in pairs if lost == number]
            if met:
                player.update_player(
                    [at for (at, _), _ in met], [rd for (_, rd), _ in met], [score for _, score in met]
                )
            else:
                player.did_not_compete()
        after = Glicko2().period(before, [Game({won: 1, lost: 2}) for won, lost in pairs])
        idle = {number: Glicko2().idle(rating, 1) for number, rating in before.items()}
        before = idle | after
    for number, player in enumerate(players):
        assert before[number].rating == pytest.approx(player.rating, abs=0.1)
        assert before[number].deviation == pytest.approx(player.rd, abs=0.1)


@pytest.mark.parametrize("before", [NEW, Rating(1200.0, 40.0, 0.2), Rating(2900.0, 350.0, 0.01)])
@pytest.mark.parametrize("games", [[Game({"he": 2, "1400": 1})] * 12, [Game({"he": 1, "1700": 2})] * 3, GAMES])
def test_the_volatility_is_where_the_papers_function_is_zero(before, games) -> None:
    """To the paper's 0.000001, from above on the left of it to below on the right."""
    said = Glicko2(tau=1.1).explain(PAPER | {"he": before}, games, "he")

    def f(x: float) -> float:
        spread = (before.deviation / SCALE) ** 2 + said.variance + exp(x)
        return exp(x) * (said.improvement**2 - spread) / (2 * spread**2) - (x - log(before.volatility**2)) / 1.1**2

    found = log(said.after.volatility**2)
    assert f(found - 1e-6) > 0 > f(found + 1e-6)


def test_a_result_that_was_certain_says_next_to_nothing() -> None:
    """Ten thousand points apart a float has no room for what is left to be expected."""
    far = {"ann": Rating(11500.0, 50.0, 0.06), "bob": Rating(1500.0, 50.0, 0.06)}
    after = Glicko2().period(far, [Game({"ann": 1, "bob": 2})])
    assert after["ann"].rating == pytest.approx(11500)
    assert after["bob"].rating == pytest.approx(1500)
    assert after["ann"].deviation == pytest.approx(Glicko2().idle(far["ann"], 1).deviation)
