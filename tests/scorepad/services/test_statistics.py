"""The statistics brought up to date by whatever became stale: what marks what, and what comes of it."""

import json
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from engine.marrakesh.declared import VERSION
from engine.violations import Violation
from scorepad import games
from scorepad.demo.generator import Habits, match
from scorepad.models import MarrakeshFacts, MarrakeshTotals, Match, Player, Stale, Trick
from scorepad.refusals import Busy
from scorepad.services import erasing, rechecking, statistics, verifying
from scorepad.services.entries import enter
from scorepad.services.imports import create_import, run
from scorepad.services.merging import merge, unmerge
from scorepad.services.players import create_player
from scorepad.services.staleness import RECALCULATE, REFRESH
from scorepad.services.statistics import find_here, mark_all, mark_outdated, refresh
from scorepad.services.taking_back import take_back
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import Circle
from tests.scorepad.killing import holder, wait, waiters
from tests.scorepad.tables import FIRST_ROUND, Json, entry, written_down

POINTS: Json = {"points": {"red": 3, "white": 1}}
COMPLETE = [POINTS] * 12
EARLIER = "2025-03-02T20:00:00+01:00"


def say(circle: Circle, match: Match, kind: str, data: Json, **more: Any) -> Verdict:
    version = Match.objects.values_list("version", flat=True).get(pk=match.pk)
    dry_run = more.pop("dry_run", False)
    sent = entry(kind, version, data, **more)
    if kind not in ("round", "trick", "expose", "close_round", "undo"):
        sent["reason"] = "so it was"
    return enter(viewer=circle.scorer, match_id=match.pk, entry=sent, dry_run=dry_run)


def patch(path: str, value: Any) -> Json:
    return {"patch": [{"op": "replace", "path": path, "value": value}]}


def up_to_date(circle: Circle) -> int:
    return sum(refresh(club_id=circle.club.pk))


def tables() -> dict[str, list[tuple[Any, ...]]]:
    models: list[type[Model]] = [MarrakeshFacts, MarrakeshTotals]
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in models}


def totals() -> dict[str, MarrakeshTotals]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[row.player_id]: row for row in MarrakeshTotals.objects.all()}


def stale() -> list[uuid.UUID]:
    """The matches that are marked, as often as they are."""
    return sorted(Stale.objects.filter(match__isnull=False).values_list("match", flat=True))


@pytest.fixture
def bobby(circle: Circle) -> Player:
    made: Player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Bobby").obj
    return made


def test_a_finished_match_makes_facts_and_totals(circle: Circle) -> None:
    circle.match(rounds=match(Random(1), habits=Habits())["rounds"])
    assert Stale.objects.count() == 1
    assert up_to_date(circle) == 1 + 2
    assert Stale.objects.count() == 0
    assert MarrakeshFacts.objects.count() == 2
    assert {row.matches for row in totals().values()} == {1}
    assert totals()["Ann"].points == totals()["Bob"].points_against


# -- what marks what --------------------------------------------------------------------------------------------------


def test_a_match_that_is_played_is_marked_by_its_last_trick_and_by_none_before(circle: Circle) -> None:
    played = circle.match(rounds=[POINTS] * 11)
    whole = {"format": "marrakesh-record/1", "rounds": [POINTS] * 11 + [FIRST_ROUND]}
    *before, last = [(kind, data) for kind, data in written_down(whole) if data["round"] == 12]
    assert last[0] == "trick"
    for kind, data in before:
        say(circle, played, kind, data)
        assert stale() == []
    say(circle, played, *last)
    assert stale() == [played.pk]
    up_to_date(circle)
    assert (totals()["Ann"].matches, totals()["Ann"].points) == (1, 11 * 3 + 13)


CHANGES: dict[str, Callable[[Circle, Player], tuple[str, Json]]] = {
    "a score": lambda circle, bobby: ("amend", patch("/rounds/4", {"points": {"red": 0, "white": 7}})),
    "players swapped": lambda circle, bobby: (
        "amend",
        patch("/players", {"red": {"id": str(circle.bob.pk)}, "white": {"id": str(circle.ann.pk)}}),
    ),
    "another player": lambda circle, bobby: ("amend", patch("/players/white", {"id": str(bobby.pk)})),
    "an earlier date": lambda circle, bobby: ("amend", patch("/played_at", EARLIER)),
    "a round too many": lambda circle, bobby: ("amend", {"patch": [{"op": "remove", "path": "/rounds/11"}]}),
    "void": lambda circle, bobby: ("void", {}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_match_that_counts_is_marked_once_by_a_change_and_once_by_taking_it_back(
    circle: Circle, bobby: Player, what: str
) -> None:
    played = circle.match(rounds=COMPLETE)
    up_to_date(circle)
    before = tables()
    kind, data = CHANGES[what](circle, bobby)
    say(circle, played, kind, data)
    assert stale() == [played.pk]
    assert tables() == before
    up_to_date(circle)
    assert tables() != before
    say(circle, played, "restore" if kind == "void" else "undo", {})
    assert stale() == [played.pk]
    up_to_date(circle)
    assert tables() == before


def test_a_match_put_back_in_time_has_its_facts_at_its_new_date(circle: Circle) -> None:
    played = circle.match(rounds=COMPLETE)
    say(circle, played, "amend", patch("/played_at", EARLIER))
    up_to_date(circle)
    assert {(row.played_at, str(row.played_on)) for row in MarrakeshFacts.objects.all()} == {
        (datetime.fromisoformat(EARLIER), "2025-03-02")
    }


def test_another_player_takes_the_match_with_him(circle: Circle, bobby: Player) -> None:
    played = circle.match(rounds=COMPLETE)
    up_to_date(circle)
    say(circle, played, "amend", patch("/players/white", {"id": str(bobby.pk)}))
    up_to_date(circle)
    assert {name: (row.lost, row.points) for name, row in totals().items()} == {"Ann": (0, 36), "Bobby": (1, 12)}
    assert set(MarrakeshFacts.objects.values_list("player__name", "opponent__name")) == {
        ("Ann", "Bobby"),
        ("Bobby", "Ann"),
    }


def test_a_match_given_up_counts_and_an_abandoned_one_does_not(circle: Circle) -> None:
    given_up, abandoned = circle.match(rounds=[POINTS] * 2), circle.match(rounds=[POINTS] * 3)
    say(circle, given_up, "forfeit", {"seat": "red"})
    say(circle, abandoned, "abandon", {})
    assert stale() == [given_up.pk]
    up_to_date(circle)
    assert {name: (row.matches, row.won, row.gave_up) for name, row in totals().items()} == {
        "Ann": (1, 0, 1),
        "Bob": (1, 1, 0),
    }
    say(circle, given_up, "undo", {})
    up_to_date(circle)
    assert (totals(), MarrakeshFacts.objects.count()) == ({}, 0)


def test_nothing_that_happens_to_an_open_match_marks_anything(circle: Circle, bobby: Player) -> None:
    played, another = circle.match(rounds=[POINTS] * 5), circle.match()
    steps: list[tuple[str, Json]] = [
        ("round", {"round": 6, **POINTS}),
        ("undo", {}),
        CHANGES["another player"](circle, bobby),
        CHANGES["an earlier date"](circle, bobby),
        ("void", {"duplicate_of": str(another.pk)}),
        ("restore", {}),
        ("abandon", {}),
    ]
    for kind, data in steps:
        say(circle, played, kind, data)
    assert Stale.objects.count() == 0


def test_what_happens_to_a_void_match_marks_nothing_until_it_is_restored(circle: Circle) -> None:
    played = circle.match(rounds=COMPLETE)
    say(circle, played, "void", {})
    up_to_date(circle)
    say(circle, played, "amend", patch("/rounds/0", {"points": {"red": 6, "white": 0}}))
    assert stale() == []
    say(circle, played, "restore", {})
    up_to_date(circle)
    assert totals()["Ann"].points == 11 * 3 + 6


def test_a_dry_run_and_an_entry_sent_again_mark_nothing(circle: Circle) -> None:
    played = circle.match(rounds=[POINTS] * 11)
    last = entry("round", 1, {"round": 12, **POINTS})
    enter(viewer=circle.scorer, match_id=played.pk, entry=last, dry_run=True)
    assert stale() == []
    for _ in range(3):
        enter(viewer=circle.scorer, match_id=played.pk, entry=last)
    assert stale() == [played.pk]


def test_a_write_that_is_rolled_back_takes_its_mark_with_it(circle: Circle, bobby: Player) -> None:
    played = circle.match(rounds=[POINTS] * 11)
    with transaction.atomic():
        say(circle, played, "round", {"round": 12, **POINTS})
        merge(viewer=circle.owner, player_id=bobby.pk, into=circle.bob.pk)
        assert Stale.objects.count() == 1 + 2
        transaction.set_rollback(True)
    assert (Stale.objects.count(), Match.objects.get(pk=played.pk).status) == (0, "open")


def test_matches_taken_in_from_a_file_are_marked_and_so_are_those_taken_back(
    circle: Circle, django_capture_on_commit_callbacks: Any
) -> None:
    names = ("red", "Ann"), ("white", "Bob")
    record = {"format": "marrakesh-record/1", "players": {key: {"name": name} for key, name in names}}
    source = file_of(
        [{**record, "played_at": f"2026-0{month}-01T20:00:00Z", "rounds": COMPLETE} for month in range(1, 6)]
        + [{**record, "played_at": "2026-09-01T20:00:00Z", "rounds": []}]
    )
    batch = create_import(viewer=circle.owner, club_slug=circle.club.slug, source=source).obj
    run(import_id=batch.pk)
    complete = sorted(Match.objects.filter(status="complete").values_list("pk", flat=True))
    assert (len(complete), stale()) == (5, complete)
    up_to_date(circle)
    assert totals()["Ann"].matches == 5
    with django_capture_on_commit_callbacks() as sent:
        take_back(viewer=circle.owner, import_id=batch.pk)
    assert stale() == complete
    # One nudge for each, however many are marked.
    assert sorted(each.task for each in sent) == [RECALCULATE, REFRESH]
    up_to_date(circle)
    assert totals() == {}


def file_of(records: list[Json]) -> bytes:
    return "\n".join(json.dumps({"id": str(uuid.uuid4()), **record}) for record in records).encode()


# -- merges -----------------------------------------------------------------------------------------------------------


def test_whoever_was_merged_is_counted_where_he_belongs_and_his_facts_stay_as_they_are(
    circle: Circle, bobby: Player
) -> None:
    circle.match(rounds=COMPLETE)
    best = [{"points": {"red": 0, "white": 13}}, *COMPLETE[1:]]
    circle.match(rounds=best, seats={"red": circle.ann.pk, "white": bobby.pk})
    up_to_date(circle)
    apart, facts = {name: row.points for name, row in totals().items()}, tables()["MarrakeshFacts"]
    assert apart == {"Ann": 36 + 33, "Bob": 12, "Bobby": 13 + 11}
    merge(viewer=circle.owner, player_id=bobby.pk, into=circle.bob.pk)
    assert set(Stale.objects.values_list("player", flat=True)) == {bobby.pk, circle.bob.pk}
    up_to_date(circle)
    told = {name: (row.matches, row.points, row.best_round) for name, row in totals().items()}
    assert told == {"Ann": (2, 69, 3), "Bob": (2, 12 + 24, 13)}
    assert tables()["MarrakeshFacts"] == facts
    unmerge(viewer=circle.owner, player_id=bobby.pk)
    up_to_date(circle)
    assert {name: row.points for name, row in totals().items()} == apart


def test_a_match_of_somebody_merged_goes_to_the_root_of_his_line(circle: Circle, bobby: Player) -> None:
    rob = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Rob").obj
    merge(viewer=circle.owner, player_id=bobby.pk, into=rob.pk)
    merge(viewer=circle.owner, player_id=rob.pk, into=circle.bob.pk)
    circle.match(rounds=COMPLETE, seats={"red": circle.ann.pk, "white": bobby.pk})
    up_to_date(circle)
    assert {name: row.matches for name, row in totals().items()} == {"Ann": 1, "Bob": 1}
    unmerge(viewer=circle.owner, player_id=rob.pk)
    up_to_date(circle)
    assert {name: row.matches for name, row in totals().items()} == {"Ann": 1, "Rob": 1}


# -- bringing up to date ----------------------------------------------------------------------------------------------


def test_however_often_a_match_is_marked_it_is_counted_once(circle: Circle) -> None:
    played = circle.match(rounds=COMPLETE)
    for _ in range(3):
        say(circle, played, "void", {})
        say(circle, played, "restore", {})
    assert stale() == [played.pk] * 7
    assert up_to_date(circle) == 7 + 2
    assert (MarrakeshFacts.objects.count(), totals()["Ann"].matches) == (2, 1)


def test_with_nothing_stale_nothing_is_written(circle: Circle) -> None:
    circle.match(rounds=COMPLETE)
    up_to_date(circle)
    before = tables()
    with CaptureQueriesContext(connection) as queries:
        assert up_to_date(circle) == 0
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert tables() == before


def test_a_club_is_brought_up_to_date_by_itself(circle: Circle, make_circle: Callable[..., Circle]) -> None:
    other = make_circle("saturday")
    circle.match(rounds=COMPLETE)
    theirs = other.match(rounds=COMPLETE)
    assert statistics.stale_clubs() == sorted([circle.club.pk, other.club.pk])
    up_to_date(circle)
    assert (statistics.stale_clubs(), stale()) == ([other.club.pk], [theirs.pk])
    assert set(MarrakeshFacts.objects.values_list("club", flat=True)) == {circle.club.pk}


def test_facts_found_by_older_rules_of_counting_are_found_anew(circle: Circle) -> None:
    old, _new = circle.match(rounds=COMPLETE), circle.match(rounds=COMPLETE)
    up_to_date(circle)
    assert mark_outdated() == 0
    before = tables()
    MarrakeshFacts.objects.filter(match=old).update(version=VERSION - 1, points=99)
    MarrakeshTotals.objects.update(version=VERSION - 1)
    assert mark_outdated() == 1
    assert mark_outdated() == 0  # it is marked already
    assert stale() == [old.pk]
    up_to_date(circle)
    assert tables() == before


def test_whoever_finds_another_at_work_is_told_to_come_again(
    circle: Circle, make_circle: Callable[..., Circle]
) -> None:
    other = make_circle("saturday")
    played, theirs = circle.match(rounds=COMPLETE), other.match(rounds=COMPLETE)
    with holder() as another:
        another.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", [statistics.LOCK, str(circle.club.pk)])
        with pytest.raises(Busy):
            list(refresh(club_id=circle.club.pk, patience=0.2))
        assert (stale(), MarrakeshFacts.objects.count()) == (sorted([played.pk, theirs.pk]), 0)
        assert up_to_date(other) == 1 + 2
    assert up_to_date(circle) == 1 + 2


def test_a_match_that_cannot_be_counted_by_todays_rules_keeps_its_facts(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = circle.match(rounds=match(Random(3), habits=Habits())["rounds"])
    up_to_date(circle)
    before = tables()

    def nobody_may_throw(record: Json) -> Json:
        raise Violation("bad_setup", "/rounds/0/setup/red", {"side": "red", "found": [6]})

    today = games.GAMES["marrakesh"]
    rules = replace(today.rules, rules="marrakesh-1978/2", replay=nobody_may_throw)
    monkeypatch.setitem(games.GAMES, "marrakesh", replace(today, rules=rules))
    list(rechecking.recheck_all())
    assert Match.objects.get(pk=played.pk).objection is not None
    mark_all(clubs=[circle.club])
    up_to_date(circle)
    assert tables() == before


def test_a_match_that_cannot_be_counted_at_all_keeps_its_facts_and_no_other_from_being_counted(
    circle: Circle, caplog: pytest.LogCaptureFixture
) -> None:
    """Tricks are gone from its rows, which no check of the journal has found yet."""
    amiss = circle.match(rounds=match(Random(3), habits=Habits())["rounds"])
    up_to_date(circle)
    before = tables()
    Trick.objects.filter(round__match=amiss, round__number=2).delete()
    circle.match(rounds=COMPLETE)
    mark_all(clubs=[circle.club])
    up_to_date(circle)
    (told,) = caplog.records
    assert (told.levelname, str(amiss.pk) in told.getMessage()) == ("ERROR", True)
    assert Stale.objects.count() == 0
    assert [row for row in tables()["MarrakeshFacts"] if amiss.pk in row] == before["MarrakeshFacts"]
    assert totals()["Ann"].matches == 2


def test_facts_that_stand_under_another_match_are_in_nobodys_way(
    circle: Circle, bobby: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = circle.match(id=uuid.UUID(int=1), rounds=COMPLETE)
    second = circle.match(id=uuid.UUID(int=2), rounds=COMPLETE, seats={"red": bobby.pk, "white": circle.ann.pk})
    up_to_date(circle)
    before = tables()
    monkeypatch.setattr(statistics, "AT_A_TIME", 1)
    for wrong, other in ((first, second), (second, first)):
        MarrakeshFacts.objects.filter(match=wrong, seat__number=1).update(match=other)
        mark_all(clubs=[circle.club])
        up_to_date(circle)
        assert tables() == before


# -- what goes --------------------------------------------------------------------------------------------------------


def test_an_erased_club_leaves_nothing_of_its_statistics_and_takes_no_others(
    circle: Circle, make_circle: Callable[..., Circle]
) -> None:
    other = make_circle("saturday")
    other.match(rounds=COMPLETE)
    up_to_date(other)
    before = tables()
    circle.match(rounds=COMPLETE)
    up_to_date(circle)
    circle.match(rounds=COMPLETE)
    erasing.delete_club(viewer=circle.owner, slug=circle.club.slug, confirm=circle.club.slug)
    erasing.erase(club_id=circle.club.pk)
    assert (tables(), Stale.objects.count()) == (before, 0)
    assert up_to_date(circle) == 0


def test_a_club_that_is_half_erased_has_nothing_amiss(circle: Circle) -> None:
    """Its facts go last, and a check of all statistics may come by before."""
    circle.match(rounds=COMPLETE)
    up_to_date(circle)
    erasing.delete_club(viewer=circle.owner, slug=circle.club.slug, confirm=circle.club.slug)
    assert erasing._erase_some(circle.club.pk)
    assert (Match.objects.count(), MarrakeshFacts.objects.count()) == (0, 2)
    assert list(verifying.problems_of_all()) == []


# -- beside recorders -------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_recorders_wait_for_no_job_that_is_at_work(circle: Circle) -> None:
    """One job stands amid writing the facts of a match, its transaction open; the match and others are written to."""
    played, begun = circle.match(rounds=COMPLETE), circle.match(rounds=[POINTS] * 11)
    done = Event()
    with holder() as other:
        other.execute("LOCK TABLE scorepad_marrakeshfacts IN SHARE MODE")
        job = Thread(target=in_a_thread, args=[circle, done])
        job.start()
        assert wait(lambda: waiters(other) == 1)
        say(circle, played, "amend", patch("/rounds/0", {"points": {"red": 5, "white": 0}}))
        say(circle, begun, "round", {"round": 12, **POINTS})
        assert not done.is_set()
        assert waiters(other) == 1
    job.join()
    up_to_date(circle)
    assert (totals()["Ann"].matches, totals()["Ann"].points) == (2, 72 + 2)


def in_a_thread(circle: Circle, done: Event) -> None:
    try:
        list(refresh(club_id=circle.club.pk, finder=find_here))
    except Busy:
        pass  # it had to wait for too long; what is stale is stale still
    finally:
        done.set()
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_the_migration_marks_the_matches_that_were_there(circle: Circle) -> None:
    complete, void, given_up = circle.match(rounds=COMPLETE), circle.match(rounds=COMPLETE), circle.match()
    circle.match()
    say(circle, void, "void", {})
    say(circle, given_up, "forfeit", {"seat": "white"})
    say(circle, circle.match(), "abandon", {})
    call_command("migrate", "scorepad", "0007", verbosity=0)
    call_command("migrate", verbosity=0)
    assert stale() == sorted([complete.pk, given_up.pk])
    up_to_date(circle)
    assert totals()["Ann"].matches == 2
