"""The record as the fold of its journal, and what stands beside it.

`create` lays the record down; every entry that still stands adds to it in turn, corrects it, or says of the whole match
how it stands. An undo only takes away: what it took back is left out of the fold, and the undo itself adds nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scorepad.games import GameHere
from scorepad.selectors.journal import Line
from scorepad.services import corrections
from scorepad.services.corrections import Standing

Json = dict[str, Any]

WHOLE = ("options", "rounds", "note", "ext")


class Unfoldable(Exception):
    """A journal that no record comes of: an entry is missing in it, or one is not of the shape that its kind has."""


def laid_down(game: GameHere, match_id: str, data: Mapping[str, Any]) -> Json:
    """The record that a `create` entry lays down, players by id alone."""
    record: Json = {
        "format": game.rules.record_format,
        "id": match_id,
        "played_at": data["played_at"],
        "players": {key: {"id": player} for key, player in data["seats"].items()},
        "rounds": [],
    }
    return record | {name: data[name] for name in WHOLE if name in data}


def fold(game: GameHere, match_id: str, lines: Iterable[Line]) -> Json:
    """What all entries together say was written down, whether or not the rules of today allow it."""
    record: Json = {}
    for line in lines:
        if line.stands and line.kind != "undo":
            record = _added(game, match_id, record, line)
    return record


def standing_of(lines: Iterable[Line]) -> Standing:
    """What all entries together say beside the record."""
    first, *rest = [line for line in lines if line.stands]
    created = first.data or {}
    standing = Standing(rated=created["rated"], table=created["table"])
    for line in rest:
        standing = standing.after(line.kind, line.data or {})
    return standing


def _added(game: GameHere, match_id: str, record: Json, line: Line) -> Json:
    data = line.data or {}
    try:
        if line.kind == "create":
            return laid_down(game, match_id, data)
        if line.kind in corrections.OF_THE_RECORD:
            return corrections.apply(game, record, line.kind, data).record
        if line.kind in corrections.KINDS:
            return record
        return game.rules.apply(record, line.kind, data).record
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unfoldable(f"The entry of version {line.version} does not follow from those before it.") from error
