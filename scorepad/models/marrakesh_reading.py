"""The rounds of many matches read for their facts alone: as much of record and replay as these need, and no models.

A match has some seventy tricks, and to make an object of each takes longer than to replay it. So a round is one row,
its tricks in one text; of a trick's two boards only the winner's is read, the one that has changed. What was written
down of a trick and what was made of it lie in one object, which stands in both lists.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import connection

from engine.marrakesh.bearing_off import BOARDS, Numbers

Json = dict[str, Any]

AT_A_TIME = 50

# The rows are put in order before anything is made of them: so the first are on their way while the server is still at
# those that follow. A trick is its columns with blanks between and a dash for null; a board is six digits, and a list
# begins with a dash, lest it vanish when it is empty.
ROUNDS = """
SELECT place, replay - CASE WHEN replay ->> 'grade' = 'tricks' THEN '{tricks,ovals,leader}'::text[] ELSE '{}' END,
    reshuffled, ruling_note IS NOT NULL,
    array_to_string(red_dice, ''), array_to_string(white_dice, ''), array_to_string(exposed, ' '),
    array_to_string(red_unplayed, ' '), array_to_string(white_unplayed, ' '),
    (
        SELECT string_agg(concat_ws(' ', lead, reply, coalesce(extra, '-'), coalesce(withdrawn, '-'),
            coalesce(extra_disregarded, false), led_by, winner, kind, coalesce(off::text, '-'), coalesce(chip, '-'),
            irregular, translate(said.board ->> winner, '[], ', ''), translate(said.numbers, '[], ', '-'),
            translate(said.extra_numbers, '[], ', '-'), translate(coalesce(said.plays, '[]'), '[]" ', '-')
        ), ';' ORDER BY number)
        FROM (SELECT * FROM scorepad_trick WHERE round_id = ordered.round_id) trick FULL JOIN ROWS FROM (
            jsonb_to_recordset(nullif(replay -> 'tricks', 'null'))
            AS (board jsonb, numbers text, extra_numbers text, plays text)
        ) WITH ORDINALITY said (board, numbers, extra_numbers, plays, number) USING (number)
    )
FROM (
    SELECT asked.place, round.number AS round, round.replay, setup.*
    FROM unnest(%s::uuid[]) WITH ORDINALITY asked (match_id, place)
    LEFT JOIN (scorepad_round round JOIN scorepad_setup setup ON setup.round_id = round.id)
        ON round.match_id = asked.match_id
    ORDER BY asked.place, round.number OFFSET 0
) ordered
ORDER BY place, round
"""


def read_rounds(matches: Sequence[UUID]) -> Iterator[tuple[UUID, list[Json], list[Json]]]:
    """Each match, in the order given, with its rounds as written down and as replayed.

    Until the last has come the connection is not free for anything else.
    """
    with connection.wrap_database_errors, connection.cursor() as cursor:
        by_place = groupby(cursor.stream(ROUNDS, [list(matches)], size=AT_A_TIME), itemgetter(0))
        for match, (_, rows) in zip(matches, by_place, strict=True):
            yield match, *_rounds(rows)


def _rounds(rows: Iterable[Sequence[Any]]) -> tuple[list[Json], list[Json]]:
    """As written down, and as replayed. Of a match whose tricks are not those of its replay nothing is said, so that
    there is nothing to count."""
    written: list[Json] = []
    said: list[Json] = []
    amiss = False
    for _, replay, *columns, text in rows:
        if replay is None:  # no round has begun
            continue
        judged, tricks = _outcome(replay), list[Json]()
        try:
            tricks = [_trick(*trick.split(" ")) for trick in text.split(";")] if text else tricks
        except (LookupError, TypeError, ValueError):
            amiss = True
        written.append(_round(tricks, *columns))
        said.append({**judged, "tricks": tricks if judged["grade"] == "tricks" else None})
    return written, [] if amiss else said


@lru_cache(maxsize=1024)
def _outcome(replay: str) -> Json:
    """What is said of a round besides its tricks: some five hundred things, again and again."""
    outcome: Json = json.loads(replay)
    return outcome


def _round(
    tricks: list[Json],
    reshuffled: bool | None,
    ruled: bool,
    red_dice: str | None,
    white_dice: str | None,
    exposed: str | None,
    red_unplayed: str | None,
    white_unplayed: str | None,
) -> Json:
    """Null stays "not written down", and an empty hand is not null."""
    round_: Json = {"reshuffled": reshuffled, "ruling": {} if ruled else None, "tricks": tricks}
    if red_dice is not None and white_dice is not None:
        round_["setup"] = {"red": list(map(int, red_dice)), "white": list(map(int, white_dice))}
    if exposed:
        round_["exposed"] = exposed.split()
    unplayed = {"red": red_unplayed, "white": white_unplayed}
    round_["unplayed"] = {side: cards.split() for side, cards in unplayed.items() if cards is not None}
    return round_


# -- tricks -------------------------------------------------------------------------------------------------------


class _Numbers(dict[str, Numbers]):
    """By their digits, behind a dash, the numbers that were played: there are not many."""

    def __missing__(self, digits: str) -> Numbers:
        numbers = self[digits] = tuple(map(int, digits[1:]))
        return numbers


_NUMBERS = _Numbers()
_BOARDS = {"".join(map(str, board)): board for board in BOARDS}


def _trick(
    lead: str,
    reply: str,
    extra: str,
    withdrawn: str,
    disregarded: str,
    leader: str,
    winner: str,
    kind: str,
    off: str,
    chip: str,
    irregular: str,
    board: str,
    numbers: str,
    extra_numbers: str,
    plays: str,
) -> Json:
    return {
        "lead": lead,
        "reply": reply,
        "extra": None if extra == "-" else extra,
        "withdrawn": None if withdrawn == "-" else withdrawn,
        "extra_disregarded": disregarded == "t",
        "leader": leader,
        "winner": winner,
        "kind": kind,
        "off": None if off == "-" else int(off),
        "chip": None if chip == "-" else chip,
        "irregular": irregular == "t",
        "board": {winner: _BOARDS[board]},
        "numbers": _NUMBERS[numbers],
        "extra_numbers": _NUMBERS[extra_numbers],
        "plays": plays[1:].split(",") if plays != "-" else [],
    }
