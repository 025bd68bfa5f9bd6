"""Ladders in a club's export: taken in with their rules, they rate the matches that come with them as they did."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Change, Club, Ladder, Player, StaleEvening
from scorepad.selectors.standings import standings
from scorepad.services import erasing, transfers
from scorepad.services.clubs import create_club
from scorepad.services.merging import merge
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import DRAWN, beats, new_ladder, new_player, rated
from tests.scorepad.services.test_transfers import exported, problem, raw, statuses, taken_in

Json = dict[str, Any]
RULES = {
    "season_start": "2026-01-01",
    "season_end": "2026-06-30",
    "parameters": {"factor": 20.0, "margin_scale": 15.0},
    "period": "month",
    "least_matches": 2,
    "active_within": 400,
    "forfeits": True,
}


@pytest.fixture
def club(circle: Circle) -> Circle:
    """Three weeks of matches, one of somebody who was merged, and two ladders of them; Bob had a bye in one."""
    double = new_player(circle, "Robert")
    merge(viewer=circle.owner, player_id=double.pk, into=circle.bob.pk)
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, double, circle.ann, 8)
    beats(circle, circle.ann, circle.bob, 15, rounds=DRAWN)
    new_ladder(circle, "glicko2", name="All", largest_deviation=300)
    new_ladder(circle, name="Winter", **RULES, table={"byes": {str(circle.bob.pk): 1}})
    rated(circle)
    return circle


@pytest.fixture
def elsewhere(make_circle: Callable[..., Circle]) -> Circle:
    """A club with nobody in it yet."""
    other = make_circle("monday")
    other.club = create_club(viewer=other.owner, slug="tuesday", name="New").obj
    return other


def told_of(circle: Circle) -> dict[str, Json]:
    """The rules of the club's ladders by their names, with no id in them, and how everybody stands."""
    found = {}
    for ladder in Ladder.objects.filter(club=circle.club):
        told = standings(viewer=circle.owner, ladder_id=ladder.pk)
        rows = [(told.people[row.player].name, row.place, row.rating, row.matches) for row in told.rows]
        rules = {name: getattr(ladder, name) for name in ("game", "system", "parameters", *RULES)}
        byes = [Player.objects.get(pk=player, club=circle.club).name for player in ladder.table.get("byes", {})]
        found[ladder.name] = {**rules, "rows": sorted(rows), "byes": byes}
    return found


def test_they_stand_between_players_and_matches(club: Circle) -> None:
    told = exported(club)
    assert [next(iter(line)) for line in told] == [
        "format", "player", "player", "player", "ladder", "ladder", "match", "match", "match", "end",
    ]  # fmt: skip
    assert told[-1]["end"] == {"players": 3, "ladders": 2, "matches": 3}
    winter = next(line["ladder"] for line in told if line.get("ladder", {}).get("name") == "Winter")
    own = Ladder.objects.get(name="Winter")
    assert winter["id"] == str(own.pk)
    assert (winter["season_start"], winter["season_end"], winter["system"]) == ("2026-01-01", "2026-06-30", "elo")
    assert winter["parameters"] == {"rating": 1500, "factor": 20, "margin_scale": 15}
    assert winter["table"]["byes"] == {str(club.bob.pk): 1}


def test_where_the_club_was_erased_they_are_the_same_again(club: Circle) -> None:
    told, was, slug = exported(club), told_of(club), club.club.slug
    bytes_ = raw(club)
    erasing.delete_club(viewer=club.owner, slug=slug, confirm=slug)
    erasing.erase(club_id=club.club.pk)
    club.club = create_club(viewer=club.owner, id=club.club.pk, slug=slug, name="x").obj
    batch = taken_in(club, told)
    assert batch.state == "done"
    assert statuses(batch) == [("player", "new")] * 3 + [("ladder", "new")] * 2 + [("match", "new")] * 3
    assert set(StaleEvening.objects.exclude(ladder=None).values_list("ladder", flat=True)) == set(
        Ladder.objects.values_list("pk", flat=True)
    )
    assert Change.objects.filter(what="ladder").count() == 2
    rated(club)
    assert told_of(club) == was
    assert raw(club) == bytes_


def test_beside_the_club_itself_they_are_others_of_its_players_there(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    for status in ("new", "here"):
        batch = taken_in(elsewhere, told)
        assert {told for what, told in statuses(batch) if what == "ladder"} == {status}
    rated(elsewhere)
    assert told_of(elsewhere) == told_of(club)
    new = set(Ladder.objects.filter(club=elsewhere.club).values_list("pk", flat=True))
    assert new == {uuid.uuid5(elsewhere.club.pk, line["ladder"]["id"]) for line in told if "ladder" in line}


def test_one_that_is_here_stays_as_it_is_here(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    taken_in(elsewhere, told)
    Ladder.objects.filter(club=elsewhere.club, name="All").update(name="Everybody", period="day")
    taken_in(elsewhere, told)
    assert Ladder.objects.get(club=elsewhere.club, name="Everybody").period == "day"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"parameters": {"tau": 9}}, ("malformed", "/ladder/parameters/tau")),
        ({"season_start": "soon"}, ("malformed", "/ladder/season_start")),
        ({"game": None}, ("malformed", "/ladder/game")),
        ({"system": None}, ("malformed", "/ladder/system")),
        ({"name": "WINTER"}, ("name_taken", "/ladder/name")),
        ({"table": {"byes": {str(uuid.uuid4()): 1}}}, None),
        ({"club": "x"}, ("malformed", "/ladder/club")),
        ({"players": []}, ("malformed", "/ladder/players")),
        ({"id": "x"}, ("malformed", "/ladder/id")),
    ],
)
def test_rules_that_nobody_could_have_given_stop_all_of_it(
    club: Circle, elsewhere: Circle, given: Json, expected: tuple[str, str] | None
) -> None:
    told = exported(club)
    first, second = (line["ladder"] for line in told if "ladder" in line)
    (first if first["name"] == "All" else second).update(given)
    batch = taken_in(elsewhere, told)
    assert batch.state == "refused"
    assert expected is None or problem(batch) == expected
    assert not Ladder.objects.filter(club=elsewhere.club).exists()


def test_no_more_come_than_a_club_may_have(club: Circle, elsewhere: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfers, "MOST_LADDERS", 1)
    batch = taken_in(elsewhere, exported(club))
    assert (batch.state, problem(batch)[0]) == ("refused", "too_many_ladders")


def test_an_export_of_before_there_were_ladders_counts_none(club: Circle, elsewhere: Circle) -> None:
    told = [line for line in exported(club) if "ladder" not in line]
    del told[-1]["end"]["ladders"]
    assert taken_in(elsewhere, told).state == "done"
    assert not Club.objects.get(pk=elsewhere.club.pk).ladders.exists()
