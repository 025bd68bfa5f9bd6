"""Season tables, worked out by hand from small leagues."""

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorepad.models import Ladder, Stale
from scorepad.selectors.rated import RatedMatch
from scorepad.selectors.season_tables import TableRow, TableRules, ranked, season_table
from scorepad.services.merging import merge
from tests.scorepad.selectors.conftest import Season, fives
from tests.scorepad.services.test_rating import GLICKO2, LOST, WON

ANN, BOB, CLEO, DAN = (UUID(int=number) for number in range(1, 5))
NAMES = {ANN: "ann", BOB: "bob", CLEO: "cleo", DAN: "dan"}


def match(scores: dict[UUID, int], winner: UUID | None = None) -> RatedMatch:
    """A match with these scores; `winner` is who won of those level."""
    best = max(scores.values())
    first = [winner] if winner else [player for player, score in scores.items() if score == best]
    places = tuple(1 if player in first else 1 + len(first) for player in scores)
    return RatedMatch(uuid4(), date(2026, 1, 5), tuple(scores), places, tuple(scores.values()))


def rules(**given: Any) -> TableRules:
    return TableRules.of(given)


def order(rows: list[TableRow]) -> list[tuple[int, str]]:
    return [(row.place, NAMES[row.player]) for row in rows]


# Each of the first three beats one of the others and loses to one; all beat Dan.
CIRCLE = [
    match({ANN: 10, BOB: 4}),
    match({BOB: 8, CLEO: 6}),
    match({CLEO: 7, ANN: 5}),
    match({ANN: 6, DAN: 5}),
    match({BOB: 20, DAN: 0}),
    match({CLEO: 4, DAN: 1}),
]
# Ann and Bob have won two, and Ann has beaten Bob; Cleo and Dan have won one, and Cleo has beaten Dan.
LADDERED = [
    match({ANN: 5, BOB: 4}),
    match({ANN: 3, CLEO: 2}),
    match({DAN: 20, ANN: 0}),
    match({BOB: 10, CLEO: 0}),
    match({BOB: 6, DAN: 1}),
    match({CLEO: 2, DAN: 1}),
]


def test_by_default_a_win_is_two_points_and_a_draw_one() -> None:
    rows = ranked(rules(), [match({ANN: 5, BOB: 3}), match({ANN: 4, CLEO: 4})])
    told = {NAMES[row.player]: (row.points, row.won, row.drawn, row.lost, row.matches) for row in rows}
    assert told == {"ann": (3, 1, 1, 0, 2), "cleo": (1, 0, 1, 0, 1), "bob": (0, 0, 0, 1, 1)}
    assert order(rows) == [(1, "ann"), (2, "cleo"), (3, "bob")]


def test_points_of_ones_own() -> None:
    rows = ranked(
        rules(points={"win": 1, "draw": 0.5, "loss": -1}), [match({ANN: 5, BOB: 3}), match({ANN: 4, CLEO: 4})]
    )
    assert [(NAMES[row.player], row.points) for row in rows] == [("ann", 1.5), ("cleo", 0.5), ("bob", -1)]


def test_whoever_won_of_two_level_in_score_has_won() -> None:
    (ann, bob) = ranked(rules(), [match({BOB: 7, ANN: 7}, winner=ANN)])
    assert (ann.player, ann.won, bob.lost, ann.margin, bob.margin) == (ANN, 1, 1, 0, 0)


def test_direct_encounter_among_three_says_nothing_when_each_beat_one() -> None:
    assert order(ranked(rules(tiebreaks=["direct"]), CIRCLE)) == [(1, "ann"), (1, "bob"), (1, "cleo"), (4, "dan")]
    rows = ranked(rules(tiebreaks=["direct", "margin"]), CIRCLE)
    assert order(rows) == [(1, "bob"), (2, "ann"), (3, "cleo"), (4, "dan")]
    assert [row.margin for row in rows] == [-6 + 2 + 20, 6 - 2 + 1, -2 + 2 + 3, -1 - 20 - 3]
    assert [row.tiebreaks for row in rows] == [(2, 16), (2, 5), (2, 3), (None, -24)]


def test_direct_encounter_parts_two_at_each_height() -> None:
    rows = ranked(rules(tiebreaks=["direct"]), LADDERED)
    assert order(rows) == [(1, "ann"), (2, "bob"), (3, "cleo"), (4, "dan")]
    assert [row.tiebreaks for row in rows] == [(2,), (0,), (2,), (0,)]


def test_tiebreaks_are_asked_in_their_order() -> None:
    rows = ranked(rules(tiebreaks=["margin", "direct"]), LADDERED)
    assert order(rows) == [(1, "bob"), (2, "ann"), (3, "dan"), (4, "cleo")]
    assert [row.tiebreaks for row in rows] == [(14, None), (-18, None), (14, None), (-10, None)]


def test_direct_encounter_counts_only_those_level_when_it_is_asked() -> None:
    """Margin leaves Ann and Cleo level of three; that Bob beat Ann is nothing between these two."""
    matches = [
        match({ANN: 3, CLEO: 1}),
        match({BOB: 9, ANN: 5}),
        match({CLEO: 5, BOB: 3}),
        match({ANN: 4, DAN: 2}),
        match({BOB: 9, DAN: 3}),
        match({CLEO: 1, DAN: 1}),
        match({CLEO: 1, DAN: 1}),
    ]
    rows = ranked(rules(tiebreaks=["margin", "direct"]), matches)
    # Margins: Ann 2 - 4 + 2, Bob 4 - 2 + 6, Cleo -2 + 2.
    assert [(NAMES[row.player], row.points, row.margin) for row in rows[:3]] == [
        ("bob", 4, 8), ("ann", 4, 0), ("cleo", 4, 0)
    ]  # fmt: skip
    assert [row.tiebreaks[1] for row in rows[:3]] == [None, 2, 0]
    assert order(rows) == [(1, "bob"), (2, "ann"), (3, "cleo"), (4, "dan")]


def test_wins_part_those_level_in_points() -> None:
    matches = [match({ANN: 2, CLEO: 1}), match({CLEO: 2, ANN: 1}), match({BOB: 3, DAN: 3}), match({BOB: 3, DAN: 3})]
    rows = ranked(rules(tiebreaks=["wins"]), matches)
    assert order(rows) == [(1, "ann"), (1, "cleo"), (3, "bob"), (3, "dan")]


def test_facts_part_by_more_or_by_less() -> None:
    facts = {"points": {ANN: 15, BOB: 15, CLEO: 30}}
    tied = [match({ANN: 2, BOB: 2}), match({BOB: 1, CLEO: 1}), match({CLEO: 5, ANN: 5})]
    assert order(ranked(rules(tiebreaks=["points"]), tied, facts=facts)) == [(1, "cleo"), (2, "ann"), (2, "bob")]
    assert order(ranked(rules(tiebreaks=["-points"]), tied, facts=facts)) == [(1, "ann"), (1, "bob"), (3, "cleo")]


def test_forfeits_have_points_of_their_own_and_no_margin() -> None:
    given_up = replace(match({BOB: 9, ANN: 0}, winner=ANN), forfeited=True)
    plain = ranked(rules(), [given_up])
    assert [(NAMES[row.player], row.points, row.margin) for row in plain] == [("ann", 2, 0), ("bob", 0, 0)]
    rows = ranked(
        rules(points={"forfeit_win": 1.5, "forfeit_loss": -1}),
        [given_up, match({BOB: 3, ANN: 1})],
    )
    told = {NAMES[row.player]: (row.points, row.won, row.lost, row.forfeits_won, row.forfeits_lost) for row in rows}
    assert told == {"ann": (1.5, 1, 1, 1, 0), "bob": (1, 1, 1, 0, 1)}
    assert [row.margin for row in rows] == [-2, 2]


def test_byes_are_points_without_a_match() -> None:
    byes = {str(BOB): 2, str(CLEO): 1, str(DAN): 1}
    played = [match({ANN: 5, BOB: 3})]
    rows = ranked(rules(byes=byes, tiebreaks=["wins"]), played, roots={BOB: BOB, CLEO: CLEO, DAN: CLEO})
    assert [(NAMES[row.player], row.place, row.points, row.matches, row.byes) for row in rows] == [
        ("bob", 1, 4, 1, 2), ("cleo", 1, 4, 0, 2), ("ann", 3, 2, 1, 0)
    ]  # fmt: skip
    own = ranked(rules(byes=byes, points={"bye": 0.5}), played, roots={BOB: BOB, CLEO: CLEO, DAN: CLEO})
    assert {NAMES[row.player]: row.points for row in own} == {"ann": 2, "bob": 1, "cleo": 1}


def test_at_a_table_of_three_the_margin_is_against_each_of_the_others() -> None:
    rows = ranked(rules(), [match({ANN: 10, BOB: 6, CLEO: 2})])
    assert [(NAMES[row.player], row.points, row.margin) for row in rows] == [
        ("ann", 2, 12), ("bob", 0, 0), ("cleo", 0, -12)
    ]  # fmt: skip


def test_the_order_of_the_matches_is_nothing() -> None:
    for matches in (CIRCLE, LADDERED):
        assert ranked(rules(), matches) == ranked(rules(), matches[::-1])


# -- read from a club ---------------------------------------------------------------------------------------------


def make(season: Season, **given: Any) -> Ladder:
    values: dict[str, Any] = {"name": "League", "system": "glicko2", "parameters": GLICKO2} | given
    return Ladder.objects.create(club=season.club, game="marrakesh", **values)


@pytest.fixture
def league(bare: Season) -> Season:
    """Ann beats Bob, Bob draws with Cleo, Bobby, who is Bob, beats Cleo; Ann gives up against Cleo."""
    bare.play(bare.ann, bare.bob, 0, WON)
    bare.play(bare.bob, bare.cleo, 1, fives(6))
    bare.play(bare.bobby, bare.cleo, 2, WON)
    bare.say(bare.play(bare.ann, bare.cleo, 3, LOST[:4]), "forfeit", {"seat": "red"})
    bare.play(bare.cleo, bare.ann, 40, WON)
    bare.say(bare.play(bare.cleo, bare.ann, 4, WON), "void", {})
    merge(viewer=bare.owner, player_id=bare.bobby.pk, into=bare.bob.pk)
    bare.refresh()
    return bare


def told(season: Season, ladder: Ladder) -> dict[str, Any]:
    table = season_table(ladder)
    return {table.people[row.player].name: (row.place, row.points, row.margin) for row in table.rows}


def test_what_counts_for_the_ladder_is_in_its_table(league: Season) -> None:
    january = make(league, season_start=date(2026, 1, 1), season_end=date(2026, 1, 31))
    assert told(league, january) == {"Bob": (1, 3, 0), "Ann": (2, 2, 36), "Cleo": (3, 1, -36)}
    with_forfeits = make(league, name="With forfeits", forfeits=True, season_end=date(2026, 1, 31))
    # Bob and Cleo have three points each; of their two matches Bob has won one, and the other was drawn.
    assert told(league, with_forfeits) == {"Bob": (1, 3, 0), "Cleo": (2, 3, -36), "Ann": (3, 2, 36)}
    whole = make(league, name="Whole")
    assert told(league, whole) == {"Bob": (1, 3, 0), "Cleo": (2, 3, 0), "Ann": (3, 2, 0)}


def test_a_fact_parts_those_level(league: Season) -> None:
    level = {"win": 1, "draw": 1, "loss": 1}
    ladder = make(league, table={"points": level, "tiebreaks": ["-lost", "points"]}, season_end=date(2026, 1, 31))
    table = season_table(ladder)
    # Points per match: Bob 0 + 30 + 36 as Bob and Bobby, Cleo 30 + 0, Ann 36; Bob played three, Cleo two, Ann one.
    assert [(table.people[row.player].name, row.points, row.tiebreaks) for row in table.rows] == [
        ("Bob", 3, (1, 66)), ("Cleo", 2, (1, 30)), ("Ann", 1, (0, 36))
    ]  # fmt: skip


def test_byes_are_his_whom_a_player_became(league: Season) -> None:
    ladder = make(league, table={"byes": {str(league.bobby.pk): 1}}, season_end=date(2026, 1, 31))
    assert told(league, ladder)["Bob"] == (1, 5, 0)


def test_what_is_not_in_the_facts_yet_is_told_where_facts_part(league: Season) -> None:
    plain, by_facts = make(league), make(league, name="By facts", table={"tiebreaks": ["points"]})
    assert season_table(by_facts).pending == 0
    league.play(league.ann, league.bob, 5, WON)
    assert season_table(by_facts).pending == Stale.objects.count() > 0
    assert season_table(plain).pending == 0
    assert told(league, plain)["Ann"][1] == 4


@pytest.mark.parametrize("matches", [1, 20])
def test_a_table_is_read_in_as_many_queries_however_many_matches(
    bare: Season, django_assert_num_queries: Any, matches: int
) -> None:
    for day in range(matches):
        bare.play(bare.ann, bare.bob, day, WON)
    ladder = make(bare, table={"tiebreaks": ["points"]})
    with django_assert_num_queries(5):
        season_table(ladder)
