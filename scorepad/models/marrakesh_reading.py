"""The rounds of many matches read for their facts alone: as much of record and replay as these need, and no models.

A match has some seventy tricks, and to make an object of each takes longer than to replay it. So a round is one row,
its tricks in one text; and what is made of a match is gone before the next one is looked at: thousands of small
objects that stay would have the garbage collector walk over them again and again.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import connection

Json = dict[str, Any]

# The cards of a trick are two letters each, a dash where there was none: lead, reply, extra card, card taken back; then
# whether the extra card was disregarded.
ROUNDS = """
SELECT asked.match_id, round.replay, setup.reshuffled, setup.ruling_note IS NOT NULL,
    array_to_string(setup.red_dice, ''), array_to_string(setup.white_dice, ''), array_to_string(setup.exposed, ' '),
    array_to_string(setup.red_unplayed, ' '), array_to_string(setup.white_unplayed, ' '),
    (SELECT string_agg(concat_ws(' ', lead, reply, coalesce(extra, '-'), coalesce(withdrawn, '-'), extra_disregarded),
        ';' ORDER BY number) FROM scorepad_trick trick WHERE trick.round_id = round.id)
FROM unnest(%s::uuid[]) asked (match_id)
LEFT JOIN (scorepad_round round JOIN scorepad_setup setup ON setup.round_id = round.id)
    ON round.match_id = asked.match_id
ORDER BY asked.match_id, round.number
"""


def read_rounds(matches: Sequence[UUID]) -> Iterator[tuple[UUID, list[Json], list[Json]]]:
    """Each match, in the order of their ids, with its rounds as written down and as replayed."""
    with connection.cursor() as cursor:
        cursor.execute(ROUNDS, [list(matches)])
        for match, rows in groupby(cursor, itemgetter(0)):
            written: list[Json] = []
            said: list[Json] = []
            for _, replay, *columns in rows:
                if replay is not None:
                    written.append(_round(*columns))
                    said.append(json.loads(replay))
            yield match, written, said


def _round(
    reshuffled: bool | None,
    ruled: bool,
    red_dice: str | None,
    white_dice: str | None,
    exposed: str | None,
    red_unplayed: str | None,
    white_unplayed: str | None,
    tricks: str | None,
) -> Json:
    """Null stays "not written down", and an empty hand is not null."""
    round_: Json = {"reshuffled": reshuffled, "ruling": {} if ruled else None, "tricks": _tricks(tricks)}
    if red_dice is not None and white_dice is not None:
        round_["setup"] = {"red": list(map(int, red_dice)), "white": list(map(int, white_dice))}
    if exposed:
        round_["exposed"] = exposed.split()
    unplayed = {"red": red_unplayed, "white": white_unplayed}
    round_["unplayed"] = {side: cards.split() for side, cards in unplayed.items() if cards is not None}
    return round_


def _tricks(text: str | None) -> list[Json]:
    if text is None:
        return []
    return [_trick(*trick.split(" ")) for trick in text.split(";")]


def _trick(lead: str, reply: str, extra: str, withdrawn: str, disregarded: str = "f") -> Json:
    return {
        "lead": lead,
        "reply": reply,
        "extra": None if extra == "-" else extra,
        "withdrawn": None if withdrawn == "-" else withdrawn,
        "extra_disregarded": disregarded == "t",
    }
