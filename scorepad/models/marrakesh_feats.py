"""The rounds of Marrakesh (1978) that are told for ever: thirty points in one round, "called a Marrakesh"."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from engine.marrakesh.declared import MARRAKESH

# A score that stood by a ruling is no such feat, as in the facts.
MARRAKESHES = """
SELECT seat.id, round.number
FROM scorepad_round round JOIN scorepad_setup setup ON setup.round_id = round.id
    JOIN scorepad_seat seat ON seat.match_id = round.match_id
WHERE round.match_id = ANY(%s) AND round.complete AND setup.ruling_note IS NULL AND round.scores[seat.number] = %s
ORDER BY seat.id, round.number
"""


def marrakeshes(matches: Sequence[UUID]) -> list[tuple[int, int]]:
    """By seat the rounds in which it scored a Marrakesh."""
    with connection.cursor() as cursor:
        cursor.execute(MARRAKESHES, [list(matches), MARRAKESH])
        return list(cursor.fetchall())
