"""A club's records in short: its best match, and how often each feat was done; all of them are told in records.py.

One query a game, from the facts of matches that every game declares.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import connection

from scorepad.games import GAMES, GameHere
from scorepad.models import Player
from scorepad.selectors.asking import Person

_PLAYER = Player._meta.db_table


@dataclass(frozen=True, slots=True)
class BestMatch:
    """Who scored most in a match that was played to its end; of several the first."""

    player: Person
    points: int
    match: UUID
    played_on: date


@dataclass(frozen=True, slots=True)
class Highlights:
    """`feats` says how many rounds there were of each, by its key."""

    game: str
    best: BestMatch
    feats: Mapping[str, int]


def highlights(club_id: UUID) -> tuple[Highlights, ...]:
    """Of each game that the club has played to an end."""
    return tuple(_highlights(club_id))


def _highlights(club_id: UUID) -> Iterator[Highlights]:
    for game in GAMES.values():
        with connection.cursor() as cursor:
            cursor.execute(_query(game), [club_id, club_id])
            row = cursor.fetchone()
        if row is not None:
            points, match, played_on, player, name, *feats = row
            counted = {feat.key: int(n) for feat, n in zip(game.feats, feats, strict=True)}
            yield Highlights(game.rules.key, BestMatch(Person(player, name), points, match, played_on), counted)


def _query(game: GameHere) -> str:
    facts = game.facts._meta.db_table
    counts = "".join(f", coalesce(sum({feat.fact}), 0) AS {feat.key}" for feat in game.feats)
    named = "".join(f", feats.{feat.key}" for feat in game.feats)
    return f"""
        SELECT best.completed_points, best.match_id, best.played_on,
            coalesce(root.id, player.id), coalesce(root.name, player.name){named}
        FROM {facts} best
            JOIN {_PLAYER} player ON player.id = best.player_id LEFT JOIN {_PLAYER} root ON root.id = player.root_id
            CROSS JOIN (SELECT count(*){counts} FROM {facts} WHERE club_id = %s) feats
        WHERE best.club_id = %s AND best.completed_points > 0
        ORDER BY best.completed_points DESC, best.played_at, best.match_id, best.seat_id LIMIT 1
    """  # noqa: S608
