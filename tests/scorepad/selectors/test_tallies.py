"""Facts added up by person: the same from totals as from facts, and each filter a partition of all matches."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from engine.facts import Values
from scorepad.games import GAMES
from scorepad.models import MarrakeshFacts
from scorepad.selectors.filters import Filters, of_club, seated
from scorepad.selectors.tallies import sums, tallied, tallies
from scorepad.services.merging import merge, unmerge
from tests.scorepad.selectors.conftest import Season

GAME = GAMES["marrakesh"]


def asked(season: Season, **filters: Any) -> dict[UUID, Values]:
    return dict(tallies(GAME, season.club.pk, Filters(**filters)))


def added(*parts: dict[UUID, Values]) -> dict[UUID, Values]:
    people = {person for part in parts for person in part}
    return {who: GAME.rules.facts.added([part[who] for part in parts if who in part]) for who in people}


def test_totals_say_what_the_facts_say(season: Season) -> None:
    """Asked of all evenings there ever were, the facts are added up; asked without filters, the totals are read."""
    everything = asked(season)
    assert everything == asked(season, start=date.min) == tallied(GAME, of_club(season.club.pk))
    assert set(everything) == {season.ann.pk, season.bob.pk, season.cleo.pk}
    assert sum(sums(GAME, values)["matches"] for values in everything.values()) == 2 * 14


def test_matches_under_way_or_void_count_nowhere(season: Season) -> None:
    ann = sums(GAME, asked(season)[season.ann.pk])
    assert ann["matches"] == 3 + 3 + 3 + 1  # with Bob, Cleo, Bobby, and the drawn one
    assert asked(season, start=date(2026, 3, 8)) == {}


def test_the_grades_part_the_matches(season: Season) -> None:
    parts = [asked(season, grade=grade) for grade in GAME.grades]
    assert all(parts)
    assert added(*parts) == asked(season)


def test_the_opponents_part_the_matches_of_each(season: Season) -> None:
    people = {person.pk for person in (season.ann, season.bob, season.cleo)}
    assert added(*(asked(season, opponent=person) for person in people)) == asked(season)


def test_any_evening_parts_the_matches(season: Season) -> None:
    days = sorted(set(MarrakeshFacts.objects.values_list("played_on", flat=True)))
    assert len(days) == 14
    for day in days:
        assert added(asked(season, end=day), asked(season, start=day + timedelta(1))) == asked(season)
        (alone,) = {sums(GAME, values)["matches"] for values in asked(season, start=day, end=day).values()}
        assert alone == 1


def test_filters_hold_together(season: Season) -> None:
    day = date(2026, 1, 1)
    assert set(asked(season, start=day, end=day)) == {season.ann.pk, season.bob.pk}
    assert set(asked(season, start=day, end=day, opponent=season.bob.pk)) == {season.ann.pk}
    assert asked(season, start=day, end=day, opponent=season.cleo.pk) == {}


def test_a_role_leaves_no_match_out(season: Season) -> None:
    assert asked(season, role="leader") == asked(season)
    assert not Filters(role="leader").leaves_out


def test_who_was_merged_is_counted_with_whom_he_became_at_once(season: Season) -> None:
    before = asked(season)
    merged_yet = [asked(season, start=date.min), asked(season)]
    unmerge(viewer=season.owner, player_id=season.bobby.pk)
    apart = asked(season, start=date.min)
    assert set(apart) == {*before, season.bobby.pk}
    season.refresh()
    assert asked(season) == apart
    merge(viewer=season.owner, player_id=season.bobby.pk, into=season.bob.pk)
    assert [asked(season, start=date.min), asked(season)] == merged_yet  # before any job has run


def test_one_person_alone_is_what_he_is_among_all(season: Season) -> None:
    of_bob = tallied(GAME, seated(season.bob.pk))
    assert of_bob == {season.bob.pk: asked(season)[season.bob.pk]}


@pytest.mark.parametrize("filters", [{}, {"grade": "tricks", "start": date(2026, 1, 2)}])
def test_it_is_one_query(season: Season, filters: dict[str, Any], django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        asked(season, **filters)


def test_of_nobody_there_is_nothing(bare: Season) -> None:
    assert asked(bare) == asked(bare, grade="points") == {}
    assert set(sums(GAME).values()) == {0}
