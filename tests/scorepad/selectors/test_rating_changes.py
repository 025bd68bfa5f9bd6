"""The history of a rating, and how each change of it came about, by hand."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepad.models import Ladder, LadderRating, Player
from scorepad.refusals import NotHere
from scorepad.selectors.asking import Unknown
from scorepad.selectors.histories import History, history
from scorepad.selectors.rating_changes import RatingChange, rating_change
from scorepad.services.merging import merge
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import DRAWN, beats, new_ladder, new_player, rated


def of(circle: Circle, ladder: Ladder, player: Player) -> History:
    return history(viewer=circle.owner, ladder_id=ladder.pk, player_id=player.pk)


def explained(circle: Circle, ladder: Ladder, player: Player, day: str) -> RatingChange:
    return rating_change(viewer=circle.owner, ladder_id=ladder.pk, player_id=player.pk, day=date.fromisoformat(day))


# -- history ----------------------------------------------------------------------------------------------------------


def test_a_point_for_each_period_with_a_match(circle: Circle) -> None:
    """One win, and a draw four weeks later: three weeks without a match have made him less sure, √(290.31896² +
    3 · 108.6376) = 290.8797."""
    ladder = new_ladder(circle, "glicko2")
    beats(circle, circle.ann, circle.bob, 2)
    beats(circle, circle.ann, circle.bob, 28, rounds=DRAWN)
    beats(circle, circle.bob, circle.ann, 30)
    rated(circle)
    found = of(circle, ladder, circle.ann)
    assert (found.player.name, found.pending) == ("Ann", 0)
    first, second = found.points
    assert (first.period, first.ends, first.under_way) == (date(2026, 1, 5), date(2026, 1, 11), False)
    assert (first.won, first.drawn, first.lost, first.matches, first.total) == (1, 0, 0, 1, 1)
    assert (first.before.rating, first.before.deviation) == (1500, 350)
    assert (first.after.rating, first.after.deviation) == pytest.approx((1662.3109, 290.3190), abs=0.0001)
    assert first.change == pytest.approx(162.3109, abs=0.0001)
    assert (second.period, second.ends) == (date(2026, 2, 2), date(2026, 2, 8))
    assert (second.won, second.drawn, second.lost, second.matches, second.total) == (0, 1, 1, 2, 3)
    assert (second.before.rating, second.before.deviation) == pytest.approx((1662.3109, 290.8797), abs=0.0001)
    assert second.change == second.after.rating - first.after.rating < 0


def test_the_last_point_may_still_move(circle: Circle) -> None:
    today = datetime.now(UTC)
    ladder = new_ladder(circle, period="day")
    for day in (today - timedelta(days=1), today):
        beats(circle, circle.ann, circle.bob, 0, played_at=day.isoformat())
    rated(circle)
    assert [point.under_way for point in of(circle, ladder, circle.ann).points] == [False, True]


def test_a_season_ends_amid_a_period(circle: Circle) -> None:
    ladder = new_ladder(circle, season_end="2026-01-07")
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    assert [point.ends for point in of(circle, ladder, circle.ann).points] == [date(2026, 1, 7)]


def test_whoever_has_not_played_has_no_history_and_a_merged_player_anothers(circle: Circle) -> None:
    ladder = new_ladder(circle)
    double = new_player(circle, "Anne")
    beats(circle, double, circle.bob, 0)
    rated(circle)
    assert of(circle, ladder, circle.ann).points == ()
    merge(viewer=circle.owner, player_id=double.pk, into=circle.ann.pk)
    rated(circle)
    for player in (double, circle.ann):
        found = of(circle, ladder, player)
        assert (found.player.id, found.player.name) == (circle.ann.pk, "Ann")
        assert [point.after.rating for point in found.points] == [1516]


# -- one change -------------------------------------------------------------------------------------------------------


def test_a_win_explained_by_the_papers_formulae(circle: Circle) -> None:
    """g = 0.66907 of a deviation of 350, E = 1/2, v = 8.93547, Δ = v · g · 1/2 = 2.98923."""
    ladder = new_ladder(circle, "glicko2")
    match = beats(circle, circle.ann, circle.bob, 2)
    rated(circle)
    for day in ("2026-01-05", "2026-01-11"):
        found = explained(circle, ladder, circle.ann, day)
        assert (found.player.name, found.as_of.period, found.as_of.ended) == ("Ann", date(2026, 1, 5), True)
        assert (found.variance, found.improvement) == pytest.approx((8.93547, 2.98923), abs=0.00001)
        assert found.before == (1500, 350, 0.06)
        assert found.after[:2] == pytest.approx((1662.3109, 290.3190), abs=0.0001)
        (won,) = found.contributions
        assert (won.match, won.played_on, won.opponent.name) == (match.pk, date(2026, 1, 7), "Bob")
        assert (won.score, won.weight, won.margin, won.expected) == (1, 1, 36, 0.5)
        assert won.rating == (1500, 350, 0.06)
        assert won.trust == pytest.approx(0.669069, abs=0.000001)
        assert won.gain == pytest.approx(162.3109, abs=0.0001)
    assert any("φ" in line for line in found.formula)


def test_elo_explained_with_its_margin(circle: Circle) -> None:
    """By 36 points at a scale of 36, between equals: 16 · (1 + ln 2) = 27.0904. A draw brings nothing."""
    ladder = new_ladder(circle, parameters={"margin_scale": 36})
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, new_player(circle, "Cleo"), 1, rounds=DRAWN)
    rated(circle)
    found = explained(circle, ladder, circle.bob, "2026-01-07")
    assert [(each.opponent.name, each.score, each.expected) for each in found.contributions] == [
        ("Ann", 0, 0.5),
        ("Cleo", 0.5, 0.5),
    ]
    assert [each.gain for each in found.contributions] == pytest.approx([-27.0904, 0], abs=0.0001)
    assert (found.before, found.variance, found.improvement) == ((1500, None, None), None, None)
    assert found.after.rating == pytest.approx(1472.9096, abs=0.0001)
    assert {each.trust for each in found.contributions} == {None}
    assert any("margin" in line for line in found.formula)


@pytest.mark.parametrize("system", ["glicko2", "elo"])
def test_what_the_matches_brought_adds_up_to_what_is_stored(circle: Circle, system: str) -> None:
    ladder = new_ladder(circle, system)
    cleo = new_player(circle, "Cleo")
    for day, winner, loser in ((0, circle.ann, circle.bob), (8, circle.bob, cleo), (9, cleo, circle.ann)):
        beats(circle, winner, loser, day)
    beats(circle, circle.ann, circle.bob, 10)
    rated(circle)
    found = explained(circle, ladder, circle.ann, "2026-01-14")
    assert [(each.opponent.name, each.score) for each in found.contributions] == [("Cleo", 0), ("Bob", 1)]
    assert found.before.rating + sum(each.gain for each in found.contributions) == pytest.approx(found.after.rating)
    stored = LadderRating.objects.get(ladder=ladder, player=circle.ann, period=date(2026, 1, 12))
    assert found.after == (stored.rating, stored.deviation, stored.volatility)


def test_a_week_without_a_match_is_explained_too(circle: Circle) -> None:
    """290.3190 after the match; 290.5060 after one week without, 290.6929 after two."""
    ladder = new_ladder(circle, "glicko2")
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    found = explained(circle, ladder, circle.ann, "2026-01-19")
    assert (found.idle, found.contributions, found.variance) == (1, (), None)
    assert found.before[:2] == pytest.approx((1662.3109, 290.5060), abs=0.0001)
    assert found.after[:2] == pytest.approx((1662.3109, 290.6929), abs=0.0001)
    # The week under way has taken nothing yet.
    now = explained(circle, ladder, circle.ann, datetime.now(UTC).date().isoformat())
    assert (now.as_of.ended, now.before) == (False, now.after)


def test_what_cannot_be_explained_is_refused_by_its_parameter(
    circle: Circle, make_circle: Callable[..., Circle]
) -> None:
    ladder, hall = new_ladder(circle), make_circle("hall", "public")
    beats(circle, circle.ann, circle.bob, 7)
    rated(circle)
    later = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    refused: list[tuple[Any, str, str, str]] = [
        (hall.ann, "2026-01-12", "unknown_player", "player"),
        (circle.ann, "2026-01-11", "not_rated", "period"),
        (new_player(circle, "Cleo"), "2026-01-12", "not_rated", "period"),
        (circle.ann, later, "bad_parameter", "period"),
    ]
    for player, day, code, parameter in refused:
        with pytest.raises(Unknown) as caught:
            explained(circle, ladder, player, day)
        assert (caught.value.code, caught.value.errors[0]["params"]["parameter"]) == (code, parameter)
    with pytest.raises(Unknown) as caught:
        of(circle, ladder, hall.ann)
    assert caught.value.code == "unknown_player"
    for viewer in (circle.stranger, circle.nobody, hall.owner):
        with pytest.raises(NotHere):
            history(viewer=viewer, ladder_id=ladder.pk, player_id=circle.ann.pk)
        with pytest.raises(NotHere):
            rating_change(viewer=viewer, ladder_id=ladder.pk, player_id=circle.ann.pk, day=date(2026, 1, 12))


def test_many_matches_take_the_queries_of_one(circle: Circle) -> None:
    ladder = new_ladder(circle)
    for number in (1, 6):
        for index in range(number):
            beats(circle, circle.ann, new_player(circle, f"{number} {index}"), 0)
        rated(circle)
        with CaptureQueriesContext(connection) as captured:
            assert len(of(circle, ladder, circle.ann).points) == 1
        assert len(captured) == 5
        with CaptureQueriesContext(connection) as captured:
            explained(circle, ladder, circle.ann, "2026-01-05")
        assert len(captured) == 8
