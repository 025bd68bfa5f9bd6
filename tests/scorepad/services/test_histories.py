"""Whatever comes in whatever order: the journal has no gap, and the rows are its fold."""

import copy
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.marrakesh.record import normalised
from scorepad.models import Match
from scorepad.refusals import Invalid, Refused
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, replay_of, rows_of
from scorepad.selectors.sheets import sheet
from scorepad.services.entries import enter
from scorepad.services.folding import fold
from scorepad.services.ledger import problems_of
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import SETUP, Json, entry, vectors, written_down

VECTORS = [vector for vector in vectors() if len(vector["record"]["rounds"]) >= 3]


class Table:
    """A recorder who makes mistakes: takes back, sends again, sends what is stale, misreads a card."""

    def __init__(self, circle: Circle, vector: Json, random: Random) -> None:
        self.circle, self.random = circle, random
        self.match = circle.match(options=vector["record"]["options"])
        self.script = list(written_down(vector["record"]))
        self.done = 0
        self.version = 1
        self.sent: list[Json] = []

    def send(self, one: Json) -> Any:
        try:
            verdict = enter(viewer=self.circle.scorer, match_id=self.match.pk, entry=one)
        except Refused as refusal:
            return refusal
        if verdict.stored:
            assert verdict.version == self.version + 1
            self.version = verdict.version
            self.sent.append(one)
        return verdict

    def go_on(self) -> None:
        kind, data = self.script[self.done]
        assert self.send(entry(kind, self.version, data)).stored
        self.done += 1

    def take_back(self) -> None:
        answer = self.send(entry("undo", self.version, {}))
        if self.done:
            assert answer.stored
            self.done -= 1
        else:
            assert answer.code == "nothing_to_undo"

    def send_again(self) -> None:
        if self.sent:
            assert not self.send(self.random.choice(self.sent)).stored

    def send_late(self) -> None:
        kind, data = self.script[self.done]
        if self.version > 1:
            answer = self.send(entry(kind, self.random.randrange(1, self.version), data))
            assert isinstance(answer, Refused) or not answer.stored

    def misread(self) -> None:
        kind, data = self.script[self.done]
        if kind == "trick":
            answer = self.send(entry(kind, self.version, {**data, "lead": "7S"}))
            assert answer.code == "unknown_card"


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_events_leaves_a_ledger_in_order(circle: Circle, seed: int) -> None:
    random = Random(seed)
    table = Table(circle, random.choice(VECTORS), random)
    moves = [table.go_on] * 8 + [table.take_back] * 2 + [table.send_again, table.send_late, table.misread]
    for _ in range(60):
        if table.done == len(table.script):
            break
        random.choice(moves)()
    match = Match.objects.get(pk=table.match.pk)
    rows, lines = rows_of(match), lines_of(match)
    assert [line.version for line in lines] == list(range(1, table.version + 1))
    assert sum(line.stands and line.kind not in ("create", "undo") for line in lines) == table.done
    assert fold(rows.game, str(match.pk), lines) == record_of(rows)
    assert rows.game.rules.replay(record_of(rows)) == replay_of(rows)
    assert list(problems_of(rows, lines)) == []


def test_a_match_taken_back_to_its_beginning_and_entered_again_is_the_same(circle: Circle) -> None:
    table = Table(circle, VECTORS[0], Random(0))
    for _ in range(12):
        table.go_on()
    shown = sheet(viewer=circle.owner, match_id=table.match.pk)
    for _ in range(12):
        table.take_back()
    assert sheet(viewer=circle.owner, match_id=table.match.pk).record["rounds"] == []
    for _ in range(12):
        table.go_on()
    again = sheet(viewer=circle.owner, match_id=table.match.pk)
    assert (again.record, again.replay, again.awaiting) == (shown.record, shown.replay, shown.awaiting)
    assert (again.version, again.amended) == (37, 12)


# -- what is written down and what is not -----------------------------------------------------------------------------

TRICK = {"lead": "AS", "reply": "6D"}
ODD_ROUNDS: dict[str, Json] = {
    "nothing yet": {"setup": SETUP, "tricks": []},
    "empty lists": {"setup": SETUP, "exposed": [], "tricks": [{**TRICK, "plays": ["6/off", "1/off"]}]},
    "false": {"setup": SETUP, "reshuffled": False, "tricks": []},
    "nobody's unplayed cards": {"points": {"red": 3, "white": 0}, "unplayed": {}},
    "one side's": {"points": {"red": 3, "white": 0}, "unplayed": {"red": ["AS", "AS"]}},
    "empty hands": {"points": {"red": 3, "white": 0}, "unplayed": {"red": [], "white": []}},
    "empty notes": {"setup": SETUP, "note": "", "tricks": [{**TRICK, "plays": ["6/off", "1/off"], "note": ""}]},
    "a ruling that only says so": {
        "setup": SETUP,
        "tricks": [{**TRICK, "plays": ["6/off", "1/off"], "ruling": {"note": "led out of turn"}}],
    },
    "a ruled board": {
        "setup": SETUP,
        "tricks": [{**TRICK, "ruling": {"note": "moved too far", "winner": "red", "board": [0, 0, 0, 0, 0, 0]}}],
    },
    "a pad unchecked": {"points": {"red": 999, "white": 7}, "ruling": {"note": "as it says"}},
    "both boards and plays": {
        "setup": SETUP,
        "tricks": [{**TRICK, "plays": ["6/off", "1/off"], "board": [0, 1, 1, 1, 1, 0]}],
    },
    "ovals": {"setup": SETUP, "ovals": {"red": [0, 6], "white": [1, 0, 2]}},
    "ovals with pips": {"ovals": {"red": [0, 0, 5], "white": [1, 0, 2]}, "pips": {"red": 6, "white": 18}},
    "text of all kinds": {"points": {"red": 3, "white": 0}, "note": "zwei\nZeilen\t\x01 𝒜 \ufffe \u202e"},
}


@pytest.mark.parametrize("what", ODD_ROUNDS)
def test_what_was_not_written_down_stays_away_and_what_was_empty_stays_empty(circle: Circle, what: str) -> None:
    rounds = [ODD_ROUNDS[what]]
    match = circle.match(rounds=copy.deepcopy(rounds), options={"oasis": False}, note="", ext={"b": [None, 1.0]})
    shown = sheet(viewer=circle.owner, match_id=match.pk)
    record = shown.record
    assert (record["rounds"], record["options"], record["note"], record["ext"]) == (
        rounds,
        {"oasis": False},
        "",
        {"b": [None, 1.0]},
    )
    assert record == normalised(record)
    assert list(problems_of(rows_of(match), lines_of(match))) == []


def test_what_is_left_out_altogether_stays_out(circle: Circle) -> None:
    record = sheet(viewer=circle.owner, match_id=circle.match().pk).record
    assert record.keys() == {"format", "id", "played_at", "players", "rounds"}


@pytest.mark.parametrize(
    "played_at",
    ["2026-11-29T19:30:00+01:00", "2026-11-29t19:30:00z", "2026-11-29T19:30:00.123456789-00:00"],
)
def test_the_moment_stays_as_it_was_written(circle: Circle, played_at: str) -> None:
    match = circle.match(played_at=played_at)
    assert sheet(viewer=circle.owner, match_id=match.pk).record["played_at"] == played_at
    assert list(problems_of(rows_of(Match.objects.get(pk=match.pk)), lines_of(match))) == []


def test_an_evening_keeps_its_date_when_the_club_changes_its_zone(circle: Circle) -> None:
    circle.club.time_zone = "Europe/Vienna"
    circle.club.save()
    match = circle.match(played_at="2026-11-30T00:30:00+01:00")
    circle.club.time_zone = "America/New_York"
    circle.club.save()
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, {"round": 1, "setup": SETUP}))
    match = Match.objects.select_related("club").get(pk=match.pk)
    assert match.played_on == date(2026, 11, 30)
    assert list(problems_of(rows_of(match), lines_of(match))) == []
    assert circle.match(played_at="2026-11-30T00:30:00+01:00").played_on == date(2026, 11, 29)


def test_what_no_column_holds_is_refused(circle: Circle) -> None:
    for points in (1000, 2**31, 10**20):
        with pytest.raises(Invalid) as refused:
            circle.match(rounds=[{"points": {"red": points, "white": 0}, "ruling": {"note": "?"}}])
        assert refused.value.errors[0]["pointer"] == "/rounds/0/points"
    circle.club.time_zone = "Pacific/Auckland"
    circle.club.save()
    with pytest.raises(Invalid):
        circle.match(played_at="9999-12-31T23:59:59Z")
    assert not Match.objects.exists()


def test_the_last_trick_costs_as_many_queries_as_the_first(
    circle: Circle, record_property: Callable[[str, object], None]
) -> None:
    vector = next(vector for vector in VECTORS if len(vector["record"]["rounds"]) == 12)
    match = circle.match(options=vector["record"]["options"])
    counts = []
    for version, (kind, data) in enumerate(written_down(vector["record"]), start=1):
        with CaptureQueriesContext(connection) as queries:
            enter(viewer=circle.scorer, match_id=match.pk, entry=entry(kind, version, data))
        if kind == "trick":
            counts.append(len(queries))
    assert counts[0] == min(counts)
    # At the end of a round the seats score; at that of the match its statistics and its ladders are stale.
    assert max(counts) <= counts[0] + 4
    record_property("queries of a trick", counts[0])
