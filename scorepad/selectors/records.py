"""The records of a club: best match, best round, biggest margin, longest winning streak, and every feat there was.

Of the facts no more is read than what every game declares: `completed`, `completed_points`, `completed_against`,
`best_round` and `won` of a match, besides those that count its feats. A record that many hold is told of those who were
first, feats are told of the latest; `count` says how many there are in all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection

from scorepad.games import Feat, GameHere
from scorepad.models import Player, Round, Seat
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Asked, Person, ask_of_club
from scorepad.selectors.filters import Condition, Filters, Parameter, of_club
from scorepad.selectors.rows import snapshot

MOST_HOLDERS = 20
MOST_FEATS = 200


@dataclass(frozen=True, slots=True)
class Holder:
    """Who did it, in which match and against whom; of a round in which. Of a streak the first match and the last."""

    player: Person
    opponent: Person | None
    match: UUID
    played_on: date
    round: int | None = None
    last_match: UUID | None = None
    last_played_on: date | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """`value` is counted in `unit`; there is none of a feat, and none where nobody has played."""

    key: str
    label: str
    unit: str
    value: int | None
    count: int
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Records:
    asked: Asked
    records: tuple[Record, ...]
    feats: tuple[Record, ...]


def records(*, viewer: Viewer, game: str, slug: str, filters: Filters) -> Records:
    with snapshot():
        asked = ask_of_club(viewer, game, slug, filters)
        played = of_club(asked.club.pk) & asked.filters.condition(asked.game)
        return Records(
            asked=asked,
            records=(
                _best_match(asked.game, played),
                _best_round(asked.game, played),
                _biggest_margin(asked.game, played),
                _longest_streak(asked.game, played),
            ),
            feats=tuple(_feat(asked.game, played, feat) for feat in asked.game.feats),
        )


# -- matches and rounds -------------------------------------------------------------------------------------------

_PLAYER, _ROUND, _SEAT = (model._meta.db_table for model in (Player, Round, Seat))
_WHO = f"""
    JOIN {_PLAYER} player ON player.id = found.player_id LEFT JOIN {_PLAYER} root ON root.id = player.root_id
    JOIN {_PLAYER} other ON other.id = found.opponent_id LEFT JOIN {_PLAYER} other_root ON other_root.id = other.root_id
"""
_NAMED = """
    coalesce(root.id, player.id), coalesce(root.name, player.name),
    coalesce(other_root.id, other.id), coalesce(other_root.name, other.name), found.match_id, found.played_on
"""
_OF_ROUNDS = f"""
    JOIN {_SEAT} seat ON seat.id = found.seat_id
    JOIN {_ROUND} round ON round.match_id = found.match_id AND round.complete
        AND round.scores[seat.number] = found.value
"""


def _best_match(game: GameHere, played: Condition) -> Record:
    return _most(game, played, "best_match", "Best match", "facts.completed_points", "NULL")


def _best_round(game: GameHere, played: Condition) -> Record:
    return _most(game, played, "best_round", "Best round", "facts.best_round", "round.number", _OF_ROUNDS)


def _biggest_margin(game: GameHere, played: Condition) -> Record:
    margin = "facts.completed_points - facts.completed_against"
    return _most(game, played, "biggest_margin", "Biggest margin", margin, "NULL")


def _most(
    game: GameHere, played: Condition, key: str, label: str, value: str, number: str, of_rounds: str = ""
) -> Record:
    """Whoever has the most of something, if it is anything at all; one query."""
    query = f"""
        SELECT found.value, count(*) OVER (), {_NAMED}, {number} AS number
        FROM (
            SELECT facts.*, {value} AS value, rank() OVER (ORDER BY {value} DESC) AS rank
            FROM {game.facts._meta.db_table} facts WHERE {played.sql} AND {value} > 0
        ) found {_WHO} {of_rounds}
        WHERE found.rank = 1 ORDER BY found.played_at, found.match_id, found.seat_id, number LIMIT %s
    """  # noqa: S608
    rows = _read(query, (*played.parameters, MOST_HOLDERS))
    holders = tuple(_holder(*row[2:]) for row in rows)
    return Record(key, label, "points", rows[0][0] if rows else None, rows[0][1] if rows else 0, holders)


def _holder(
    player: UUID, name: str, opponent: UUID, opponents_name: str, match: UUID, played_on: date, number: int | None
) -> Holder:
    return Holder(Person(player, name), Person(opponent, opponents_name), match, played_on, number)


# -- streaks ------------------------------------------------------------------------------------------------------


def _longest_streak(game: GameHere, played: Condition) -> Record:
    """Matches won one after the other: as many as have the same distance to their number among all of the person's."""
    query = f"""
        WITH results AS (
            SELECT coalesce(player.root_id, player.id) AS person, facts.match_id, facts.played_at, facts.played_on,
                facts.won, row_number() OVER (
                    PARTITION BY coalesce(player.root_id, player.id) ORDER BY facts.played_at, facts.match_id
                ) AS number
            FROM {game.facts._meta.db_table} facts JOIN {_PLAYER} player ON player.id = facts.player_id
            WHERE {played.sql}
        ), won AS (
            SELECT results.*, number - row_number() OVER (PARTITION BY person ORDER BY number) AS run
            FROM results WHERE won = 1
        ), runs AS (
            SELECT person, count(*) AS matches, min(number) AS first, max(number) AS last,
                rank() OVER (ORDER BY count(*) DESC) AS rank
            FROM won GROUP BY person, run
        )
        SELECT runs.matches, count(*) OVER (), runs.person, player.name,
            first.match_id, first.played_on, last.match_id, last.played_on
        FROM runs JOIN {_PLAYER} player ON player.id = runs.person
            JOIN results first ON first.person = runs.person AND first.number = runs.first
            JOIN results last ON last.person = runs.person AND last.number = runs.last
        WHERE runs.rank = 1 ORDER BY first.played_at, first.match_id, runs.person LIMIT %s
    """  # noqa: S608
    rows = _read(query, (*played.parameters, MOST_HOLDERS))
    holders = tuple(
        Holder(Person(person, name), None, match, day, None, last_match, last_day)
        for _, _, person, name, match, day, last_match, last_day in rows
    )
    matches, count = rows[0][:2] if rows else (None, 0)
    return Record("winning_streak", "Longest winning streak", "matches", matches, count, holders)


# -- feats --------------------------------------------------------------------------------------------------------


def _feat(game: GameHere, played: Condition, feat: Feat) -> Record:
    """All rounds of a feat, the latest first, in two queries: which seats have any, and which rounds these are."""
    query = f"""
        SELECT sum(found.{feat.fact}) OVER (), found.seat_id, {_NAMED}, NULL
        FROM {game.facts._meta.db_table} found {_WHO}
        WHERE found.seat_id IN (
            SELECT facts.seat_id FROM {game.facts._meta.db_table} facts WHERE {played.sql} AND facts.{feat.fact} > 0
        ) ORDER BY found.played_at DESC, found.match_id DESC, found.seat_id LIMIT %s
    """  # noqa: S608
    rows = _read(query, (*played.parameters, MOST_FEATS))
    by_seat = {row[1]: _holder(*row[2:]) for row in rows}
    rounds = feat.rounds([holder.match for holder in by_seat.values()])
    holders = tuple(_in_rounds(by_seat, rounds))[:MOST_FEATS]
    return Record(feat.key, feat.label, "rounds", None, int(rows[0][0]) if rows else 0, holders)


def _in_rounds(by_seat: dict[int, Holder], rounds: Sequence[tuple[int, int]]) -> Iterable[Holder]:
    for seat, holder in by_seat.items():
        yield from (replace(holder, round=number) for of, number in reversed(rounds) if of == seat)


def _read(query: str, parameters: tuple[Parameter, ...]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())
