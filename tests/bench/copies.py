"""The facts of few matches made into those of many: the same again under other ids, on other evenings, each player a
seat further round the table. Written as a rebuild would leave them, totals and all, but without the matches."""

from typing import Any

from django.db import connection

NUMBERED = """
CREATE TABLE numbered AS
SELECT id, row_number() OVER (ORDER BY name_key) - 1 AS number FROM scorepad_player
UNION ALL SELECT id, row_number() OVER (ORDER BY id) - 1 FROM scorepad_match
"""


def number() -> None:
    """Number the players and the matches, from nought."""
    with connection.cursor() as cursor:
        cursor.execute(NUMBERED)


def numbers() -> dict[Any, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT player.id, number FROM numbered JOIN scorepad_player player USING (id)")
        return dict(cursor.fetchall())


def multiply(game: Any, *, copies: int, players: int) -> None:
    from scorepad.models import Player
    from scorepad.selectors.facts import ABOUT, columns
    from scorepad.services.totals import renew_totals

    table = game.facts._meta.db_table
    names = ", ".join(f'"{name}"' for name in columns(game))
    changed = {
        "seat_id": "facts.seat_id + copy * (SELECT max(id) FROM scorepad_seat)",
        "match_id": "md5(facts.match_id::text || copy)::uuid",
        "player_id": "seated.id",
        "opponent_id": "across.id",
        "played_at": "facts.played_at - copy * interval '1 day'",
        "played_on": "facts.played_on - copy",
    }
    about = ", ".join(changed.get(name, f"facts.{name}") for name in ABOUT)
    values = ", ".join(f'facts."{key}"' for key in game.rules.facts.keys)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {about}, {values} "
            f"FROM generate_series(1, %s - 1) copy, {table} facts "
            "JOIN numbered player ON player.id = facts.player_id "
            "JOIN numbered opponent ON opponent.id = facts.opponent_id, "
            "(numbered JOIN scorepad_player USING (id)) seated, (numbered JOIN scorepad_player USING (id)) across "
            "WHERE seated.number = (player.number + copy) %% %s AND across.number = (opponent.number + copy) %% %s "
            "ORDER BY copy, facts.match_id",
            [copies, players, players],
        )
    renew_totals(set(Player.objects.values_list("pk", flat=True)))
    with connection.cursor() as cursor:
        for model in (game.facts, game.totals):
            cursor.execute(f"VACUUM ANALYZE {model._meta.db_table}")
