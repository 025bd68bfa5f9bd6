"""Ratings recalculated from the earliest period that something touched, always to what a rebuild would give."""

from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.ratings.games import Game, Rating
from engine.ratings.glicko2 import Glicko2
from scorepad.models import Ladder, LadderRating, Match, StaleEvening
from scorepad.services.entries import enter
from scorepad.services.merging import merge, unmerge
from scorepad.services.players import create_player
from scorepad.services.rating import refresh
from scorepad.services.verifying_ladders import problems_of
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry

START = datetime(2026, 1, 5, 19, 30, tzinfo=ZoneInfo("Europe/Vienna"))  # a Monday
WON = [{"points": {"red": 3, "white": 0}}] * 12
LOST = [{"points": {"red": 0, "white": 3}}] * 12
GLICKO2 = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06, "tau": 0.5}


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    return make(circle)


def make(circle: Circle, **given: Any) -> Ladder:
    values = {"name": "All", "system": "glicko2", "parameters": GLICKO2, "period": "week"} | given
    return Ladder.objects.create(club=circle.club, game="marrakesh", **values)


def played(circle: Circle, days: int, rounds: list[Any] = WON, **given: Any) -> Match:
    when = (START + timedelta(days=days)).isoformat()
    return circle.match(played_at=when, rounds=rounds, **given)


def ratings(ladder: Ladder) -> dict[Any, Any]:
    rows = LadderRating.objects.filter(ladder=ladder)
    return {(row.player_id, row.period): (row.rating, row.deviation, row.matches) for row in rows}


def bring_up_to_date(circle: Circle) -> None:
    list(refresh(club_id=circle.club.pk))
    assert not StaleEvening.objects.exists()


def test_a_week_is_rated_together(circle: Circle, ladder: Ladder) -> None:
    for day in (0, 2, 6):
        played(circle, day)
    bring_up_to_date(circle)
    after = Glicko2().period({}, [Game({"ann": 1, "bob": 2})] * 3)
    assert ratings(ladder) == {
        (player, date(2026, 1, 5)): (*after[name][:2], 3)
        for player, name in ((circle.ann.pk, "ann"), (circle.bob.pk, "bob"))
    }


def test_weeks_without_a_match_make_less_sure(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    played(circle, 28)
    bring_up_to_date(circle)
    system = Glicko2()
    first = system.period({}, [Game({"ann": 1, "bob": 2})])
    before = {name: system.idle(rating, 3) for name, rating in first.items()}
    second = system.period(before, [Game({"ann": 1, "bob": 2})])
    assert ratings(ladder)[circle.ann.pk, date(2026, 2, 2)] == (*second["ann"][:2], 2)


def test_only_what_counts_is_rated(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    played(circle, 0, rated=False)
    played(circle, 0, rounds=WON[:3])
    void = played(circle, 0)
    enter(viewer=circle.owner, match_id=void.pk, entry=entry("void", void.version, {}) | {"reason": "so it was"})
    forfeited = played(circle, 0, rounds=[])
    given = entry("forfeit", forfeited.version, {"seat": "red"}) | {"reason": "so it was"}
    enter(viewer=circle.owner, match_id=forfeited.pk, entry=given)
    with_forfeits = make(circle, name="With forfeits", forfeits=True)
    season = make(circle, name="Season", season_start=date(2026, 1, 6), season_end=date(2026, 2, 1))
    bring_up_to_date(circle)
    assert {count for _, _, count in ratings(ladder).values()} == {1}
    assert {count for _, _, count in ratings(with_forfeits).values()} == {2}
    assert ratings(season) == {}


def test_a_late_match_and_a_corrected_one_come_to_what_a_rebuild_gives(circle: Circle, ladder: Ladder) -> None:
    matches = [played(circle, 7 * week, WON if week % 3 else LOST) for week in range(6)]
    bring_up_to_date(circle)
    before = ratings(ladder)
    late = played(circle, 8)
    assert StaleEvening.objects.get().since == date(2026, 1, 13)
    bring_up_to_date(circle)
    assert ratings(ladder)[circle.ann.pk, date(2026, 1, 5)] == before[circle.ann.pk, date(2026, 1, 5)]
    assert ratings(ladder)[circle.ann.pk, date(2026, 1, 12)] != before[circle.ann.pk, date(2026, 1, 12)]
    assert list(problems_of(ladder)) == []
    # Back to the very first week: the old evening and the new one are both touched.
    patch = {"patch": [{"op": "replace", "path": "/played_at", "value": START.isoformat()}]}
    given = entry("amend", late.version, patch) | {"reason": "so it was"}
    enter(viewer=circle.owner, match_id=late.pk, entry=given)
    assert StaleEvening.objects.get().since == date(2026, 1, 5)
    bring_up_to_date(circle)
    assert list(problems_of(ladder)) == []
    given = entry("void", matches[0].version, {}) | {"reason": "so it was"}
    enter(viewer=circle.owner, match_id=matches[0].pk, entry=given)
    given = entry("void", 2, {}) | {"reason": "so it was"}
    enter(viewer=circle.owner, match_id=late.pk, entry=given)
    bring_up_to_date(circle)
    assert list(problems_of(ladder)) == []
    assert (circle.ann.pk, date(2026, 1, 5)) not in ratings(ladder)


def test_more_changes_than_are_read_at_a_time(circle: Circle, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.services.rating.AT_A_TIME", 2)
    for week in (4, 0, 3, 1, 2):
        played(circle, 7 * week)
    bring_up_to_date(circle)
    assert list(problems_of(ladder)) == []
    assert ratings(ladder)[circle.ann.pk, date(2026, 2, 2)][2] == 5


def test_merged_players_are_rated_as_one_and_unmerged_as_two(circle: Circle, ladder: Ladder) -> None:
    double = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Anne").obj
    played(circle, 0)
    played(circle, 7, seats={"red": double.pk, "white": circle.bob.pk})
    bring_up_to_date(circle)
    apart = ratings(ladder)
    merge(viewer=circle.owner, player_id=double.pk, into=circle.ann.pk)
    assert StaleEvening.objects.get().since == date(2026, 1, 5)
    bring_up_to_date(circle)
    assert list(problems_of(ladder)) == []
    assert ratings(ladder)[circle.ann.pk, date(2026, 1, 12)][2] == 2
    assert double.pk not in {player for player, _ in ratings(ladder)}
    unmerge(viewer=circle.owner, player_id=double.pk)
    bring_up_to_date(circle)
    assert ratings(ladder) == apart


@pytest.mark.parametrize("system", ["glicko2", "elo"])
@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_any_order_of_events_ends_the_same(circle: Circle, system: str, period: str) -> None:
    parameters = GLICKO2 if system == "glicko2" else {"rating": 1500.0, "factor": 32.0, "margin_scale": 10.0}
    ladder = make(circle, system=system, parameters=parameters, period=period)
    rng = Random(7)
    for _ in range(12):
        played(circle, rng.randrange(90), rng.choice((WON, LOST)))
        if rng.random() < 0.5:
            bring_up_to_date(circle)
    bring_up_to_date(circle)
    assert list(problems_of(ladder)) == []
    assert len(ratings(ladder)) >= 6


def test_a_planted_corruption_is_found(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    bring_up_to_date(circle)
    row = LadderRating.objects.filter(player=circle.ann).get()
    LadderRating.objects.filter(pk=row.pk).update(rating=row.rating + 1e-9)
    (problem,) = problems_of(ladder)
    assert (problem.match, problem.code) == (str(ladder.pk), "rating")
    assert str(circle.ann.pk) in problem.detail
    assert Rating(row.rating) != Rating(row.rating + 1e-9)
