"""The statistics of all matches: counted from the journals, slowly and separately, and as the tables hold them."""

import json
import uuid
from collections import Counter
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection

from engine.marrakesh import replay
from scorepad.games import GAMES
from scorepad.models import Match, Player, Seat
from scorepad.selectors.journal import Line, lines_of
from scorepad.services.folding import fold
from tests.engine.slow_facts import facts_of
from tests.scorepad.tables import Json

GRADES = ("points", "ovals", "tricks")
MOST_NOT_SUM = ("best_match", "best_round")
TABLES = ("scorepad_marrakeshfacts", "scorepad_marrakeshtotals", "scorepad_stale")


@cache
def counted_slowly(record: str, gave_up: str | None) -> dict[str, Counter[str]]:
    written = json.loads(record)
    said = replay(written)
    if gave_up is not None:
        places = {side: 2 if side == gave_up else 1 for side in ("red", "white")}
    else:
        winner = said["result"]["winner"]
        places = {side: 1 if winner in (None, side) else 2 for side in ("red", "white")}
    return facts_of(written, said, places, gave_up)


def in_the_end(lines: tuple[Line, ...]) -> tuple[bool, tuple[str, str | None]]:
    """Whether the journal leaves the match void, and by what it was ended early, if it was."""
    void, ended = False, ("", None)
    for line in lines:
        if line.stands and line.kind in ("void", "restore"):
            void = line.kind == "void"
        if line.stands and line.kind in ("forfeit", "abandon"):
            ended = line.kind, (line.data or {}).get("seat")
    return void, ended


def facts_by_journal(each: Match) -> dict[tuple[uuid.UUID, str], Any]:
    """An entry that was stored stays as it is: so the journal need not be read twice at one version."""
    return counted_at(each.pk, each.version, each.club_id, each.club.time_zone)


@cache
def counted_at(pk: uuid.UUID, version: int, club: uuid.UUID, time_zone: str) -> dict[tuple[uuid.UUID, str], Any]:
    lines = lines_of(Match(pk=pk))
    assert len(lines) == version
    record = fold(GAMES["marrakesh"], str(pk), lines)
    said = replay(record)
    void, (ended, seat) = in_the_end(lines)
    if void or not (said["complete"] or ended == "forfeit"):
        return {}
    gave_up = None if said["complete"] else seat
    played_at = datetime.fromisoformat(record["played_at"])
    evening = played_at.astimezone(ZoneInfo(time_zone)).date()
    players = {side: uuid.UUID(record["players"][side]["id"]) for side in ("red", "white")}
    found = counted_slowly(json.dumps(record, sort_keys=True), gave_up)
    about = (club, played_at, evening, GRADES.index(said["grade"]), 1)
    return {
        (pk, side): (players[side], players[other], *about, found[side])
        for side, other in (("red", "white"), ("white", "red"))
    }


def added_up(facts: dict[tuple[uuid.UUID, str], Any]) -> dict[uuid.UUID, Any]:
    """By whoever each player became in the end."""
    into = dict(Player.objects.values_list("pk", "merged_into"))
    found: dict[uuid.UUID, Any] = {}
    for player, _, club, *_, counts in facts.values():
        root = player
        while into[root] is not None:
            root = into[root]
        _, totals = found.setdefault(root, (club, Counter()))
        for key, value in counts.items():
            totals[key] = max(totals[key], value) if key in MOST_NOT_SUM else totals[key] + value
    return found


# -- what the tables hold ---------------------------------------------------------------------------------------------


KEYS = GAMES["marrakesh"].rules.facts.keys
ABOUT = ("player_id", "opponent_id", "club_id", "played_at", "played_on", "grade", "version")


def rows(table: str) -> list[Json]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]


def numbers(row: Json) -> Counter[str]:
    return Counter({key: row[key] for key in KEYS if row[key]})


def facts_in(tables: dict[str, list[Json]]) -> dict[tuple[uuid.UUID, str], Any]:
    keys = dict(Seat.objects.values_list("pk", "key"))
    return {
        (row["match_id"], keys[row["seat_id"]]): (*(row[name] for name in ABOUT), numbers(row))
        for row in tables["scorepad_marrakeshfacts"]
    }


def totals_in(tables: dict[str, list[Json]]) -> dict[uuid.UUID, Any]:
    return {row["player_id"]: (row["club_id"], numbers(row)) for row in tables["scorepad_marrakeshtotals"]}


def everything() -> dict[str, list[Json]]:
    return {table: rows(table) for table in TABLES}
