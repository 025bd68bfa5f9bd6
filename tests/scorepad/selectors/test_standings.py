"""Standings as of any day, by hand: places and who shares them, gates, idle weeks, the period under way."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepad.models import Club, Ladder, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Unknown
from scorepad.selectors.ranking import AsOf, Standing
from scorepad.selectors.standings import Standings, standings, today_of
from scorepad.services.merging import merge
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import DRAWN, beats, new_ladder, new_player, rated


def as_of(circle: Circle, ladder: Ladder, day: str | None = None) -> Standings:
    found = standings(viewer=circle.owner, ladder_id=ladder.pk, day=date.fromisoformat(day) if day else None)
    assert {row.player for row in found.rows} == set(found.people)
    return found


def rows(circle: Circle, ladder: Ladder, day: str | None = None) -> dict[str, Standing]:
    found = as_of(circle, ladder, day)
    return {found.people[row.player].name: row for row in found.rows}


def told(circle: Circle, ladder: Ladder, day: str | None = None) -> list[tuple[str, int | None, float]]:
    return [(name, row.place, round(row.rating.rating, 2)) for name, row in rows(circle, ladder, day).items()]


@pytest.fixture
def four(circle: Circle) -> tuple[Player, Player, Player, Player]:
    """Ann, Bob, Cleo and Dan."""
    return circle.ann, circle.bob, new_player(circle, "Cleo"), new_player(circle, "Dan")


# -- ratings and places -----------------------------------------------------------------------------------------------


def test_one_win_between_two_new_players_by_the_papers_formulae(circle: Circle) -> None:
    """φ = 350 / 173.7178, g = 0.66907, E = 1/2, v = 1 / (g² · 1/4) = 8.93547, σ′ = 0.0599997:
    φ′ = 1 / √(1 / (φ² + σ′²) + 1 / v) = 290.31896 / 173.7178, and μ′ = φ′² · g · 1/2 = 162.31089 / 173.7178."""
    ladder = new_ladder(circle, "glicko2")
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    found = rows(circle, ladder, "2026-01-11")
    ann, bob = found["Ann"], found["Bob"]
    assert [row.rating.rating for row in found.values()] == pytest.approx([1662.3109, 1337.6891], abs=0.0001)
    assert ann.rating.deviation == bob.rating.deviation == pytest.approx(290.3190, abs=0.0001)
    assert ann.interval == pytest.approx((1662.3109 - 1.96 * 290.3190, 1662.3109 + 1.96 * 290.3190), abs=0.001)
    assert [(row.place, row.matches, row.won, row.drawn, row.lost) for row in found.values()] == [
        (1, 1, 1, 0, 0),
        (2, 1, 0, 0, 1),
    ]
    assert ann.last_played == date(2026, 1, 5)


def test_whoever_is_level_shares_a_place_and_the_next_is_left_out(circle: Circle, four: Any) -> None:
    """A win between equals moves 16 points at the usual factor of 32."""
    ann, bob, cleo, dan = four
    ladder = new_ladder(circle)
    beats(circle, ann, bob, 0)
    beats(circle, cleo, dan, 2)
    beats(circle, new_player(circle, "Eve"), new_player(circle, "Fay"), 3, rounds=DRAWN)
    rated(circle)
    found = rows(circle, ladder)
    assert {name: (row.place, row.rating.rating) for name, row in found.items()} == {
        "Ann": (1, 1516),
        "Cleo": (1, 1516),
        "Eve": (3, 1500),
        "Fay": (3, 1500),
        "Bob": (5, 1484),
        "Dan": (5, 1484),
    }
    assert [row.place for row in found.values()] == [1, 1, 3, 3, 5, 5]
    assert (found["Eve"].won, found["Eve"].drawn, found["Eve"].lost) == (0, 1, 0)
    assert all(row.interval is None and row.rating.deviation is None for row in found.values())


def test_change_and_place_are_held_against_the_end_of_the_period_before(circle: Circle, four: Any) -> None:
    """After the first week Ann has 1516 and Bob 1484. In the second Bob beats her, of whom 1 / (1 + 10^(−32/400)) =
    0.54592 was expected: 17.4695 points change hands. Cleo and Dan come new."""
    ann, bob, cleo, dan = four
    ladder = new_ladder(circle)
    beats(circle, ann, bob, 0)
    beats(circle, bob, ann, 7)
    beats(circle, cleo, dan, 8)
    rated(circle)
    found = rows(circle, ladder, "2026-01-18")
    assert {name: (row.place, row.place_before) for name, row in found.items()} == {
        "Cleo": (1, None),
        "Bob": (2, 2),
        "Ann": (3, 1),
        "Dan": (4, None),
    }
    assert found["Bob"].change == pytest.approx(17.4695, abs=0.0001)
    assert found["Ann"].change == pytest.approx(-17.4695, abs=0.0001)
    assert found["Cleo"].change is None
    # A week later nothing has moved since the end of that one.
    found = rows(circle, ladder, "2026-01-25")
    assert {name: (row.place, row.place_before, row.change) for name, row in found.items()} == {
        "Cleo": (1, 1, 0),
        "Bob": (2, 2, 0),
        "Ann": (3, 3, 0),
        "Dan": (4, 4, 0),
    }


# -- as of any day ----------------------------------------------------------------------------------------------------


def test_as_of_a_day_amid_a_week_counts_what_was_played_by_then(circle: Circle) -> None:
    """On Monday Ann wins, on Wednesday Bob: both are rated from 1500, as matches of one week are."""
    ladder = new_ladder(circle)
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, circle.ann, 2)
    rated(circle)
    assert told(circle, ladder, "2026-01-04") == []
    for day in ("2026-01-05", "2026-01-06"):
        assert told(circle, ladder, day) == [("Ann", 1, 1516), ("Bob", 2, 1484)]
        assert not as_of(circle, ladder, day).as_of.ended
    for day in ("2026-01-07", "2026-01-11", "2026-02-11"):
        assert {(place, rating) for _, place, rating in told(circle, ladder, day)} == {(1, 1500)}
    sunday = date(2026, 1, 11)
    ended = AsOf(sunday, period=date(2026, 1, 5), ends=sunday, ended=True, whole=True)
    assert as_of(circle, ladder, "2026-01-11").as_of == ended


@pytest.mark.parametrize(
    ("period", "day", "first", "last"),
    [
        ("day", "2026-01-07", "2026-01-07", "2026-01-07"),
        ("week", "2026-01-10", "2026-01-05", "2026-01-11"),
        ("week", "2026-01-11", "2026-01-05", "2026-01-11"),
        ("month", "2026-02-27", "2026-02-01", "2026-02-28"),
        ("month", "2026-02-28", "2026-02-01", "2026-02-28"),
    ],
)
def test_a_period_ends_with_the_evening_of_its_last_day(
    circle: Circle, period: str, day: str, first: str, last: str
) -> None:
    found = as_of(circle, new_ladder(circle, period=period), day).as_of
    assert (found.period.isoformat(), found.ends.isoformat(), found.ended) == (first, last, day == last)


def test_weeks_without_a_match_make_less_sure_once_they_are_over(circle: Circle) -> None:
    """σ′ = 0.0599997 on the scale of 173.7178 points: √(290.31896² + k · 108.6376) after k weeks."""
    ladder = new_ladder(circle, "glicko2", largest_deviation=290.4)
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    after = [290.3190, 290.5060, 290.6929, 290.8797]
    for day, weeks in (
        ("01-11", 0),
        ("01-12", 0),
        ("01-17", 0),
        ("01-18", 1),
        ("01-24", 1),
        ("01-25", 2),
        ("02-01", 3),
    ):
        ann = rows(circle, ladder, f"2026-{day}")["Ann"]
        assert ann.rating.deviation == pytest.approx(after[weeks], abs=0.0001), day
        assert ann.rating.rating == pytest.approx(1662.3109, abs=0.0001)
        assert ann.gates == (("largest_deviation",) if weeks else ())
        assert (ann.provisional, ann.inactive, ann.place) == (bool(weeks), False, None if weeks else 1)


def test_the_period_under_way_is_told_as_such(circle: Circle) -> None:
    now = datetime.now(UTC)
    ladder = new_ladder(circle, "glicko2")
    beats(circle, circle.ann, circle.bob, 0, played_at=now.isoformat())
    rated(circle)
    found = as_of(circle, ladder)
    assert (found.as_of.day, found.as_of.ended) == (now.date(), False)
    assert found.as_of.period == now.date() - timedelta(days=now.weekday())
    assert [round(row.rating.rating, 2) for row in found.rows] == [1662.31, 1337.69]
    assert told(circle, ladder, (found.as_of.period - timedelta(days=1)).isoformat()) == []


def test_today_is_the_clubs_own_and_nobody_knows_what_comes_later(circle: Circle) -> None:
    ladder = new_ladder(circle)
    days = {}
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # 25 hours apart
        Club.objects.filter(pk=circle.club.pk).update(time_zone=zone)
        days[zone] = as_of(circle, ladder).as_of.day
        assert days[zone] == today_of(Ladder.objects.select_related("club").get())
    assert days["Pacific/Kiritimati"] > days["Pacific/Pago_Pago"]
    for later in (days["Pacific/Kiritimati"], days["Pacific/Kiritimati"] + timedelta(days=400), date.max):
        with pytest.raises(Unknown) as caught:
            as_of(circle, ladder, later.isoformat())
        assert caught.value.code == "bad_parameter"
        assert caught.value.errors[0]["params"]["parameter"] == "as_of"
    assert told(circle, ladder, date.min.isoformat()) == []


def test_a_season_ends_with_its_last_day_for_ever(circle: Circle) -> None:
    """Amid a week; what comes after is neither rated nor does it make less sure or inactive."""
    ladder = new_ladder(circle, "glicko2", season_start="2026-01-05", season_end="2026-01-07", active_within=7)
    beats(circle, circle.ann, circle.bob, -1)
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, circle.ann, 3)
    rated(circle)
    assert told(circle, ladder, "2026-01-04") == []
    assert not as_of(circle, ladder, "2026-01-06").as_of.ended
    for day in ("2026-01-07", "2026-01-08", "2026-11-01", None):
        found = as_of(circle, ladder, day)
        assert found.as_of == AsOf(date(2026, 1, 7), date(2026, 1, 5), date(2026, 1, 7), ended=True, whole=True)
        assert [(row.place, row.matches, round(row.rating.deviation or 0, 2)) for row in found.rows] == [
            (1, 1, 290.32),
            (2, 1, 290.32),
        ]


# -- gates ------------------------------------------------------------------------------------------------------------


def test_a_gate_holds_back_until_it_opens(circle: Circle, four: Any) -> None:
    """Two matches are asked for. Those without a place stand below, and take none from others."""
    ann, bob, cleo, dan = four
    ladder = new_ladder(circle, least_matches=2)
    beats(circle, ann, bob, 0)
    beats(circle, cleo, dan, 0)
    beats(circle, bob, dan, 7)
    rated(circle)
    assert {row.place for row in as_of(circle, ladder, "2026-01-11").rows} == {None}
    found = rows(circle, ladder, "2026-01-18")
    assert list(found)[:2] == ["Bob", "Dan"]
    assert {name: (row.place, row.place_before, row.gates) for name, row in found.items()} == {
        "Bob": (1, None, ()),
        "Dan": (2, None, ()),
        "Ann": (None, None, ("least_matches",)),
        "Cleo": (None, None, ("least_matches",)),
    }
    assert (found["Ann"].provisional, found["Ann"].inactive, found["Bob"].provisional) == (True, False, False)
    assert found["Bob"].change == pytest.approx(16)


def test_whoever_has_not_played_for_so_many_days_is_inactive(circle: Circle) -> None:
    ladder = new_ladder(circle, "glicko2", active_within=10, largest_deviation=290.4)
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    assert rows(circle, ladder, "2026-01-15")["Ann"].gates == ()
    ann = rows(circle, ladder, "2026-01-16")["Ann"]
    assert (ann.gates, ann.inactive, ann.provisional, ann.place) == (("active_within",), True, False, None)
    assert rows(circle, ladder, "2026-01-18")["Ann"].gates == ("largest_deviation", "active_within")
    # A gate that is taken away opens at once: no rating is another.
    Ladder.objects.filter(pk=ladder.pk).update(active_within=None, largest_deviation=None)
    assert rows(circle, ladder, "2026-01-18")["Ann"].place == 1


# -- people, rights, queries ------------------------------------------------------------------------------------------


def test_what_is_not_rated_yet_is_counted(circle: Circle) -> None:
    ladder = new_ladder(circle)
    assert as_of(circle, ladder).pending == 1
    rated(circle)
    new_ladder(circle, "glicko2")  # stale by itself
    assert as_of(circle, ladder).pending == 0
    beats(circle, circle.ann, circle.bob, 0)
    assert (as_of(circle, ladder).pending, as_of(circle, ladder).rows) == (1, ())


def test_a_merged_player_stands_once_by_the_name_of_whom_he_became(circle: Circle) -> None:
    ladder = new_ladder(circle)
    double = new_player(circle, "Anne")
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, double, circle.bob, 1)
    merge(viewer=circle.owner, player_id=double.pk, into=circle.ann.pk)
    rated(circle)
    assert told(circle, ladder) == [("Ann", 1, 1532), ("Bob", 2, 1468)]


def test_whoever_reads_the_club_reads_its_ladders(circle: Circle, make_circle: Callable[..., Circle]) -> None:
    ladder = new_ladder(circle)
    hall = make_circle("hall", "public")
    for viewer in (circle.owner, circle.scorer, circle.member):
        assert standings(viewer=viewer, ladder_id=ladder.pk).ladder == ladder
    for viewer in (circle.stranger, circle.nobody, hall.owner):
        with pytest.raises(NotHere):
            standings(viewer=viewer, ladder_id=ladder.pk)
    assert standings(viewer=Viewer.anonymous(), ladder_id=new_ladder(hall).pk).rows == ()


@pytest.mark.parametrize(("day", "pinned"), [("2026-01-11", 5), ("2026-01-07", 7)])
def test_many_players_take_the_queries_of_two(circle: Circle, day: str, pinned: int) -> None:
    """The ladder, the viewer's role, the states before the period with those in it, the people, what is pending. Amid a
    period two more: its matches, and who has become whom."""
    ladder = new_ladder(circle, "glicko2")
    beats(circle, circle.ann, circle.bob, 0)
    for number in (2, 22):
        rated(circle)
        with CaptureQueriesContext(connection) as captured:
            assert len(as_of(circle, ladder, day).rows) == number
        assert len(captured) == pinned
        for index in range(10):
            winner, loser = (new_player(circle, f"{name} {number} {index}") for name in ("Winner", "Loser"))
            beats(circle, winner, loser, index % 3)
