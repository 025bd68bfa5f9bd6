"""docs/recompute.py as it stands: from a club's export it works out every figure that the API tells of any player."""

import os
import subprocess
import sys
import uuid
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.figures import Told
from engine.games import MARRAKESH
from engine.statistics.estimates import Interval
from scorepad.demo.generator import Habits, match
from scorepad.demo.seed import entries_of
from scorepad.models import Club, User
from scorepad.services.merging import merge
from tests.api.callers import Caller
from tests.api.tables import FIVES, Table, won_by_red

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "docs" / "recompute.py"
OASIS = {"stake": {"amount": "1", "currency": "EUR"}, "oasis": True}


def test_it_fits_on_a_page() -> None:
    assert len(SCRIPT.read_text().splitlines()) <= 40
    assert "(recompute.py)" in (ROOT / "docs" / "statistics.md").read_text()


@pytest.fixture
def table(closed: Club, people: dict[str, User]) -> Table:
    """Matches of all grades, and everything that can happen to one; two players who became a third."""
    made, rng = Table(closed, people["owner"]), Random(40)
    rob, bobby = made.player("Rob"), made.player("Bobby")
    for day, (red, white, grade) in enumerate(
        [(made.ann, made.bob, "tricks"), (bobby, made.ann, "ovals"), (made.cleo, rob, "points")], start=1
    ):
        habits = Habits(**{"tricks": 0.0, grade: 1.0})
        made.play(red, white, day, match(rng, habits=habits)["rounds"], options={"pack": "double"})
    made.play(made.ann, made.cleo, 4, options=OASIS)
    _entered(made, rng)
    _corrected(made)
    _ended_early(made, rng)
    merge(viewer=made.viewer, player_id=uuid.UUID(bobby), into=uuid.UUID(rob))
    merge(viewer=made.viewer, player_id=uuid.UUID(rob), into=uuid.UUID(made.bob))
    made.refresh()
    return made


def _entered(table: Table, rng: Random) -> None:
    """A match trick by trick, its last entry taken back and made again."""
    at_the_table = table.play(table.bob, table.ann, 5, [])
    entries = list(entries_of(match(rng, habits=Habits())))
    for kind, data in entries:
        table.say(at_the_table, kind, data)
    table.say(at_the_table, "undo", {})
    table.say(at_the_table, *entries[-1])


def _corrected(table: Table) -> None:
    amended = table.play(table.ann, table.bob, 6, won_by_red())
    swap = {"red": {"id": table.bob}, "white": {"id": table.ann}}
    table.say(amended, "amend", {"patch": [{"op": "replace", "path": "/players", "value": swap}]})
    table.say(amended, "amend", {"patch": [{"op": "remove", "path": "/rounds/11"}]})
    table.say(amended, "undo", {})
    table.say(amended, "amend", {"rated": False})
    replaced = table.play(table.cleo, table.bob, 7)
    players = {"red": {"id": table.bob}, "white": {"id": table.cleo}}
    record = {"played_at": "2026-11-09T19:30:00+01:00", "players": players, "rounds": won_by_red()}
    table.say(replaced, "replace", {"record": record})
    void, restored = (table.play(table.ann, table.cleo, day, won_by_red()) for day in (10, 11))
    for match_id in (void, restored):
        table.say(match_id, "void", {})
    table.say(restored, "restore", {})


def _ended_early(table: Table, rng: Random) -> None:
    rounds = match(rng, habits=Habits(), rounds=5)["rounds"]
    for day, seat in ((12, "red"), (13, "white")):
        table.say(table.play(table.ann, table.cleo, day, rounds), "forfeit", {"seat": seat})
    taken_back, void = (table.play(table.ann, table.bob, day, rounds) for day in (14, 15))
    table.say(taken_back, "forfeit", {"seat": "red"})
    table.say(taken_back, "undo", {})
    table.say(void, "forfeit", {"seat": "red"})
    table.say(void, "void", {})
    table.say(table.play(table.bob, table.cleo, 16, rounds), "abandon", {})
    finished = table.play(table.bob, table.cleo, 17, FIVES[:11])
    table.say(finished, "forfeit", {"seat": "white"})
    table.say(finished, "amend", {"patch": [{"op": "add", "path": "/rounds/11", "value": FIVES[0]}]})


def test_it_gives_the_very_numbers_of_the_api(owner: Caller, table: Table) -> None:
    exported = b"".join(owner.get("/clubs/closed/export/").streaming_content)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, SCRIPT], input=exported, capture_output=True, env=environment, check=True)
    recomputed: dict[str, dict[str, Told]] = {}
    for line in done.stdout.decode().splitlines():
        player, _, said = line.partition(" ")
        told: Told = eval(said, {"Told": Told, "Interval": Interval})
        recomputed.setdefault(player, {})[told.key] = told
    for player in (table.ann, table.bob, table.cleo):
        answer = owner.get(f"/players/{player}/statistics/").json()
        cells = [cell for each in answer["tables"] for row in each["cells"] for cell in row]
        assert {each["key"]: as_told(each) for each in (*answer["figures"], *cells)} == recomputed[player]
        assert set(recomputed[player]) == set(MARRAKESH.figures.named)
    counted = {player: recomputed[player]["matches"].n for player in (table.ann, table.bob, table.cleo)}
    assert sum(counted.values()) == 2 * 11
    assert all(recomputed[player]["tricks"].n > 50 for player in counted)


def as_told(figure: dict[str, Any]) -> Told:
    interval = figure["interval"] and Interval(figure["interval"]["low"], figure["interval"]["high"])
    rest = {name: figure[name] for name in ("key", "value", "n", "standard_error", "p_value", "expected")}
    return Told(interval=interval, **rest)
