"""A match as its rows hold it, and the record and replay that they make.

The replay is read as it was derived when the match was last written, not derived again: a match that today's engine
refuses still shows what it was.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from scorepad.games import GAMES, GameHere
from scorepad.models import Match, Round, Seat

Json = dict[str, Any]
T = TypeVar("T")

AT_A_TIME = 200


@dataclass(slots=True)
class Rows:
    """The rows of one match: seats and rounds in order, and by round number what the game hangs on it."""

    match: Match
    seats: list[Seat] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    of_round: dict[int, list[Any]] = field(default_factory=dict)

    @property
    def game(self) -> GameHere:
        return GAMES[self.match.game]


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything inside as of one moment; within a transaction it is that one which decides."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def rows_of(match: Match) -> Rows:
    return rows_of_all([match])[0]


def rows_of_all(matches: Iterable[Match]) -> list[Rows]:
    """The rows of these matches, in a number of queries that does not depend on how many they are."""
    found = {match.pk: Rows(match) for match in matches}
    for seat in Seat.objects.filter(match__in=found).select_related("player").order_by("number"):
        found[seat.match_id].seats.append(seat)
    of_round: dict[int, list[Any]] = {}
    for round_ in Round.objects.filter(match__in=found).order_by("number"):
        rows = found[round_.match_id]
        rows.rounds.append(round_)
        rows.of_round[round_.number] = of_round[round_.pk] = []
    hang(of_round, (rows.game for rows in found.values()), round__match__in=found)
    return list(found.values())


def hang(of_round: Mapping[int, list[Any]], games: Iterable[GameHere], **chosen: Any) -> None:
    """Put to each of these rounds, by its key, the rows that the games hang on it; `chosen` is where they are found."""
    for model in dict.fromkeys(model for game in games for model in game.rows):
        rows: QuerySet[Any] = model._default_manager.filter(**chosen)
        for row in rows:
            of_round[row.round_id].append(row)


def in_batches(matches: QuerySet[Match], load: Callable[[list[Match]], T]) -> Iterator[T]:
    """What `load` makes of many matches, some at a time in the order of their ids, each time as of one moment."""
    position = UUID(int=0)
    while True:
        with snapshot():
            batch = list(matches.filter(pk__gt=position).select_related("club").order_by("pk")[:AT_A_TIME])
            if not batch:
                return
            loaded = load(batch)
        yield loaded
        position = batch[-1].pk


def record_of(rows: Rows) -> Json:
    """The record, with players by id alone: their names are no part of what was journalled."""
    match, rules = rows.match, rows.game.rules
    record: Json = {
        "format": rules.record_format,
        "id": str(match.pk),
        "played_at": match.played_at_written,
        "players": {seat.key: {"id": str(seat.player_id)} for seat in rows.seats},
    }
    if match.options is not None:
        record["options"] = match.options
    record["rounds"] = [_round_of(rows, round_) for round_ in rows.rounds]
    for name in ("note", "ext"):
        if getattr(match, name) is not None:
            record[name] = getattr(match, name)
    return record


def replay_of(rows: Rows) -> Json:
    return {**rows.match.summary, "rounds": [round_.replay for round_ in rows.rounds]}


def named(record: Json, names: Mapping[str, str]) -> Json:
    """The record with the name of each seat's player, as it is today."""
    players = {key: {**player, "name": names[key]} for key, player in record["players"].items()}
    return {**record, "players": players}


def _round_of(rows: Rows, round_: Round) -> Json:
    written = rows.game.load_round(rows.of_round[round_.number])
    return written if round_.note is None else {**written, "note": round_.note}
