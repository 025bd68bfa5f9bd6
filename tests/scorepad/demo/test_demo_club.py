"""The demo club: made once, by the services, and ready for the next trick however its match stands."""

from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from scorepad.demo import club as demo
from scorepad.demo import seed
from scorepad.models import ApiToken, Club, Entry, Ladder, Match, Player, User
from scorepad.selectors.access import Viewer
from scorepad.selectors.rows import record_of, rows_of
from scorepad.selectors.standings import standings
from scorepad.services.checking import begin
from scorepad.services.entries import enter
from scorepad.services.ledger import check_on
from scorepad.services.rating import refresh
from scorepad.services.tokens import authenticate, revoke_token
from scorepad.services.verifying_ladders import problems_of


@pytest.fixture(scope="module")
def seeded(django_db_setup, django_db_blocker):
    """Made once, since it takes some seconds; each test takes back what it adds, and the last of them all of it."""
    said = []
    with django_db_blocker.unblock(), transaction.atomic():
        seed.seed_if_empty(password="a password", say=said.append)
        yield said
        transaction.set_rollback(True)


@pytest.fixture
def viewer(seeded, db):
    return Viewer.of_session(seed.demo_user())


def test_a_dozen_players_and_two_years_of_matches_all_of_them_by_the_rules(viewer):
    assert Player.objects.filter(merged_into=None).count() == 12
    assert Match.objects.filter(status=Match.Status.COMPLETE).count() == 150
    assert set(Match.objects.values_list("grade", flat=True)) >= {"tricks", "ovals", "points"}
    assert Match.objects.filter(objection__isnull=False).count() == 0
    days = Match.objects.order_by("played_on").values_list("played_on", flat=True)
    assert 600 < (list(days)[-1] - days[0]).days < 800
    assert User.objects.get().check_password("a password")
    check = begin("journal")
    assert sum(check_on(check=check)) == 154
    assert check.problems == []


def test_some_of_it_went_wrong_and_was_put_right(viewer):
    forfeited, abandoned, void = (
        Match.objects.get(**which) for which in ({"status": "forfeited"}, {"status": "abandoned"}, {"void": True})
    )
    assert (forfeited.forfeited_by, abandoned.void, void.status) == ("white", False, "open")
    assert void.duplicate_of.status == Match.Status.COMPLETE
    assert set(void.duplicate_of.seats.values_list("key", "player")) == set(void.seats.values_list("key", "player"))
    corrected = Entry.objects.get(kind="amend")
    assert corrected.reason == "Red and White were entered the wrong way round."
    created = Entry.objects.get(match=corrected.match, kind="create")
    seats = {key: str(player) for key, player in corrected.match.seats.values_list("key", "player")}
    assert seats == {"red": created.data["seats"]["white"], "white": created.data["seats"]["red"]}
    misspelt = Player.objects.get(name="Bob Lindquist")
    assert misspelt.merged_into.name == "Bob Lindqvist"
    assert misspelt.seats.get().match == forfeited


def test_everybody_stands_on_two_ladders(viewer):
    club = Club.objects.get()
    list(refresh(club_id=club.pk))
    always, season = (
        standings(viewer=viewer, ladder_id=ladder.pk) for ladder in Ladder.objects.order_by("-system", "name")
    )
    assert (always.ladder.system, always.ladder.period) == ("glicko2", "week")
    assert {person.name for person in always.people.values()} == set(demo.NAMES)
    places = [row.place for row in always.rows if row.place]
    assert places == sorted(places)
    assert len(places) >= 8
    # A match has two, and what was given up, voided or broken off counts for nobody.
    assert sum(row.matches for row in always.rows) == 2 * 150
    assert (season.ladder.system, season.ladder.period) == ("elo", "month")
    assert (season.as_of.ended, season.as_of.day) == (True, season.ladder.season_end)
    assert 364 <= (season.ladder.season_end - season.ladder.season_start).days <= 365
    assert 2 * 50 <= sum(row.matches for row in season.rows) < 2 * 150
    assert all(list(problems_of(told.ladder)) == [] for told in (always, season))


def test_it_is_said_what_takes_so_long(seeded):
    assert seeded == ["Making a demo club of 12 players and 150 matches …"]


def test_a_second_start_makes_no_second_club(viewer):
    before = Match.objects.count(), Entry.objects.count()
    seed.seed_if_empty(password="another", say=pytest.fail)
    assert (Match.objects.count(), Entry.objects.count()) == before


def test_the_match_of_today_goes_on_to_its_end_and_then_there_is_another(viewer):
    first = seed.next_trick(viewer).match
    for _ in range(12 * 6):
        found = seed.next_trick(viewer)
        verdicts = [enter(viewer=viewer, match_id=found.match, entry=found.entry) for _ in range(2)]
        assert [verdict.stored for verdict in verdicts] == [True, False]
        if found.match != first:
            break
    assert Match.objects.get(pk=first).status == Match.Status.COMPLETE
    assert Match.objects.get(pk=found.match).status == Match.Status.OPEN


def test_what_was_recorded_at_the_table_is_the_match_as_it_was_played(viewer):
    played = Match.objects.get(status=Match.Status.OPEN, void=False)
    seeded_at = played.played_at.astimezone(ZoneInfo(demo.TIME_ZONE)) + demo.UNDER_WAY_SINCE
    there = demo.club(Random(seed.SEED), seeded_at).under_way
    assert record_of(rows_of(played))["rounds"] == there.record["rounds"]
    assert Entry.objects.filter(match=played).count() == played.version > 20


def test_a_token_goes_on_opening_the_door_until_it_no_longer_does(viewer):
    first = seed.token_of(viewer.user, None)
    assert authenticate(first).user == viewer.user
    assert seed.token_of(viewer.user, first) == first
    revoke_token(token=ApiToken.objects.get())
    second = seed.token_of(viewer.user, first)
    assert authenticate(first) is None
    assert authenticate(second).user == viewer.user
