"""Any mix of play and corrections: the rows stay the fold of the journal, and whatever is sent again changes nothing.

A recorder plays matches of the specification's vectors, and in between corrects, ends, voids and takes back, at random.
"""

import copy
import uuid
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from scorepad.models import Entry, Match
from scorepad.refusals import Refused
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, replay_of, rows_of
from scorepad.services.entries import enter
from scorepad.services.folding import fold
from scorepad.services.ledger import problems_of, rebuild
from scorepad.services.matches import create_match
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import Json, entry, vectors, written_down

VECTORS = [vector["record"] for vector in vectors() if len(vector["record"]["rounds"]) >= 2]
STEPS = st.sampled_from(
    ["go_on"] * 6
    + ["undo"] * 3
    + ["note", "swap", "points", "drop_round", "misread", "date_back", "unrated", "replace"]
    + ["forfeit", "abandon", "void", "duplicate", "restore"]
)


class Recorder:
    """One match and all that was sent to it: each entry with the answer that it got when it was stored."""

    def __init__(self, circle: Circle, random: Random) -> None:
        self.circle, self.random = circle, random
        record = random.choice(VECTORS)
        self.script = list(written_down(record))
        made = create_match(
            viewer=circle.owner,
            id=uuid.uuid4(),
            club_slug=circle.club.slug,
            game="marrakesh",
            played_at="2026-11-29T19:30:00+01:00",
            seats={"red": circle.ann.pk, "white": circle.bob.pk},
            options=record.get("options"),
        )
        self.match = made.obj
        self.stored: list[tuple[Json, Verdict]] = []

    def step(self, name: str) -> None:
        self.match.refresh_from_db()
        kind, data = getattr(self, name)()
        sent = entry(kind, self.match.version, data)
        if kind not in ("undo", *GAMES["marrakesh"].kinds):
            sent["reason"] = name
        before = self.match.version
        rehearsed = self.said(sent, dry_run=True)
        assert self.version() == before
        verdict = self.said(sent)
        if isinstance(verdict, Refused):
            assert isinstance(rehearsed, Refused)
            assert (rehearsed.code, rehearsed.errors) == (verdict.code, verdict.errors)
            assert self.version() == before
            return
        assert isinstance(rehearsed, Verdict)
        assert answer(rehearsed) == answer(verdict)
        assert self.version() == before + verdict.stored
        if verdict.stored:
            self.stored.append((sent, verdict))

    def said(self, sent: Json, *, dry_run: bool = False) -> Verdict | Refused:
        try:
            return enter(viewer=self.circle.scorer, match_id=self.match.pk, entry=copy.deepcopy(sent), dry_run=dry_run)
        except Refused as refused:
            return refused

    def version(self) -> int:
        return Match.objects.values_list("version", flat=True).get(pk=self.match.pk)

    def record(self) -> Json:
        return record_of(rows_of(self.match))

    def amend(self, *ops: Json) -> tuple[str, Json]:
        return "amend", {"patch": list(ops)}

    # -- what may be sent: some of it cannot be, and is refused then --------------------------------------------------

    def go_on(self) -> tuple[str, Json]:
        """The first line of the script that the match awaits, or else any."""
        awaited = self.match.awaiting or {}
        for kind, data in self.script:
            if data["round"] == awaited.get("round") and data.get("trick") == awaited.get("trick"):
                return kind, data
        return self.random.choice(self.script)

    def undo(self) -> tuple[str, Json]:
        return "undo", {}

    def note(self) -> tuple[str, Json]:
        return self.amend({"op": "add", "path": "/note", "value": self.random.choice("abc")})

    def swap(self) -> tuple[str, Json]:
        red, white = self.record()["players"].values()
        return self.amend({"op": "replace", "path": "/players", "value": {"red": white, "white": red}})

    def points(self) -> tuple[str, Json]:
        red = self.random.randrange(8)
        return self.amend(self.at_a_round({"points": {"red": red, "white": 0}}, self.random.choice(["add", "replace"])))

    def drop_round(self) -> tuple[str, Json]:
        return self.amend({"op": "remove", "path": f"/rounds/{self.random.randrange(4)}"})

    def misread(self) -> tuple[str, Json]:
        """Any card for any other: which mostly makes some later trick impossible."""
        place = f"/rounds/{self.random.randrange(3)}/tricks/{self.random.randrange(3)}"
        card = self.random.choice("A23456Q") + self.random.choice("SHDC")
        return self.amend({"op": "replace", "path": f"{place}/{self.random.choice(['lead', 'reply'])}", "value": card})

    def date_back(self) -> tuple[str, Json]:
        evening = f"2026-{self.random.randrange(1, 12):02}-15T20:00:00+01:00"
        return self.amend({"op": "replace", "path": "/played_at", "value": evening})

    def unrated(self) -> tuple[str, Json]:
        return "amend", {"rated": self.random.choice([True, False]), "table": self.random.choice(["", "window"])}

    def replace(self) -> tuple[str, Json]:
        rounds = self.random.choice(VECTORS)["rounds"][: self.random.randrange(1, 4)]
        return "replace", {"record": {**self.record(), "rounds": copy.deepcopy(rounds)}}

    def forfeit(self) -> tuple[str, Json]:
        return "forfeit", {"seat": self.random.choice(["red", "white"])}

    def abandon(self) -> tuple[str, Json]:
        return "abandon", {}

    def void(self) -> tuple[str, Json]:
        return "void", {}

    def duplicate(self) -> tuple[str, Json]:
        return "void", {"duplicate_of": str(self.circle.match().pk)}

    def restore(self) -> tuple[str, Json]:
        return "restore", {}

    def at_a_round(self, value: Json, op: str) -> Json:
        rounds = len(self.record()["rounds"])
        return {"op": op, "path": f"/rounds/{self.random.randrange(rounds + 1)}", "value": value}


def answer(verdict: Verdict) -> Any:
    """What an entry is told each time it is sent; whether it stands is another question."""
    shown = (verdict.entry_id, verdict.kind, verdict.version, verdict.effect, verdict.running, verdict.awaiting)
    return (*shown, verdict.status, verdict.void, verdict.result, verdict.changes)


@given(steps=st.lists(STEPS, min_size=5, max_size=18), random=st.randoms(use_true_random=False))
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_mix_of_play_and_corrections_leaves_a_ledger_in_order(
    circle: Circle, steps: list[str], random: Any
) -> None:
    recorder = Recorder(circle, random)
    for step in steps:
        recorder.step(step)
    match = Match.objects.select_related("club").get(pk=recorder.match.pk)
    rows, lines = rows_of(match), lines_of(match)
    assert [line.version for line in lines] == list(range(1, len(recorder.stored) + 2))
    assert list(problems_of(rows, lines)) == []
    assert fold(rows.game, str(match.pk), lines) == record_of(rows)
    assert rows.game.rules.replay(record_of(rows)) == replay_of(rows)
    assert rebuild(match_id=match.pk) == []
    for sent, first in recorder.stored:
        again = recorder.said(sent)
        assert isinstance(again, Verdict)
        assert not again.stored
        assert answer(again) == answer(first)
    assert Entry.objects.filter(match=match).count() == match.version == recorder.version()
    assert list(problems_of(rows_of(match), lines_of(match))) == []
