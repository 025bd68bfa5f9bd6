"""The record as the fold of its journal.

`create` lays the record down; every entry that still stands adds to it in turn. An undo only takes away: what it took
back is left out of the fold, and the undo itself adds nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scorepad.games import GameHere
from scorepad.selectors.journal import Line

Json = dict[str, Any]

_WHOLE = ("options", "rounds", "note", "ext")


def laid_down(game: GameHere, match_id: str, data: Mapping[str, Any]) -> Json:
    """The record that a `create` entry lays down, players by id alone."""
    record: Json = {
        "format": game.rules.record_format,
        "id": match_id,
        "played_at": data["played_at"],
        "players": {key: {"id": player} for key, player in data["seats"].items()},
        "rounds": [],
    }
    return record | {name: data[name] for name in _WHOLE if name in data}


class Unfoldable(Exception):
    """A journal that no record comes of: an entry is missing in it, or one is not of the shape that its kind has."""


def fold(game: GameHere, match_id: str, lines: Iterable[Line]) -> Json:
    """What all entries together say was written down, whether or not the rules of today allow it."""
    record: Json = {}
    for line in lines:
        if line.stands and line.kind != "undo":
            record = _added(game, match_id, record, line)
    return record


def _added(game: GameHere, match_id: str, record: Json, line: Line) -> Json:
    try:
        if line.kind == "create":
            return laid_down(game, match_id, line.data or {})
        return game.rules.apply(record, line.kind, line.data or {}).record
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unfoldable(f"The entry of version {line.version} does not follow from those before it.") from error
