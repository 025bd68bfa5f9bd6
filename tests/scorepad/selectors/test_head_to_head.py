"""Two against each other: both by the same figures, of the matches in which they met and of no others."""

import uuid
from datetime import date
from typing import Any

import pytest

from scorepad.refusals import NotHere
from scorepad.selectors.asking import Unknown
from scorepad.selectors.filters import Filters
from scorepad.selectors.head_to_head import HeadToHead, Tally, head_to_head
from scorepad.selectors.statistics import player_statistics
from tests.scorepad.conftest import Circle
from tests.scorepad.selectors.conftest import Season, fives


def between(season: Season, a: uuid.UUID, b: uuid.UUID, **filters: Any) -> HeadToHead:
    return head_to_head(viewer=season.member, game="marrakesh", a=a, b=b, filters=Filters(**filters))


def test_a_pair_of_three_matches(bare: Season) -> None:
    """Ann beats Bob 60 to 0 and 35 to 25, draws once, and meets Cleo besides."""
    bare.play(bare.ann, bare.bob, 0, fives(12))
    bare.play(bare.bob, bare.ann, 1, fives(5))
    bare.play(bare.bob, bare.ann, 2, fives(6))
    bare.play(bare.ann, bare.cleo, 3, fives(0))
    bare.refresh()
    found = between(bare, bare.ann.pk, bare.bob.pk)
    assert found.tally == Tally(matches=3, a_won=2, drawn=1, b_won=0, a_points=125, b_points=55)
    assert [(each.outcome, each.points, each.against) for each in found.last] == [
        ("drawn", 30, 30),
        ("won", 35, 25),
        ("won", 60, 0),
    ]
    told = {each.figure.key: (each.a.value, each.a.n, each.b.value, each.b.n) for each in found.figures}
    assert told["win_rate"] == (2 / 3, 3, 0.0, 3)
    assert told["points_per_match"] == (125 / 3, 3, 55 / 3, 3)
    assert told["tricks_won"] == (None, 0, None, 0)
    back = between(bare, bare.bob.pk, bare.ann.pk)
    assert back.tally == Tally(matches=3, a_won=0, drawn=1, b_won=2, a_points=55, b_points=125)
    assert between(bare, bare.ann.pk, bare.bob.pk, start=date(2026, 1, 2)).tally.matches == 2
    assert between(bare, bare.ann.pk, bare.bob.pk, grade="tricks").tally == Tally(0, 0, 0, 0, 0, 0)


def test_it_is_what_each_is_told_against_the_other(season: Season) -> None:
    found = between(season, season.ann.pk, season.bobby.pk)
    for who, other, told in (
        (season.ann, season.bob, {each.figure.key: each.a for each in found.figures}),
        (season.bob, season.ann, {each.figure.key: each.b for each in found.figures}),
    ):
        alone = player_statistics(
            viewer=season.member, game="marrakesh", player_id=who.pk, filters=Filters(opponent=other.pk)
        )
        assert {each.figure.key: each.told for each in alone.figures} == told
    assert (found.a.id, found.b.id) == (season.ann.pk, season.bob.pk)
    assert found.tally.matches == 7


def test_nobody_meets_himself(season: Season) -> None:
    for a, b in ((season.bob, season.bob), (season.bob, season.bobby)):
        with pytest.raises(Unknown, match="same_player"):
            between(season, a.pk, b.pk)


def test_both_are_of_one_club_that_the_viewer_sees(season: Season, make_circle: Any) -> None:
    elsewhere: Circle = make_circle("elsewhere", "public")
    for a, b in ((season.ann, elsewhere.ann), (elsewhere.ann, season.ann)):
        with pytest.raises(NotHere):
            between(season, a.pk, b.pk)
    with pytest.raises(NotHere):
        between(season, season.ann.pk, uuid.uuid4())


def test_it_takes_four_queries(season: Season, django_assert_num_queries: Any) -> None:
    for filters in ({}, {"grade": "tricks", "start": date(2026, 1, 2)}):
        with django_assert_num_queries(4):
            between(season, season.ann.pk, season.bob.pk, **filters)
