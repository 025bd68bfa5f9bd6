"""The facts of many matches added up by person: from the totals where nothing is left out, from the facts elsewhere.

A person is the root of all players that were merged into him, as of now.
"""

from collections.abc import Mapping
from uuid import UUID

from django.db import connection

from engine.facts import Values
from engine.figures import Sums
from scorepad.games import GameHere
from scorepad.models import Player
from scorepad.selectors.filters import Condition, Filters, Parameter, of_club

Tallies = Mapping[UUID, Values]  # by root, the facts added up in the order of their declaration


def tallies(game: GameHere, club_id: UUID, filters: Filters) -> Tallies:
    """Of everybody in the club who has a match that is asked for; one query."""
    if filters.leaves_out:
        return tallied(game, of_club(club_id) & filters.condition(game))
    return _read(summed(game, game.totals._meta.db_table, of_club(club_id).sql), (club_id,))


def tallied(game: GameHere, condition: Condition) -> Tallies:
    return _read(summed(game, game.facts._meta.db_table, condition.sql), condition.parameters)


def sums(game: GameHere, *of: Values) -> Sums:
    """By key the facts of all these together."""
    return dict(zip(game.rules.facts.keys, game.rules.facts.added(of), strict=True))


def sums_of(game: GameHere, found: Tallies, person: UUID) -> Sums:
    """Those of one person, who may have no match that is asked for."""
    return sums(game, *([found[person]] if person in found else []))


def summed(game: GameHere, table: str, which: str) -> str:
    """The query that adds up these rows of facts, or of totals, by root, in the order of the totals' columns."""
    added = ", ".join(f'{fact.adds}(facts."{fact.key}")::bigint' for fact in game.rules.facts.declared)
    return (
        f"SELECT coalesce(player.root_id, player.id), facts.club_id, max(facts.version), {added} "  # noqa: S608
        f"FROM {table} facts JOIN {Player._meta.db_table} player ON player.id = facts.player_id "
        f"WHERE {which} GROUP BY 1, 2"
    )


def _read(query: str, parameters: tuple[Parameter, ...]) -> Tallies:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return {person: tuple(values) for person, _, _, *values in cursor}
