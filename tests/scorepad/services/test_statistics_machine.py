"""Whatever happens to matches and players, in whatever order, and however the jobs come by in between: the statistics
are those of a rebuild from nothing, and those that a slow and separate count finds in the journals.

Two clubs record, correct, void, restore, merge, unmerge and anonymise at random. After each step all is brought up to
date and compared; and every other time put back as it was, so that what is stale stays so for a while.
"""

import copy
import json
import uuid
from collections import Counter
from collections.abc import Callable, Generator
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RULE_MARKER,
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorepad.demo.generator import Habits, match
from scorepad.games import GAMES
from scorepad.models import Import, Match, Player
from scorepad.refusals import Refused
from scorepad.selectors.journal import lines_of
from scorepad.services import statistics, verifying
from scorepad.services.anonymising import anonymise
from scorepad.services.entries import enter
from scorepad.services.folding import fold
from scorepad.services.imports import create_import, run
from scorepad.services.merging import merge, unmerge
from scorepad.services.players import create_player
from scorepad.services.rebuilding import rebuild
from scorepad.services.records import create_record, replace_record
from scorepad.services.statistics import refresh
from scorepad.services.taking_back import take_back
from tests.scorepad.conftest import Circle
from tests.scorepad.services.slow_statistics import TABLES, added_up, everything, facts_by_journal, facts_in, totals_in
from tests.scorepad.tables import Json, entry, written_down

SLUGS = ("friday", "saturday")
NAMES = ("Cleo", "Dora", "Emil")
HABITS = (Habits(), Habits(tricks=0.3, ovals=0.7), Habits(tricks=0.1, points=0.9), Habits(ovals=1, points=1, tricks=0))
OPTIONS: tuple[Json | None, ...] = (
    None,
    {"pack": "double"},
    {"stake": {"amount": "0.25", "currency": "EUR"}, "oasis": True},
    None,
)
RECORDS = [
    match(Random(seed), habits=habits, options=options)
    for seed, (habits, options) in enumerate(zip(HABITS * 2, OPTIONS * 2, strict=True))
]
MOST_MATCHES = 10

anything = st.integers(0, 10**6)
days = st.integers(1, 28)


class Clubs(RuleBasedStateMachine):
    """`done` counts how often something was accepted."""

    def __init__(self, make_circle: Callable[..., Circle], done: Counter[str]) -> None:
        super().__init__()
        self.taken_back_at_the_end = transaction.atomic()
        self.taken_back_at_the_end.__enter__()
        self.done = done
        self.circles = [make_circle(slug) for slug in SLUGS]
        for circle in self.circles:
            for name in NAMES:
                create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name)
        self.scripts: dict[uuid.UUID, list[tuple[str, Json]]] = {}
        self.compared = 0

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.taken_back_at_the_end.__exit__(None, None, None)

    @invariant()
    def the_statistics_are_those_of_the_journals(self) -> None:
        if self.compared == self.done.total():
            return  # what was refused will be found after the next step, should it have changed anything
        self.compared = self.done.total()
        with transaction.atomic():
            for circle in self.circles:
                list(refresh(club_id=circle.club.pk))
            there = everything()
            matches = Match.objects.select_related("club")
            wanted = {seat: facts for each in matches for seat, facts in facts_by_journal(each).items()}
            assert facts_in(there) == wanted
            assert totals_in(there) == added_up(wanted)
            assert there["scorepad_stale"] == []
            assert list(verifying.problems_of_facts(list(matches))) == list(verifying.problems_of_all()) == []
            with connection.cursor() as cursor:
                for table in TABLES:
                    cursor.execute(f"DELETE FROM {table}")
            list(rebuild(clubs=[circle.club for circle in self.circles], workers=1, told=int))
            assert everything() == there
            transaction.set_rollback(self.compared % 2 == 0)

    # matches are recorded

    def few_matches(self) -> bool:
        return Match.objects.count() < MOST_MATCHES

    @precondition(few_matches)
    @rule(club=anything, seats=anything, which=anything, day=days)
    def lay_down_whole(self, club: int, seats: int, which: int, day: int) -> None:
        self.make("lay_down_whole", club, seats, which, day, rounds=12)

    @precondition(few_matches)
    @rule(club=anything, seats=anything, which=anything, day=days, rounds=st.integers(10, 11))
    def begin(self, club: int, seats: int, which: int, day: int, rounds: int) -> None:
        self.make("begin", club, seats, which, day, rounds)

    @precondition(few_matches)
    @rule(club=anything, seats=anything, which=anything, day=days)
    def put(self, club: int, seats: int, which: int, day: int) -> None:
        circle, record = self.circle(club), self.record(club, seats, which, day)
        self.say(
            "put",
            lambda: create_record(
                viewer=circle.owner, match_id=uuid.uuid4(), record=record, club_slug=circle.club.slug
            ),
        )

    @precondition(few_matches)
    @rule(club=anything, seats=anything, which=anything, day=days, many=st.integers(1, 3))
    def take_in(self, club: int, seats: int, which: int, day: int, many: int) -> None:
        circle = self.circle(club)
        records = [self.record(club, seats + one, which + one, day) for one in range(many)]
        source = "\n".join(json.dumps({**record, "id": str(uuid.uuid4())}) for record in records).encode()
        batch = self.say(
            "take_in", lambda: create_import(viewer=circle.owner, club_slug=circle.club.slug, source=source).obj
        )
        run(import_id=batch.pk)

    @rule(which=anything, many=st.sampled_from([1, 2, 30]))
    def play_on(self, which: int, many: int) -> None:
        """Trick by trick, as the match awaits them; the most will end it."""
        unfinished = [each for each in self.matches() if each.status == "open" and each.pk in self.scripts]
        for _ in range(many if unfinished else 0):
            one = unfinished[which % len(unfinished)]
            one.refresh_from_db()
            awaited = one.awaiting or {}
            for kind, data in self.scripts[one.pk]:
                if data["round"] == awaited.get("round") and data.get("trick") == awaited.get("trick"):
                    self.enter("play_on", one, kind, data)
                    break
            else:
                return

    # and corrected

    @rule(which=anything, at=st.integers(0, 11), red=st.sampled_from([0, 3, 6]))
    def amend_the_score(self, which: int, at: int, red: int) -> None:
        value = {"points": {"red": red, "white": 3 if red == 0 else 0}}
        self.amend("amend_the_score", which, {"op": "replace", "path": f"/rounds/{at}", "value": value})

    @rule(which=anything, card=anything)
    def amend_a_card(self, which: int, card: int) -> None:
        """A suit misread, where no later trick becomes impossible by it."""
        places = [(one, *place) for one in self.matches() for place in self.tricks(one)]
        if places:
            one, path, written = places[which % len(places)]
            name = ("lead", "reply")[card % 2]
            value = written[name][0] + "SHDC"[card // 2 % 4]
            patch = [{"op": "replace", "path": f"{path}/{name}", "value": value}]
            self.enter("amend_a_card", one, "amend", {"patch": patch})

    @rule(which=anything)
    def swap(self, which: int) -> None:
        if one := self.one(which):
            red, white = (str(seat.player_id) for seat in one.seats.order_by("number"))
            value = {"red": {"id": white}, "white": {"id": red}}
            self.amend("swap", which, {"op": "replace", "path": "/players", "value": value})

    @rule(which=anything, side=st.sampled_from(["red", "white"]), who=anything)
    def seat_another(self, which: int, side: str, who: int) -> None:
        if one := self.one(which):
            players = list(Player.objects.filter(club=one.club_id).order_by("created_at"))
            value = {"id": str(players[who % len(players)].pk)}
            self.amend("seat_another", which, {"op": "replace", "path": f"/players/{side}", "value": value})

    @rule(which=anything, day=days)
    def date_back(self, which: int, day: int) -> None:
        value = f"2025-03-{day:02}T23:30:00-03:00"
        self.amend("date_back", which, {"op": "replace", "path": "/played_at", "value": value})

    @rule(which=anything)
    def drop_the_last_round(self, which: int) -> None:
        complete = [each for each in self.matches() if each.status == "complete"]
        if complete:
            patch = [{"op": "remove", "path": "/rounds/11"}]
            self.enter("drop_the_last_round", complete[which % len(complete)], "amend", {"patch": patch})

    @rule(which=anything, by=anything)
    def put_another_in_its_place(self, which: int, by: int) -> None:
        if one := self.one(which):
            record = {**copy.deepcopy(RECORDS[by % len(RECORDS)]), "played_at": one.played_at_written}
            record["players"] = {seat.key: {"id": str(seat.player_id)} for seat in one.seats.all()}
            viewer = self.owner(one)
            self.say(
                "put_another_in_its_place",
                lambda: replace_record(
                    viewer=viewer, match_id=one.pk, record=record, tags=None, reason="the wrong slip"
                ),
            )

    @rule(which=anything, side=st.sampled_from(["red", "white"]))
    def forfeit(self, which: int, side: str) -> None:
        self.enter("forfeit", self.open(which), "forfeit", {"seat": side})

    @rule(which=anything)
    def abandon(self, which: int) -> None:
        self.enter("abandon", self.open(which), "abandon", {})

    @rule(which=anything, times=st.integers(1, 3))
    def undo(self, which: int, times: int) -> None:
        for _ in range(times):
            self.enter("undo", self.one(which), "undo", {})

    @rule(which=anything)
    def void(self, which: int) -> None:
        self.enter("void", self.one(which), "void", {})

    @rule(which=anything, of=anything)
    def void_as_a_duplicate(self, which: int, of: int) -> None:
        if original := self.one(of):
            self.enter("void_as_a_duplicate", self.one(which), "void", {"duplicate_of": str(original.pk)})

    @rule(which=anything)
    def restore(self, which: int) -> None:
        void = [each for each in self.matches() if each.void]
        if void:
            self.enter("restore", void[which % len(void)], "restore", {})

    @precondition(lambda self: Import.objects.filter(state="done").exists())
    @rule(which=anything)
    def take_an_import_back(self, which: int) -> None:
        batches = list(Import.objects.filter(state="done").order_by("created_at"))
        batch = batches[which % len(batches)]
        viewer = next(circle.owner for circle in self.circles if circle.club.pk == batch.club_id)
        self.say("take_an_import_back", lambda: take_back(viewer=viewer, import_id=batch.pk))

    # people turn out to be one, or two after all, or nobody

    @rule(club=anything, who=anything, into=anything)
    def merge(self, club: int, who: int, into: int) -> None:
        circle, people = self.circle(club), self.people(club)
        one, other = people[who % len(people)], people[into % len(people)]
        self.say("merge", lambda: merge(viewer=circle.owner, player_id=one.pk, into=other.pk))

    @precondition(lambda self: Player.objects.filter(root__isnull=False).exists())
    @rule(which=anything)
    def unmerge(self, which: int) -> None:
        merged = list(Player.objects.filter(root__isnull=False).order_by("created_at"))
        player = merged[which % len(merged)]
        viewer = next(circle.owner for circle in self.circles if circle.club.pk == player.club_id)
        self.say("unmerge", lambda: unmerge(viewer=viewer, player_id=player.pk))

    @rule(club=anything, who=anything)
    def anonymise(self, club: int, who: int) -> None:
        circle, people = self.circle(club), self.people(club)
        self.say("anonymise", lambda: anonymise(viewer=circle.owner, player_id=people[who % len(people)].pk))

    # and jobs come by

    @rule(club=anything, times=st.integers(1, 2))
    def a_job_comes_by(self, club: int, times: int) -> None:
        for _ in range(times):
            self.done["a_job_comes_by"] += len(list(self.job(club)))

    @rule(club=anything, after=st.integers(1, 3))
    def a_job_is_killed(self, club: int, after: int) -> None:
        """After so many batches, each of which is stored."""
        job = self.job(club)
        for _ in range(after):
            self.done["a_job_is_killed"] += next(job, None) is not None
        job.close()

    def job(self, club: int) -> Generator[int, None, None]:
        """One that takes few matches at a time, so that few make several batches."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(statistics, "AT_A_TIME", 2)
            yield from refresh(club_id=self.circle(club).club.pk)

    # how that is said

    def circle(self, club: int) -> Circle:
        return self.circles[club % len(self.circles)]

    def people(self, club: int) -> list[Player]:
        return list(Player.objects.filter(club=self.circle(club).club).order_by("created_at"))

    def matches(self) -> list[Match]:
        return list(Match.objects.order_by("created_at", "pk"))

    def one(self, which: int) -> Match | None:
        matches = self.matches()
        return matches[which % len(matches)] if matches else None

    def open(self, which: int) -> Match | None:
        unfinished = [each for each in self.matches() if each.status == "open"]
        return unfinished[which % len(unfinished)] if unfinished else None

    def owner(self, one: Match) -> Any:
        return next(circle.owner for circle in self.circles if circle.club.pk == one.club_id)

    def tricks(self, one: Match) -> list[tuple[str, Json]]:
        rounds = fold(GAMES["marrakesh"], str(one.pk), lines_of(one))["rounds"]
        return [
            (f"/rounds/{at}/tricks/{index}", trick)
            for at, round_ in enumerate(rounds)
            for index, trick in enumerate(round_.get("tricks", []))
        ]

    def seated(self, club: int, seats: int) -> dict[str, str]:
        people = self.people(club)
        red = seats % len(people)
        white = (red + 1 + seats // len(people) % (len(people) - 1)) % len(people)
        return {"red": str(people[red].pk), "white": str(people[white].pk)}

    def record(self, club: int, seats: int, which: int, day: int) -> Json:
        players = {side: {"id": player} for side, player in self.seated(club, seats).items()}
        whole = copy.deepcopy(RECORDS[which % len(RECORDS)])
        return {**whole, "played_at": f"2026-10-{day:02}T23:30:00+00:00", "players": players}

    def make(self, name: str, club: int, seats: int, which: int, day: int, rounds: int) -> None:
        record = self.record(club, seats, which, day)
        made = self.say(
            name,
            lambda: self.circle(club).match(
                played_at=record["played_at"],
                seats=self.seated(club, seats),
                options=record.get("options"),
                rounds=record["rounds"][:rounds],
            ),
        )
        if made is not None:
            self.scripts[made.pk] = list(written_down(record))

    def amend(self, name: str, which: int, *ops: Json) -> None:
        self.enter(name, self.one(which), "amend", {"patch": list(ops)})

    def enter(self, name: str, one: Match | None, kind: str, data: Json) -> None:
        if one is None:
            return
        sent = entry(kind, Match.objects.values_list("version", flat=True).get(pk=one.pk), data)
        if kind not in ("undo", *GAMES["marrakesh"].rules.kinds):
            sent["reason"] = name
        viewer = self.owner(one)
        self.say(name, lambda: enter(viewer=viewer, match_id=one.pk, entry=sent))

    def say(self, name: str, call: Callable[[], Any]) -> Any:
        """What is refused changes nothing, as the invariant will show."""
        try:
            answer = call()
        except Refused:
            return None
        self.done[name] += 1
        return answer


RULES = {name for name, value in vars(Clubs).items() if hasattr(value, RULE_MARKER)}


def test_each_thing_that_may_happen_does_when_its_turn_comes(make_circle: Callable[..., Circle]) -> None:
    """One run in a fixed order, so that no rule of the other is there in vain."""
    clubs = Clubs(make_circle, done := Counter())
    clubs.lay_down_whole(club=0, seats=0, which=0, day=1)
    clubs.begin(club=0, seats=6, which=2, day=2, rounds=10)
    steps: list[Callable[[], None]] = [
        lambda: clubs.a_job_comes_by(club=0, times=1),
        lambda: clubs.play_on(which=0, many=1),
        lambda: clubs.forfeit(which=0, side="white"),
        lambda: clubs.undo(which=1, times=1),
        lambda: clubs.play_on(which=0, many=30),
        lambda: clubs.put(club=0, seats=2, which=1, day=3),
        lambda: clubs.take_in(club=1, seats=3, which=3, day=4, many=3),
        lambda: clubs.a_job_is_killed(club=1, after=2),
        lambda: clubs.amend_the_score(which=0, at=3, red=6),
        *[partial(clubs.amend_a_card, which=5 * card, card=card) for card in range(8)],
        lambda: clubs.swap(which=1),
        lambda: clubs.seat_another(which=0, side="red", who=4),
        lambda: clubs.date_back(which=2, day=5),
        lambda: clubs.void_as_a_duplicate(which=0, of=1),
        lambda: clubs.restore(which=0),
        lambda: clubs.put_another_in_its_place(which=0, by=5),
        lambda: clubs.drop_the_last_round(which=0),
        lambda: clubs.abandon(which=0),
        lambda: clubs.void(which=1),
        *[partial(clubs.merge, club=1, who=who, into=into) for who in range(5) for into in range(5)],
        lambda: clubs.a_job_comes_by(club=1, times=2),
        lambda: clubs.unmerge(which=0),
        lambda: clubs.anonymise(club=1, who=1),
        lambda: clubs.take_an_import_back(which=0),
    ]
    for step in steps:
        step()
        clubs.the_statistics_are_those_of_the_journals()
    clubs.teardown()
    assert set(done) == RULES


def test_any_order_of_events_leaves_the_statistics_of_the_journals(make_circle: Callable[..., Circle]) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        lambda: Clubs(make_circle, Counter()),
        settings=settings(
            max_examples=5,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
