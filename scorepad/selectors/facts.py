"""The facts of matches, found anew: the rows of the facts tables as they should be, read by a bare cursor.

What was derived when a match was last written is what counts: a match that today's rules refuse keeps its facts. A row
is a tuple in the order of the table's columns.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from engine.facts import Values
from scorepad.games import GAMES, GameHere
from scorepad.models import Match, Seat

Row = tuple[Any, ...]

# The columns before the facts themselves.
ABOUT = (
    *("seat_id", "match_id", "club_id", "player_id", "opponent_id"),
    *("played_at", "played_on", "grade", "version"),
)


# What comes of rows that are not what the engine once made of them, or of a fault in counting.
AMISS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Found:
    """`rows` by game, in the order of the matches' ids; a match that does not count has none. `uncountable` are those
    of which nothing can be told, and why."""

    rows: Mapping[str, Sequence[Row]]
    uncountable: Mapping[UUID, str]


class _Seat(NamedTuple):
    match: UUID
    club: UUID
    game: str
    played_at: datetime
    played_on: date
    grade: str
    options: Any
    summary: Any
    forfeited_by: str | None
    seat: int
    key: str
    player: UUID
    place: int


def columns(game: GameHere) -> tuple[str, ...]:
    return (*ABOUT, *game.rules.facts.keys)


def facts_of(matches: Sequence[UUID]) -> Found:
    """The rows of facts that these matches should have. Whoever calls holds the snapshot as of which they are read."""
    by_game: dict[str, dict[UUID, list[_Seat]]] = {key: {} for key in GAMES}
    for seat in _seats(matches):
        by_game[seat.game].setdefault(seat.match, []).append(seat)
    uncountable: dict[UUID, str] = {}
    rows = {key: list(_rows(GAMES[key], seats, uncountable)) for key, seats in by_game.items()}
    return Found(rows, uncountable)


def stored_facts(game: GameHere, matches: Sequence[UUID]) -> list[Row]:
    """The rows that there are, in the same order."""
    names = ", ".join(f'"{name}"' for name in columns(game))
    table = game.facts._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {names} FROM {table} WHERE match_id = ANY(%s) ORDER BY match_id, seat_id",  # noqa: S608
            [list(matches)],
        )
        return list(cursor.fetchall())


def _seats(matches: Sequence[UUID]) -> Iterator[_Seat]:
    counted = Match.objects.filter(Match.counted(), pk__in=matches)
    rows = Seat.objects.filter(match__in=counted).order_by("match", "pk")
    of_match = ("club", "game", "played_at", "played_on", "grade", "options", "summary", "forfeited_by")
    names = ("match", *(f"match__{name}" for name in of_match), "pk", "key", "player", "place")
    return (_Seat(*row) for row in rows.values_list(*names))


def _rows(game: GameHere, matches: Mapping[UUID, Sequence[_Seat]], uncountable: dict[UUID, str]) -> Iterator[Row]:
    """One match that cannot be counted keeps no other from it."""
    for match, written, said in game.read_rounds(list(matches)):
        seats = matches[match]
        first = seats[0]
        try:
            found = game.rules.facts.of_match(
                {"options": first.options, "rounds": written},
                {**first.summary, "rounds": said},
                {seat.key: seat.place for seat in seats},
                first.forfeited_by,
            )
        except AMISS as error:
            uncountable[match] = f"{type(error).__name__}: {error}"
        else:
            yield from _of_seats(game, seats, found)


def _of_seats(game: GameHere, seats: Iterable[_Seat], found: Mapping[str, Values]) -> Iterator[Row]:
    """Of a game for two; with more, there would be no one opponent."""
    players = [seat.player for seat in seats]
    for seat in seats:
        opponent = next(player for player in players if player != seat.player)
        about = (seat.seat, seat.match, seat.club, seat.player, opponent, seat.played_at, seat.played_on)
        yield (*about, game.grades.index(seat.grade), game.rules.facts.version, *found[seat.key])
