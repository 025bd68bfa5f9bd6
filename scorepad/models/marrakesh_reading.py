"""The rounds of many matches read for their facts alone: as much of record and replay as these need, and no models.

A match has some seventy tricks, and to make an object of each takes longer than to replay it.
"""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

Json = dict[str, Any]

ROUNDS = """
SELECT round.match_id, round.id, round.replay, setup.reshuffled, setup.ruling_note IS NOT NULL,
    array_to_string(setup.red_dice, ''), array_to_string(setup.white_dice, ''), array_to_string(setup.exposed, ' '),
    array_to_string(setup.red_unplayed, ' '), array_to_string(setup.white_unplayed, ' ')
FROM scorepad_round round JOIN scorepad_setup setup ON setup.round_id = round.id
WHERE round.match_id = ANY(%s) ORDER BY round.match_id, round.number
"""
TRICKS = """
SELECT trick.round_id, trick.lead, trick.reply, trick.extra, trick.extra_disregarded, trick.withdrawn
FROM scorepad_trick trick JOIN scorepad_round round ON round.id = trick.round_id
WHERE round.match_id = ANY(%s) ORDER BY trick.round_id, trick.number
"""


def read_rounds(matches: Sequence[UUID]) -> dict[UUID, tuple[list[Json], list[Json]]]:
    """By match its rounds as written down and as replayed, in order; a match without any is not among them."""
    found: dict[UUID, tuple[list[Json], list[Json]]] = {}
    by_id: dict[int, Json] = {}
    with connection.cursor() as cursor:
        cursor.execute(ROUNDS, [list(matches)])
        for match, number, replay, *columns in cursor:
            written, said = found.setdefault(match, ([], []))
            by_id[number] = round_ = _round(*columns)
            written.append(round_)
            said.append(json.loads(replay))
        cursor.execute(TRICKS, [list(matches)])
        for number, lead, reply, extra, disregarded, withdrawn in cursor:
            by_id[number]["tricks"].append(
                {
                    "lead": lead,
                    "reply": reply,
                    "extra": extra,
                    "extra_disregarded": disregarded,
                    "withdrawn": withdrawn,
                }
            )
    return found


def _round(
    reshuffled: bool | None,
    ruled: bool,
    red_dice: str | None,
    white_dice: str | None,
    exposed: str | None,
    red_unplayed: str | None,
    white_unplayed: str | None,
) -> Json:
    """Null stays "not written down", and an empty hand is not null."""
    round_: Json = {"reshuffled": reshuffled, "ruling": {} if ruled else None, "tricks": []}
    if red_dice is not None and white_dice is not None:
        round_["setup"] = {"red": list(map(int, red_dice)), "white": list(map(int, white_dice))}
    if exposed:
        round_["exposed"] = exposed.split()
    unplayed = {"red": red_unplayed, "white": white_unplayed}
    round_["unplayed"] = {side: cards.split() for side, cards in unplayed.items() if cards is not None}
    return round_
