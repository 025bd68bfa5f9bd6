"""Habits against the rest of the club: what is compared with what, what is tested, and what is marked."""

from math import comb, fsum
from typing import Any

import pytest

from engine.figures import Sums, weighed
from scorepad.games import GAMES
from scorepad.models import MarrakeshTotals, Player
from scorepad.selectors.filters import Filters
from scorepad.selectors.habits import RATE, Habit, Habits, habits
from scorepad.selectors.tallies import sums, tallies
from tests.scorepad.selectors.conftest import Season, fives

TRICKS = 6


def of(season: Season, who: Player, **filters: Any) -> Habits:
    return habits(viewer=season.member, game="marrakesh", player_id=who.pk, filters=Filters(**filters))


def everything(found: Habits) -> list[Habit]:
    return [*found.habits, *(cell for table in found.tables for row in table.cells for cell in row)]


def fisher(a: int, n: int, b: int, m: int) -> float:
    """By its definition: of all ways to share the successes out, those no more probable than what was found."""
    ways = {x: comb(n, x) * comb(m, a + b - x) for x in range(max(0, a + b - m), min(n, a + b) + 1)}
    return sum(way for way in ways.values() if way <= ways[a]) / comb(n + m, a + b)


def test_the_report_is_of_leads_and_replies_and_of_nulls_among_them(season: Season) -> None:
    found = of(season, season.ann)
    assert [group.key for group in found.groups] == ["leads", "replies"]
    tables = {each.table.key: (len(each.cells), len(each.cells[0])) for each in found.tables}
    assert tables == {
        "leads_suits": (4, TRICKS),
        "leads_numbers": (7, TRICKS),
        "replies_suits": (4, TRICKS),
        "replies_numbers": (7, TRICKS),
    }
    assert {"led_nulls", "led_nulls_early", "received_spades", "led_to_no_man"} <= {h.figure.key for h in found.habits}
    assert not {"led_won", "reading_rate"} & {h.figure.key for h in found.habits}


def test_the_rest_is_the_club_without_him(season: Season) -> None:
    game = GAMES["marrakesh"]
    by_person = tallies(game, season.club.pk, Filters())
    own: Sums = sums(game, by_person[season.ann.pk])
    rest: Sums = sums(game, by_person[season.bob.pk], by_person[season.cleo.pk])
    for habit in everything(of(season, season.ann)):
        figure = habit.figure
        assert (habit.count, habit.n) == (weighed(figure.of, own), weighed(figure.per, own))
        assert (habit.rest_count, habit.rest_n) == (weighed(figure.of, rest), weighed(figure.per, rest))


def test_each_is_tested_by_itself_where_there_is_enough_of_both(season: Season) -> None:
    found = of(season, season.ann)
    tested = [habit for habit in everything(found) if habit.p_value is not None]
    assert len(tested) == found.tested > 50
    for habit in everything(found):
        enough = min(habit.n, habit.rest_n) >= habit.figure.verdict_from == 30
        assert (habit.p_value is not None) == enough == (habit.adjusted is not None)
    for habit in tested:
        assert habit.p_value == pytest.approx(fisher(habit.count, habit.n, habit.rest_count, habit.rest_n), rel=1e-9)


def test_all_tests_of_the_report_decide_together_what_is_marked(season: Season) -> None:
    """Benjamini and Yekutieli: the k-th smallest of m p-values is marked up to rate k / (m Σ 1/i)."""
    tested = [habit for habit in everything(of(season, season.ann)) if habit.p_value is not None]
    ordered = sorted(habit.p_value for habit in tested if habit.p_value is not None)
    price = len(ordered) * fsum(1 / rank for rank in range(1, len(ordered) + 1))
    passing = [p for rank, p in enumerate(ordered, start=1) if p <= RATE * rank / price]
    assert sum(habit.marked for habit in tested) == len(passing)


def test_a_habit_that_cannot_be_chance_is_marked_and_its_shadows_are_not(bare: Season) -> None:
    """Of 120 leads to first tricks half are spades, against a quarter among the rest: four standard errors. Ann's
    fewer hearts, diamonds and clubs, 20 against 30, are one and a half each."""
    bare.play(bare.ann, bare.bob, 0, fives(12))
    bare.refresh()
    for who, (spades, rest) in {bare.ann: (60, 20), bare.bob: (30, 30)}.items():
        suits = {"led_s_at_1": spades, "led_h_at_1": rest, "led_d_at_1": rest, "led_c_at_1": rest}
        MarrakeshTotals.objects.filter(player=who).update(led=120, **suits)
    found = everything(of(bare, bare.ann))
    assert {habit.figure.key for habit in found if habit.marked} == {"led_spades", "led_s_at_1"}
    told = next(habit for habit in found if habit.figure.key == "led_s_at_1")
    assert (told.count, told.n, told.share, told.rest_share) == (60, 120, 0.5, 0.25)
    assert told.p_value == pytest.approx(fisher(60, 120, 30, 120))


def test_of_few_cases_nothing_is_tested(bare: Season) -> None:
    bare.play(bare.ann, bare.bob, 0, fives(12))
    bare.refresh()
    found = of(bare, bare.ann)
    assert (found.tested, {(h.n, h.share, h.p_value, h.marked) for h in everything(found)}) == (
        0,
        {(0, None, None, False)},
    )


def test_a_role_leaves_the_other_out(season: Season) -> None:
    found = of(season, season.ann, role="leader")
    assert {habit.figure.role for habit in everything(found)} == {"leader"}
    assert found.tested < of(season, season.ann).tested


def test_it_takes_three_queries(season: Season, django_assert_num_queries: Any) -> None:
    for filters in ({}, {"grade": "tricks"}):
        with django_assert_num_queries(3):
            of(season, season.ann, **filters)
