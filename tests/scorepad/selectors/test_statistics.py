"""What is told of a player and of a club, against numbers worked out by hand from four small matches."""

import uuid
from datetime import date
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.games import GAMES
from scorepad.models import Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Unknown
from scorepad.selectors.comparing import Compared
from scorepad.selectors.filters import Filters
from scorepad.selectors.results import Month, Streak
from scorepad.selectors.statistics import ClubStatistics, PlayerStatistics, club_statistics, player_statistics
from scorepad.services.merging import unmerge
from tests.scorepad.conftest import Circle
from tests.scorepad.selectors.conftest import Season, fives

FIGURES = GAMES["marrakesh"].figures


def of(player: Player, viewer: Viewer, **filters: Any) -> PlayerStatistics:
    return player_statistics(viewer=viewer, game="marrakesh", player_id=player.pk, filters=Filters(**filters))


def of_club(viewer: Viewer, slug: str = "friday", **filters: Any) -> ClubStatistics:
    return club_statistics(viewer=viewer, game="marrakesh", slug=slug, filters=Filters(**filters))


def named(found: PlayerStatistics) -> dict[str, Compared]:
    return {each.figure.key: each for each in found.figures}


# -- figures of a player ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "n"),
    [
        ("matches", 4, 4),
        ("win_rate", 2 / 4, 4),
        ("draw_rate", 1 / 4, 4),
        ("loss_rate", 1 / 4, 4),
        ("points_per_match", (60 + 30 + 40 + 15) / 4, 4),
        ("margin_per_match", (60 + 0 + 20 - 30) / 4, 4),
        ("best_match", 60, 4),
        ("rounds", 48, 48),
        ("points_per_round", 145 / 48, 48),
        ("rounds_scored", 29 / 48, 48),
        ("best_round", 5, 48),
        ("marrakeshes", 0, 48),
        ("tricks_won", None, 0),
        ("reading_index", None, 0),
    ],
)
def test_figures_of_four_matches(four: Season, key: str, value: float | None, n: int) -> None:
    told = named(of(four.ann, four.member))[key].told
    assert (told.value, told.n) == (value, n)


def test_an_interval_is_told_with_a_rate(four: Season) -> None:
    """Wilson, 95 %, two of four: 0.5 ± 0.349962."""
    interval = named(of(four.ann, four.member))["win_rate"].told.interval
    assert interval is not None
    assert tuple(interval) == pytest.approx((0.150038, 0.849962), abs=1e-5)


@pytest.mark.parametrize(
    ("key", "value", "n"),
    [
        ("win_rate", 3 / 8, 8),
        ("points_per_match", 240 / 8, 8),
        ("matches", (4 + 2 + 2) / 3, 8),
        ("best_match", (60 + 30 + 45) / 3, 8),
        ("tricks_won", None, 0),
    ],
)
def test_the_clubs_average_is_told_beside_them(four: Season, key: str, value: float | None, n: int) -> None:
    club = named(of(four.ann, four.member))[key].club
    assert (club.value, club.n) == (value, n)


def test_of_few_cases_nothing_is_judged(four: Season) -> None:
    """There may be a verdict from 10 matches and 30 rounds; Ann has 4 and 48, Bob and Cleo 24 rounds each."""
    found = named(of(four.ann, four.member))
    wins, points = found["win_rate"], found["points_per_round"]
    assert (wins.verdict, wins.club.percentile, wins.club.players) == (None, None, 0)
    assert (points.club.percentile, points.club.players) == (None, 0)
    assert named(of(four.bob, four.member))["points_per_round"].verdict is None


def test_a_verdict_wants_an_interval_apart_from_that_of_the_others_together(four: Season) -> None:
    """Ann's 29 fives in 48 rounds are 3.02 ± 0.70 points a round, and the others' 19 are 1.98 ± 0.70, which overlap; 41
    and 19 in 60 are 3.42 and 1.58 ± 0.59."""
    assert named(of(four.ann, four.member))["points_per_round"].verdict == "none"
    four.play(four.ann, four.bob, 31, fives(12))
    four.refresh()
    assert named(of(four.ann, four.member))["points_per_round"].verdict == "above"


def test_where_somebody_stands_among_those_who_can_be_judged(four: Season) -> None:
    """With two matches more Bob has 50 points in 48 rounds, 1.04 ± 0.58, and the others 3.23 ± 0.48; Cleo has 105 in
    36, 2.92 ± 0.82, and the others 2.36; Ann 205 in 60."""
    four.play(four.ann, four.bob, 31, fives(12))
    four.play(four.bob, four.cleo, 32, fives(4))
    four.refresh()
    place = {}
    for who in (four.ann, four.bob, four.cleo):
        found = named(of(who, four.member))["points_per_round"]
        place[who.name] = (found.club.percentile, found.club.players, found.verdict)
    assert place == {"Ann": (100.0, 2, "above"), "Bob": (0.0, 2, "below"), "Cleo": (50.0, 2, "none")}


def test_form_streaks_and_calendar(four: Season) -> None:
    found = of(four.ann, four.member)
    assert [(each.outcome, each.opponent.name, each.points, each.against) for each in found.form] == [
        ("lost", "Cleo", 15, 45),
        ("won", "Cleo", 40, 20),
        ("drawn", "Bob", 30, 30),
        ("won", "Bob", 60, 0),
    ]
    first, third, last = date(2026, 1, 1), date(2026, 1, 3), date(2026, 2, 3)
    none = Streak(0, None, None)
    assert {each.kind: (each.current, each.longest) for each in found.streaks} == {
        "won": (none, Streak(1, third, third)),
        "unbeaten": (none, Streak(3, first, third)),
        "lost": (Streak(1, last, last), Streak(1, last, last)),
    }
    assert found.calendar == (Month("2026-02", 1, 0, 0, 1, 15), Month("2026-01", 3, 2, 1, 0, 130))


def test_form_is_of_the_last_ten(bare: Season) -> None:
    for day in range(12):
        bare.play(bare.ann, bare.bob, day, fives(12 if day else 0))
    bare.refresh()
    found = of(bare.ann, bare.member)
    assert [each.played_on.day for each in found.form] == list(range(12, 2, -1))
    assert {each.kind: each.current.matches for each in found.streaks} == {"won": 11, "unbeaten": 11, "lost": 0}


def test_results_are_filtered_too(four: Season) -> None:
    found = of(four.ann, four.member, opponent=four.cleo.pk)
    assert [each.outcome for each in found.form] == ["lost", "won"]
    assert [month.month for month in found.calendar] == ["2026-02", "2026-01"]
    assert of(four.ann, four.member, end=date(2026, 1, 31)).calendar == (Month("2026-01", 3, 2, 1, 0, 130),)


def test_whoever_has_no_match_has_no_figure(four: Season) -> None:
    found = of(four.bobby, four.member)
    assert {(each.told.value, each.told.n) for each in found.figures} == {(None, 0)}
    assert (found.form, found.calendar) == ((), ())
    assert named(found)["points_per_match"].club.value == 30


# -- whoever asks -------------------------------------------------------------------------------------------------


def test_a_merged_player_is_asked_for_under_any_id(season: Season) -> None:
    merged, root = of(season.bobby, season.member), of(season.bob, season.member)
    assert merged.player.id == season.bob.pk
    assert (merged.player, merged.figures, merged.form) == (root.player, root.figures, root.form)
    unmerge(viewer=season.owner, player_id=season.bobby.pk)
    season.refresh()
    assert of(season.bobby, season.member).player.id == season.bobby.pk
    shares = [named(of(who, season.member))["matches"].told.n for who in (season.bob, season.bobby)]
    assert sum(shares) == named(root)["matches"].told.n


def test_an_opponent_may_be_a_merged_player(season: Season) -> None:
    by = [of(season.ann, season.member, opponent=who.pk) for who in (season.bob, season.bobby)]
    assert by[0].figures == by[1].figures
    assert named(by[0])["matches"].told.value == 3 + 3 + 1


def test_a_private_club_is_its_members_alone(season: Season) -> None:
    for stranger in (season.stranger, season.nobody):
        with pytest.raises(NotHere):
            of(season.ann, stranger)
        with pytest.raises(NotHere):
            of_club(stranger)
    with pytest.raises(NotHere):
        player_statistics(viewer=season.member, game="marrakesh", player_id=uuid.uuid4(), filters=Filters())


def test_an_opponent_from_elsewhere_is_as_unknown_as_nobody(season: Season, make_circle: Any) -> None:
    elsewhere: Circle = make_circle("elsewhere", "public")
    said = []
    for opponent in (elsewhere.ann.pk, uuid.uuid4()):
        for ask in (
            lambda at: of(season.ann, season.member, opponent=at),
            lambda at: of_club(season.member, opponent=at),
        ):
            with pytest.raises(Unknown) as refused:
                ask(opponent)
            said.append((refused.value.code, refused.value.detail))
    assert set(said) == {("unknown_player", "The opponent is no player of this club.")}


def test_guests_are_not_told_what_is_for_members(make_circle: Any) -> None:
    hall: Circle = make_circle("hall", "public")
    for_members = {key for key, figure in FIGURES.named.items() if figure.for_members}
    assert for_members == {"oasis", "great_oasis", "perfect_oasis"}
    for viewer, told in ((hall.member, for_members), (hall.stranger, set()), (hall.nobody, set())):
        assert set(named(of(hall.ann, viewer))) & for_members == told
        found = of_club(viewer, "hall")
        assert {each.figure.key for each in found.figures} & for_members == told


# -- filters ------------------------------------------------------------------------------------------------------


def counted(found: PlayerStatistics) -> dict[str, int]:
    lines = [*found.figures, *(cell for table in found.tables for row in table.cells for cell in row)]
    return {each.figure.key: each.told.n for each in lines}


def together(*parts: PlayerStatistics) -> dict[str, int]:
    each = list(map(counted, parts))
    return {key: sum(part[key] for part in each) for key in each[0]}


def test_what_is_counted_under_the_parts_of_any_filter_adds_up(season: Season) -> None:
    def asked(**filters: Any) -> PlayerStatistics:
        return of(season.ann, season.member, **filters)

    whole = counted(asked())
    assert set(whole) == set(FIGURES.named)
    assert together(*(asked(grade=grade) for grade in ("points", "ovals", "tricks"))) == whole
    assert together(*(asked(opponent=who.pk) for who in (season.bob, season.cleo))) == whole
    day = date(2026, 1, 20)
    assert together(asked(end=day), asked(start=date(2026, 1, 21))) == whole
    parts = [asked(end=day, grade="tricks"), asked(start=date(2026, 1, 21), grade="tricks")]
    assert together(*parts) == counted(asked(grade="tricks"))


def test_the_two_roles_are_all_tricks(season: Season) -> None:
    whole, leader, receiver = (of(season.ann, season.member, role=role) for role in (None, "leader", "receiver"))
    counts = [counted(each) for each in (leader, receiver)]
    assert counts[0]["led"] + counts[1]["received"] == counted(whole)["tricks"] > 0
    assert {each.figure.role for each in leader.figures} == {"leader"}
    assert {each.table.key for each in receiver.tables} == {"replies_suits", "replies_numbers"}
    own = named(whole)
    assert all(own[key] == told for key, told in named(leader).items())


def test_nothing_is_told_without_its_n(season: Season) -> None:
    for grade, who in product(("points", "ovals", "tricks"), (season.ann, season.bobby)):
        found = of(who, season.member, grade=grade)
        lines = [*found.figures, *(cell for table in found.tables for row in table.cells for cell in row)]
        for each in lines:
            assert (each.told.value is not None) == (each.told.n >= max(each.figure.shown_from, 1))
            if each.told.n < each.figure.verdict_from:
                assert (each.verdict, each.told.p_value, each.club.percentile) == (None, None, None)


# -- what is stale, and what it costs -----------------------------------------------------------------------------


def test_how_much_is_not_in_the_figures_yet_is_told(four: Season) -> None:
    assert (of(four.ann, four.member).asked.pending, of_club(four.member).asked.pending) == (0, 0)
    four.play(four.ann, four.bob, 40, fives(12))
    found = of(four.ann, four.member)
    assert (found.asked.pending, named(found)["matches"].told.n) == (1, 4)
    assert of_club(four.member).asked.pending == 1
    four.refresh()
    found = of(four.ann, four.member)
    assert (found.asked.pending, named(found)["matches"].told.n) == (0, 5)


@pytest.mark.django_db(transaction=True)
def test_any_filter_over_any_number_of_matches_takes_five_queries(four: Season) -> None:
    """Whoever asks already known; the statement that fixes the moment as of which all is read counts too."""
    asked: list[dict[str, Any]] = [
        {},
        {"opponent": four.bob.pk},
        {"role": "leader", "grade": "points"},
        {"start": date(2026, 1, 1), "end": date(2026, 2, 28), "opponent": four.bob.pk, "grade": "points"},
    ]
    for more in (0, 12):
        for day in range(more):
            four.play(four.ann, four.bob, 40 + day, fives(12))
        four.refresh()
        for filters in asked:
            with CaptureQueriesContext(connection) as queries:
                of(four.ann, four.member, **filters)
            assert len([query for query in queries if query["sql"] not in ("BEGIN", "COMMIT")]) == 5
            with CaptureQueriesContext(connection) as queries:
                of_club(four.member, **filters)
            statements = [query for query in queries if query["sql"] not in ("BEGIN", "COMMIT")]
            assert len(statements) == (6 if "opponent" in filters else 5)


# -- of a club ----------------------------------------------------------------------------------------------------


def test_a_club_is_the_sum_of_its_players(four: Season) -> None:
    found = of_club(four.member)
    told = {each.figure.key: each.told for each in found.figures}
    assert found.matches == 4
    assert (told["win_rate"].value, told["win_rate"].n) == (3 / 8, 8)
    assert (told["points_per_match"].value, told["best_match"].value) == (30.0, 60)
    listed = {
        each.player.name: {line.figure.key: (line.told.value, line.told.n) for line in each.headlines}
        for each in found.players
    }
    assert list(listed) == ["Ann", "Bob", "Cleo"]
    assert [figure.key for figure in found.headlines] == list(FIGURES.headlines) == list(listed["Ann"])
    assert listed["Bob"] == {
        "matches": (2, 2),
        "win_rate": (0.0, 2),
        "points_per_match": (15.0, 2),
        "points_per_round": (30 / 24, 24),
        "tricks_won": (None, 0),
        "led_won": (None, 0),
        "received_won": (None, 0),
        "reading_index": (None, 0),
        "being_read_index": (None, 0),
    }


def test_a_club_against_one_opponent_counts_each_match_once(four: Season) -> None:
    found = of_club(four.member, opponent=four.cleo.pk)
    assert (found.matches, [each.player.name for each in found.players]) == (2, ["Ann"])


def test_fairness_is_told_of_all_dice_of_the_club_and_of_nothing_less(bare: Season) -> None:
    """Twelve dice: three Ones, a Six, and two of each other face. The e-value is 6^12 5! 3! 2!^4 1! / 17!."""
    pairs = {"red": [1, 2, 3, 4, 5, 6], "white": [1, 1, 2, 3, 4, 5]}
    dice = [1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5]
    counts = [dice.count(face) for face in range(1, 7)]
    assert counts == [3, 2, 2, 2, 2, 1]
    bare.play(bare.ann, bare.bob, 0, [{"setup": pairs, "points": {"red": 5, "white": 0}}, *fives(11)[1:]])
    bare.refresh()
    fairness = of_club(bare.member).fairness
    assert fairness is not None
    assert fairness.n == 12
    assert fairness.e_value == pytest.approx(2176782336 * 120 * 6 * 16 / 355687428096000)
    for filters in ({"grade": "points"}, {"start": date(2026, 1, 1)}, {"opponent": bare.bob.pk}):
        assert of_club(bare.member, **filters).fairness is None
