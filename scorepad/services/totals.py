"""The totals of players: the facts of all seats of one person, added up by the database.

A person's row is written anew whenever something of it is stale, never added to or taken from: so it cannot drift.
"""

from collections.abc import Collection, Iterator
from uuid import UUID

from django.db import connection

from scorepad.games import GAMES, GameHere
from scorepad.models import Player
from scorepad.selectors.tallies import summed


def roots_of(players: Collection[UUID]) -> set[UUID]:
    """Who these players are, as of now."""
    rows = Player.objects.filter(pk__in=players).values_list("pk", "root")
    return {root or player for player, root in rows}


def renew_totals(players: Collection[UUID]) -> None:
    """Write the totals of these players' roots anew, and none for whoever is no root. The caller is in a transaction,
    and nobody else at work on these."""
    roots = sorted(roots_of(players))
    for game in GAMES.values():
        with connection.cursor() as cursor:
            cursor.execute(_delete(game), [sorted({*players, *roots})])
            cursor.execute(f"INSERT INTO {_into(game)} {_should(game, _OF_ROOTS)}", [roots, roots])


def differing_totals(game: GameHere) -> Iterator[tuple[UUID, str]]:
    """The players whose totals are not the sum of their seats' facts, and in which column; read as of one moment.

    Compared here: PostgreSQL's own EXCEPT takes longer to plan over so many columns than all of it takes.
    """
    names = ", ".join(f'"{name}"' for name in _columns(game))
    with connection.cursor() as cursor:
        cursor.execute(_should(game, "TRUE"))
        wanted = {row[0]: row for row in cursor}
        cursor.execute(f"SELECT {names} FROM {game.totals._meta.db_table}")  # noqa: S608
        stored = {row[0]: row for row in cursor}
    for player in sorted({*wanted, *stored}):
        if wanted.get(player) != stored.get(player):
            yield player, _difference(_columns(game), wanted.get(player), stored.get(player))


def _difference(names: tuple[str, ...], wanted: tuple[object, ...] | None, stored: tuple[object, ...] | None) -> str:
    if stored is None or wanted is None:
        return "no totals, though he has facts" if stored is None else "totals, though he has no facts"
    different = [
        f"{name} {there}, should be {should}"
        for name, should, there in zip(names, wanted, stored, strict=True)
        if should != there
    ]
    return "; ".join(different)


_OF_ROOTS = "player.id = ANY(%s::uuid[]) OR player.root_id = ANY(%s::uuid[])"


def _columns(game: GameHere) -> tuple[str, ...]:
    return ("player_id", "club_id", "version", *game.rules.facts.keys)


def _into(game: GameHere) -> str:
    names = ", ".join(f'"{name}"' for name in _columns(game))
    return f"{game.totals._meta.db_table} ({names})"


def _delete(game: GameHere) -> str:
    return f"DELETE FROM {game.totals._meta.db_table} WHERE player_id = ANY(%s::uuid[])"  # noqa: S608


def _should(game: GameHere, which: str) -> str:
    return summed(game, game.facts._meta.db_table, which)
