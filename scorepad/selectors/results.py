"""The matches of a person one by one: his form, his streaks and his calendar.

Of the facts, which are the game's own, no more is read than what every game declares: `won`, `drawn`, `lost`, `points`
and `points_against` of a match.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, takewhile
from uuid import UUID

from django.db import connection

from scorepad.games import GameHere
from scorepad.models import Player
from scorepad.selectors.asking import Person
from scorepad.selectors.filters import Condition

OUTCOMES = ("won", "drawn", "lost")
FORM = 10


@dataclass(frozen=True, slots=True)
class Result:
    match: UUID
    played_on: date
    opponent: Person
    outcome: str
    points: int
    against: int


@dataclass(frozen=True, slots=True)
class Streak:
    """So many matches in a row, and the evenings of the first and the last of them."""

    matches: int
    start: date | None
    end: date | None


@dataclass(frozen=True, slots=True)
class Streaks:
    """The one that goes on, of no matches perhaps, and the longest; of two as long the later."""

    kind: str
    current: Streak
    longest: Streak


@dataclass(frozen=True, slots=True)
class Month:
    month: str
    matches: int
    won: int
    drawn: int
    lost: int
    points: int


def results(game: GameHere, condition: Condition) -> list[Result]:
    """The newest first; one query."""
    facts, players = game.facts._meta.db_table, Player._meta.db_table
    query = f"""
        SELECT facts.match_id, facts.played_on, coalesce(root.id, player.id), coalesce(root.name, player.name),
            facts.won, facts.drawn, facts.lost, facts.points, facts.points_against
        FROM {facts} facts JOIN {players} player ON player.id = facts.opponent_id
            LEFT JOIN {players} root ON root.id = player.root_id
        WHERE {condition.sql} ORDER BY facts.played_at DESC, facts.match_id DESC
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, condition.parameters)
        return [_result(*row) for row in cursor]


def _result(
    match: UUID, played_on: date, opponent: UUID, name: str, won: int, drawn: int, lost: int, points: int, against: int
) -> Result:
    outcome = OUTCOMES[(won, drawn, lost).index(1)]
    return Result(match, played_on, Person(opponent, name), outcome, points, against)


def streaks(newest_first: Sequence[Result]) -> tuple[Streaks, ...]:
    kinds: dict[str, Callable[[Result], bool]] = {
        "won": lambda result: result.outcome == "won",
        "unbeaten": lambda result: result.outcome != "lost",
        "lost": lambda result: result.outcome == "lost",
    }
    return tuple(_streaks(kind, belongs, newest_first) for kind, belongs in kinds.items())


def _streaks(kind: str, belongs: Callable[[Result], bool], newest_first: Sequence[Result]) -> Streaks:
    current = _streak(list(takewhile(belongs, newest_first)))
    all_there_were = (_streak(list(run)) for goes_on, run in groupby(newest_first, belongs) if goes_on)
    longest = max(all_there_were, key=lambda streak: streak.matches, default=_streak([]))
    return Streaks(kind, current, longest)


def _streak(newest_first: Sequence[Result]) -> Streak:
    if not newest_first:
        return Streak(0, None, None)
    return Streak(len(newest_first), newest_first[-1].played_on, newest_first[0].played_on)


def calendar(results: Iterable[Result]) -> tuple[Month, ...]:
    """The months in which there was a match, the latest first."""
    by_month: dict[str, list[Result]] = {}
    for result in results:
        by_month.setdefault(result.played_on.isoformat()[: len("2026-11")], []).append(result)
    return tuple(_month(month, by_month[month]) for month in sorted(by_month, reverse=True))


def _month(month: str, of_month: Sequence[Result]) -> Month:
    won, drawn, lost = (sum(result.outcome == outcome for result in of_month) for outcome in OUTCOMES)
    return Month(month, len(of_month), won, drawn, lost, sum(result.points for result in of_month))
