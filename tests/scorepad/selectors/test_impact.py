"""Several things supposed at once: each ladder is rated anew from the earliest that is otherwise, and no earlier."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from scorepad.models import Ladder, Match, Seat
from scorepad.selectors.impact import Hypothesis, Impact, Supposed, impact_on, touched_by
from scorepad.services.players import create_player
from scorepad.services.rating import refresh
from tests.scorepad.conftest import Circle

TODAY = date(2026, 3, 31)
ELO: dict[str, Any] = {"system": "elo", "parameters": {"rating": 1500.0, "factor": 32.0, "margin_scale": None}}


@pytest.fixture
def matches(circle: Circle) -> list[Match]:
    """One each month; the club has a ladder by the day and one by the month, which are up to date."""
    for period in ("day", "month"):
        Ladder.objects.create(club=circle.club, game="marrakesh", name=period, period=period, **ELO)
    won = [{"points": {"red": 3, "white": 0}}] * 12
    found = [circle.match(rounds=won, played_at=f"2026-0{month}-15T19:30:00+01:00") for month in (1, 2, 3)]
    list(refresh(club_id=circle.club.pk))
    return found


def supposed(match: Match, **otherwise: Any) -> Supposed:
    there = Match.objects.get(pk=match.pk)
    for name, value in otherwise.items():
        setattr(there, name, value)
    return Supposed(there, list(Seat.objects.filter(match=match).order_by("number")))


def impacts(hypothesis: Hypothesis) -> Iterator[Impact]:
    for touched in touched_by(hypothesis):
        yield impact_on(hypothesis, touched, TODAY)


def test_what_would_be_as_it_is_touches_nothing(circle: Circle, matches: list[Match]) -> None:
    assert touched_by(Hypothesis(circle.club.pk, tuple(supposed(match) for match in matches))) == []
    assert touched_by(Hypothesis(circle.club.pk)) == []
    assert touched_by(Hypothesis(circle.club.pk, roots={circle.ann.pk: circle.ann.pk})) == []


def test_a_match_that_would_be_as_it_is_is_not_rated_twice(circle: Circle, matches: list[Match]) -> None:
    first, _, last = matches
    hypothesis = Hypothesis(circle.club.pk, (supposed(first), supposed(last, void=True)))
    assert [touched.start for touched in touched_by(hypothesis)] == [date(2026, 3, 15), date(2026, 3, 1)]
    for impact in impacts(hypothesis):
        assert {(move.before.matches, move.after.matches) for move in impact.moves if move.before and move.after} == {
            (3, 2)
        }


def test_of_several_the_earliest_is_rated_first(circle: Circle, matches: list[Match]) -> None:
    double = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Anne").obj
    _, second, last = matches
    both = Hypothesis(circle.club.pk, (supposed(last, rated=False), supposed(second, played_on=date(2026, 2, 2))))
    assert [impact.periods for impact in impacts(both)] == [
        (date(2026, 2, 2), date(2026, 2, 15), date(2026, 3, 15)),
        (date(2026, 3, 1),),
    ]
    # Ann would be Anne from her first evening on.
    renamed = Hypothesis(circle.club.pk, (supposed(last, void=True),), {circle.ann.pk: double.pk})
    by_day, _ = impacts(renamed)
    assert by_day.periods == (date(2026, 1, 15), date(2026, 2, 15), date(2026, 3, 15))
    assert {move.player for move in by_day.moves} == {circle.ann.pk, circle.bob.pk, double.pk}
