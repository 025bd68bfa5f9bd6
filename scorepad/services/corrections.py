"""What may be done to any match, whatever its game: correct its record, end it early, take it out of the count.

    replace     the whole record again
    amend       a JSON Patch on the record; beside it, or alone, `rated` and `table`, which are no part of a record
    forfeit     a seat gives up; abandon: nobody goes on. Both end the match while it is not complete
    void        it no longer counts, perhaps as the second recording of another match; restore: it counts again

Each needs a reason. What stands beside the record after them is a `Standing`, folded like the record itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from engine import shapes
from engine.applied import Applied
from engine.violations import Violation, pointer
from scorepad.games import GameHere
from scorepad.models import Match
from scorepad.refusals import invalid_at, violated
from scorepad.selectors.journal import Line, speaks_of
from scorepad.services import patches
from scorepad.services.seating import Roster
from scorepad.services.values import WHEN_IT_BEGAN, text_at, uuid_at

Json = dict[str, Any]

KINDS = ("replace", "amend", "forfeit", "abandon", "void", "restore")
OF_THE_RECORD = ("replace", "amend")
OF_THE_COUNT = ("void", "restore")
LONGEST_TABLE = 40

_FIELDS = {
    "replace": ("record", "rated", "table"),
    "amend": ("patch", "rated", "table"),
    "forfeit": ("seat",),
    "abandon": (),
    "void": ("duplicate_of",),
    "restore": (),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What a match's journal says beside the record. `ended` is how it was ended early, by `forfeited_by` perhaps."""

    rated: bool
    table: str
    ended: Match.Status | None = None
    forfeited_by: str | None = None
    void: bool = False
    duplicate_of: str | None = None

    def status(self, *, complete: bool) -> Match.Status:
        """A record that is complete was played to the end, whoever had given up before it was put right."""
        if complete:
            return Match.Status.COMPLETE
        return self.ended or Match.Status.OPEN

    def after(self, kind: str, data: Mapping[str, Any]) -> "Standing":
        match kind:
            case "amend" | "replace":
                return replace(self, **{name: data[name] for name in ("rated", "table") if name in data})
            case "forfeit":
                return replace(self, ended=Match.Status.FORFEITED, forfeited_by=data["seat"])
            case "abandon":
                return replace(self, ended=Match.Status.ABANDONED, forfeited_by=None)
            case "void":
                return replace(self, void=True, duplicate_of=data.get("duplicate_of"))
            case "restore":
                return replace(self, void=False, duplicate_of=None)
            case _:
                return self


def parse(game: GameHere, kind: str, data: object) -> Json:
    """The data of a correction, checked for its own shape; players are still told as they came."""
    if not isinstance(data, dict):
        raise invalid_at("/data", "An entry's data is an object.", found=data)
    given = {name: value for name, value in data.items() if value is not None}
    for name in given:
        if name not in _FIELDS[kind]:
            allowed = list(_FIELDS[kind])
            raise invalid_at(pointer("data", name), f"“{kind}” has no field {name!r}.", allowed=allowed)
    if "rated" in given and type(given["rated"]) is not bool:
        raise invalid_at("/data/rated", "A match is rated or it is not: true or false.")
    if "table" in given:
        text_at("/data/table", given["table"], most=LONGEST_TABLE)
    match kind:
        case "replace":
            return given | {"record": _whole(game, given.get("record"))}
        case "amend":
            return _amendment(given)
        case "forfeit" if given.get("seat") not in game.rules.seats:
            seats = list(game.rules.seats)
            raise invalid_at("/data/seat", f"Whoever gives up sits on {' or '.join(seats)}.", allowed=seats)
        case "void" if "duplicate_of" in given:
            return {"duplicate_of": str(uuid_at("/data/duplicate_of", given["duplicate_of"]))}
    return given


def seats_players(kind: str, data: Mapping[str, Any]) -> bool:
    """Whether the entry may tell of players, who have to be looked up."""
    return kind == "replace" or (kind == "amend" and speaks_of(data.get("patch", []), patches.PLAYERS))


def overtaken(line: Line, lines: Iterable[Line]) -> bool:
    """Whether the match was put back into the count since it was taken out of it, or the other way round."""
    return line.kind in OF_THE_COUNT and any(
        later.version > line.version and later.kind in OF_THE_COUNT and later.kind != line.kind for later in lines
    )


def by_id(game: GameHere, match_id: UUID, kind: str, data: Json, roster: Roster) -> Json:
    """The data as it is journalled: people by id alone, and a record without the id that it has anyway."""
    if kind == "amend":
        return data | {"patch": patches.by_id(data["patch"], roster)}
    record = dict(data["record"])
    given = record.pop("id", None)
    if given is not None and shapes.uuid(given) != match_id:
        raise invalid_at("/data/record/id", "This is the record of another match.", found=given)
    seats = roster.seats("/data/record/players", record.get("players", {}), game.rules.seats)
    players = {key: {"id": player} for key, player in seats.items()}
    return data | {"record": record | {"players": players}}


def apply(game: GameHere, record: Json, kind: str, data: Mapping[str, Any]) -> Applied:
    """The record after a correction of it, in the game's own shape. `patches.Unfit`, or `Violation` at its place."""
    if kind == "replace":
        new = {"format": record["format"], "id": record["id"], **data["record"]}
        return Applied(game.rules.normalised(new), (("", "/data/record"),))
    if "patch" not in data:
        return Applied(record, ())
    applied = patches.patched(record, data["patch"])
    try:
        return Applied(_complete(game.rules.normalised(applied.record), game), applied.places)
    except Violation as violation:
        at = applied.pointer(violation.path)
        raise patches.Unfit(violated(violation, pointer=at, record_pointer=violation.path)) from violation


def _complete(record: Json, game: GameHere) -> Json:
    """A record of ours says when it was played, and who sat on each seat."""
    if "played_at" not in record:
        raise Violation("malformed", "/played_at", {"missing": WHEN_IT_BEGAN})
    for key in game.rules.seats:
        if "id" not in record.get("players", {}).get(key, {}):
            raise Violation("malformed", f"/players/{key}", {"missing": "the player on this seat"})
    return record


def _whole(game: GameHere, record: object) -> Json:
    """The record of a `replace`, without the format that it has anyway."""
    if not isinstance(record, dict):
        raise invalid_at("/data/record", "A replacement is the whole record again.")
    record = {"format": game.rules.record_format, **record}
    try:
        whole = game.rules.normalised(record)
        if "played_at" not in whole:
            raise Violation("malformed", "/played_at", {"missing": WHEN_IT_BEGAN})
    except Violation as violation:
        at = f"/data/record{violation.path}"
        raise violated(violation, pointer=at, record_pointer=violation.path) from violation
    return {name: value for name, value in whole.items() if name != "format"}


def _amendment(given: Json) -> Json:
    if not given:
        raise invalid_at("/data/patch", "An amendment says what is to be different.")
    return given | {"patch": patches.checked(given["patch"])} if "patch" in given else given
