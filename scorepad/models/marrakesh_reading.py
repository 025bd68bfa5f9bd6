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
# those that follow. Tricks as written down have blanks between their columns and a dash for null; what was made of them
# is in JSON's own writing. To join the two is quicker here than there.
ROUNDS = """
SELECT place, grade, complete, replay -> 'score', CASE WHEN grade = 'ovals' THEN replay -> 'ovals' END,
    reshuffled, ruling_note IS NOT NULL,
    array_to_string(red_dice, ''), array_to_string(white_dice, ''), array_to_string(exposed, ' '),
    array_to_string(red_unplayed, ' '), array_to_string(white_unplayed, ' '),
    (
        SELECT string_agg(concat_ws(' ', lead, reply, coalesce(extra, '-'), coalesce(withdrawn, '-'),
            coalesce(extra_disregarded, false), led_by, winner, kind, coalesce(off::text, '-'), coalesce(chip, '-'),
            irregular), ';' ORDER BY number)
        FROM scorepad_trick trick WHERE trick.round_id = ordered.round_id
    ),
    (
        SELECT string_agg(concat_ws('|', said -> 'board' -> (said ->> 'winner'), said -> 'numbers',
            said -> 'extra_numbers', said -> 'plays'), ';')
        FROM jsonb_array_elements(nullif(replay -> 'tricks', 'null')) said
    )
FROM (
    SELECT asked.place, round.number AS round, round.grade, round.complete, round.replay, setup.*
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
    for _, grade, complete, score, ovals, *columns, tricks, made_of_them in rows:
        if grade is None:  # no round has begun
            continue
        both: list[Json] = []
        try:
            both = _tricks(tricks, made_of_them)
        except (LookupError, TypeError, ValueError):
            amiss = True
        written.append(_round(both, *columns))
        said.append(
            {
                "grade": grade,
                "complete": complete,
                "score": _score(score),
                "ovals": None if ovals is None else json.loads(ovals),
                "tricks": both if grade == "tricks" else None,
            }
        )
    return written, [] if amiss else said


@lru_cache(maxsize=1024)
def _score(text: str) -> Any:
    """There are some four hundred, which come again and again."""
    return json.loads(text)


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
    """The numbers that were played, as they are written in JSON: there are not many."""

    def __missing__(self, text: str) -> Numbers:
        numbers = self[text] = tuple(json.loads(text))
        return numbers


_NUMBERS = _Numbers()
_BOARDS = {json.dumps(board): board for board in BOARDS}


def _tricks(written: str | None, said: str | None) -> list[Json]:
    pairs = zip((written or "").split(";"), (said or "").split(";"), strict=True)
    return [_trick(*trick.split(" "), *made.split("|")) for trick, made in pairs if trick or made]


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
        "plays": plays[2:-2].split('", "') if plays.startswith('["') else [],
    }
