"""The records of a club, each from a few matches that anybody can look through."""

from datetime import date
from typing import Any

import pytest

from scorepad.games import GAMES
from scorepad.selectors.filters import Filters, seated
from scorepad.selectors.records import Record, records
from scorepad.selectors.results import results, streaks
from tests.scorepad.selectors.conftest import Season, fives

THIRTY = {"points": {"red": 30, "white": 0}}


def of(season: Season, **filters: Any) -> dict[str, Record]:
    found = records(viewer=season.member, game="marrakesh", slug="friday", filters=Filters(**filters))
    return {each.key: each for each in (*found.records, *found.feats)}


def told(record: Record) -> list[tuple[Any, ...]]:
    return [
        (each.player.name, each.opponent and each.opponent.name, each.played_on.day, each.round)
        for each in record.holders
    ]


def test_every_game_declares_what_results_and_records_are_made_of() -> None:
    of_every_game = {"matches", "won", "drawn", "lost", "points", "points_against", "best_round"}
    of_every_game |= {"completed", "completed_points", "completed_against"}
    for game in GAMES.values():
        assert of_every_game | {feat.fact for feat in game.feats} <= set(game.rules.facts.keys)


def test_the_best_match_and_the_biggest_margin(bare: Season) -> None:
    """50 to 10 twice, then 35 to 25."""
    bare.play(bare.ann, bare.bob, 0, fives(10))
    bare.play(bare.ann, bare.cleo, 1, fives(2))
    bare.play(bare.bob, bare.cleo, 2, fives(7))
    bare.refresh()
    found = of(bare)
    best, margin = found["best_match"], found["biggest_margin"]
    assert (best.value, best.unit, best.count) == (50, "points", 2)
    assert told(best) == [("Ann", "Bob", 1, None), ("Cleo", "Ann", 2, None)]
    assert (margin.value, margin.count) == (40, 2)
    assert told(margin) == told(best)
    assert told(of(bare, end=date(2026, 1, 1))["best_match"]) == [("Ann", "Bob", 1, None)]
    assert told(of(bare, opponent=bare.ann.pk)["best_match"]) == [("Cleo", "Ann", 2, None)]


def test_the_best_round_is_told_with_its_number(bare: Season) -> None:
    sixes = {"points": {"red": 6, "white": 0}}
    bare.play(bare.ann, bare.bob, 0, [*fives(12)[:3], sixes, *fives(12)[:6], sixes, *fives(12)[:1]])
    bare.play(bare.bob, bare.cleo, 1, [*fives(0)[:11], sixes])
    bare.refresh()
    best = of(bare)["best_round"]
    assert (best.value, best.count) == (6, 3)
    assert told(best) == [("Ann", "Bob", 1, 4), ("Ann", "Bob", 1, 11), ("Bob", "Cleo", 2, 12)]


def test_every_marrakesh_and_none_by_a_ruling(bare: Season) -> None:
    ruled = {"points": {"red": 30, "white": 0}, "ruling": {"note": "it stood", "points": {"red": 30, "white": 0}}}
    bare.play(bare.ann, bare.bob, 0, [*fives(12)[:2], THIRTY, ruled, *fives(12)[:7], THIRTY])
    bare.play(bare.cleo, bare.bob, 1, [ruled, *fives(12)[:11]])
    bare.play(bare.bob, bare.ann, 2, [THIRTY, *fives(12)[:11]])
    given_up = bare.play(bare.cleo, bare.ann, 3, [THIRTY])
    bare.say(given_up, "forfeit", {"seat": "red"})
    void = bare.play(bare.cleo, bare.ann, 4, [THIRTY, *fives(12)[:11]])
    bare.say(void, "void", {})
    bare.refresh()
    found = of(bare)["marrakesh"]
    assert (found.value, found.count) == (None, 4)
    assert told(found) == [("Cleo", "Ann", 4, 1), ("Bob", "Ann", 3, 1), ("Ann", "Bob", 1, 12), ("Ann", "Bob", 1, 3)]
    assert told(of(bare, start=date(2026, 1, 2), end=date(2026, 1, 3))["marrakesh"]) == [("Bob", "Ann", 3, 1)]


def test_the_longest_winning_streak_goes_over_all_opponents(bare: Season) -> None:
    """Ann wins, wins, draws, wins, wins; Bob wins twice over Cleo in between."""
    for day, (red, white, rounds) in enumerate(
        [
            (bare.ann, bare.bob, 12),
            (bare.cleo, bare.ann, 0),
            (bare.ann, bare.bob, 6),
            (bare.bob, bare.cleo, 9),
            (bare.bobby, bare.cleo, 9),
            (bare.ann, bare.cleo, 12),
            (bare.ann, bare.bob, 12),
        ]
    ):
        bare.play(red, white, day, fives(rounds))
    bare.refresh()
    streak = of(bare)["winning_streak"]
    assert (streak.value, streak.unit, streak.count) == (2, "matches", 2)
    assert [(each.player.name, each.played_on.day, each.last_played_on) for each in streak.holders] == [
        ("Ann", 1, date(2026, 1, 2)),
        ("Ann", 6, date(2026, 1, 7)),
    ]


def test_a_streak_is_the_persons_whoever_was_seated(season: Season) -> None:
    """Against a count over the results one by one."""
    longest = {}
    for who in (season.ann, season.bob, season.cleo):
        played = results(GAMES["marrakesh"], seated(who.pk))
        longest[who.name] = next(each.longest.matches for each in streaks(played) if each.kind == "won")
    streak = of(season)["winning_streak"]
    assert streak.value == max(longest.values()) > 1
    assert {each.player.name for each in streak.holders} == {
        name for name, matches in longest.items() if matches == streak.value
    }


def test_where_nobody_has_played_there_is_no_record(bare: Season) -> None:
    assert {(each.value, each.count, each.holders) for each in of(bare).values()} == {(None, 0, ())}


def test_of_many_who_are_level_the_first_are_told(bare: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.selectors.records.MOST_HOLDERS", 2)
    monkeypatch.setattr("scorepad.selectors.records.MOST_FEATS", 2)
    for day in range(3):
        bare.play(bare.ann, bare.bob, day, [THIRTY, THIRTY, *fives(12)[:10]])
    bare.refresh()
    found = of(bare)
    assert (found["best_match"].count, told(found["best_match"])) == (3, [("Ann", "Bob", d, None) for d in (1, 2)])
    assert (found["best_round"].count, len(found["best_round"].holders)) == (6, 2)
    assert (found["marrakesh"].count, told(found["marrakesh"])) == (6, [("Ann", "Bob", 3, 2), ("Ann", "Bob", 3, 1)])


def test_it_takes_eight_queries(season: Season, django_assert_num_queries: Any) -> None:
    for filters in ({}, {"grade": "tricks"}):
        with django_assert_num_queries(8):
            of(season, **filters)
