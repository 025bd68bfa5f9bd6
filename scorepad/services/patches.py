"""JSON Patch (RFC 6902) on a record: what an amendment says, op by op, and what comes of it.

People stand in the journal by id only. So an op that names a player is rewritten before it is journalled: where it
speaks of a name it comes to speak of the id (`by_id`). Applying is left to a library, but for two things: its `test`
finds 1 and true equal, and ops that copy can double a record each time, so that each step is measured.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import jsonpatch
import jsonpointer

from engine.applied import Applied
from scorepad.refusals import Conflict, Invalid, conflict_at, invalid_at
from scorepad.selectors.journal import POINTERS
from scorepad.services.seating import Roster

Json = dict[str, Any]

MOST_OPS = 100
LARGEST = 256 * 1024
DEEPEST = 20

OPS = {
    "add": ("value",),
    "remove": (),
    "replace": ("value",),
    "move": ("from",),
    "copy": ("from",),
    "test": ("value",),
}
FIXED = ("/id", "/format")
AT = "/data/patch"
PLAYERS = "/players"

_LIBRARY = (
    jsonpatch.JsonPatchException,
    jsonpointer.JsonPointerException,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)


class Unfit(ValueError):
    """An op that cannot be carried out on this record; `refusal` says why, at the op's place in the entry."""

    def __init__(self, refusal: Conflict | Invalid) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


def checked(patch: object) -> list[Json]:
    """The ops, each of its own shape."""
    if not isinstance(patch, list) or not 0 < len(patch) <= MOST_OPS:
        raise invalid_at(AT, f"A patch is a list of 1 to {MOST_OPS} operations (RFC 6902).", code="bad_patch")
    return [_op(f"{AT}/{index}", op) for index, op in enumerate(patch)]


def by_id(patch: list[Json], roster: Roster) -> list[Json]:
    """The same patch with every player by his id alone."""
    return [_op_by_id(f"{AT}/{index}", op, roster) for index, op in enumerate(patch)]


def patched(record: Mapping[str, Any], patch: list[Json]) -> Applied:
    """The record after all ops, or `Unfit`. Where an op wrote what stands in the record is kept, the last one first."""
    document: Any = json.loads(json.dumps(record))
    places: list[tuple[str, str]] = []
    for index, op in enumerate(patch):
        place = f"{AT}/{index}"
        if op["path"] in FIXED or (op.get("from") in FIXED and op["op"] == "move"):
            _unfit(f"{place}/path", "A record keeps its id and its format.")
        written = _written_at(document, op)
        document = _stepped(place, document, op)
        if written is not None:
            places.insert(0, (written, f"{place}/value"))
    if not isinstance(document, dict) or any(document.get(name) != record[name] for name in ("id", "format")):
        _unfit(AT, "A record keeps its id and its format.")
    return Applied(document, tuple(_still_there(document, patch, places)))


def _op(place: str, op: object) -> Json:
    name = op.get("op") if isinstance(op, dict) else None
    if not isinstance(op, dict) or not isinstance(name, str) or name not in OPS:
        raise invalid_at(f"{place}/op", f"An operation is one of {', '.join(OPS)}.", code="bad_patch")
    members = ("op", "path", *OPS[name])
    for member in op:
        if member not in members:
            raise invalid_at(f"{place}/{member}", f"“{name}” has no such member.", code="bad_patch")
    for member in members:
        if member not in op:
            raise invalid_at(f"{place}/{member}", f"“{name}” needs it.", code="bad_patch")
    for member in POINTERS:
        if member in op:
            _require_pointer(f"{place}/{member}", op[member])
    return op


def _require_pointer(place: str, pointer: object) -> None:
    try:
        if not isinstance(pointer, str):
            raise TypeError
        jsonpointer.JsonPointer(pointer)
    except (TypeError, jsonpointer.JsonPointerException) as error:
        detail = "A JSON Pointer begins with a slash, as /rounds/1/tricks/0/lead (RFC 6901)."
        raise invalid_at(place, detail, code="bad_patch") from error


def _op_by_id(place: str, op: Json, roster: Roster) -> Json:
    op = dict(op)
    names = False
    _require_resolvable(place, op)
    for member in POINTERS:
        parts = op[member].split("/") if member in op else []
        if len(parts) == 4 and parts[1] == "players" and parts[3] == "name":
            op[member] = "/".join([*parts[:3], "id"])
            names = True
    if names and (op["op"] == "remove" or not all(op[name].endswith("/id") for name in POINTERS if name in op)):
        raise invalid_at(f"{place}/path", "A player's name is his own: seat another player instead.", code="bad_patch")
    if "value" in op:
        op["value"] = _value_by_id(f"{place}/value", op["path"], op["value"], roster, name=names)
    return op


def _require_resolvable(place: str, op: Json) -> None:
    """Whoever comes to sit somewhere is told where he can be looked up: a value from elsewhere in the record, or put
    aside deeper down, is any text."""
    seat = op["path"].split("/")[1:]
    if op["op"] in ("move", "copy") and seat[:1] in ([], ["players"]):
        source = op["from"].split("/")[1:]
        if source[:1] != seat[:1] or len(source) != len(seat):
            raise invalid_at(f"{place}/from", "Seat a player by his id or his name.", code="bad_patch")
    if seat[:1] == ["players"] and len(seat) > 2 and seat[2:] not in (["id"], ["name"]):
        raise invalid_at(f"{place}/path", "A player is told by his id, by his name, or by both.", code="bad_patch")


def _value_by_id(place: str, path: str, value: Any, roster: Roster, *, name: bool) -> Any:
    parts = path.split("/")[1:]
    if path == "" and isinstance(value, dict) and "players" in value:
        return {**value, "players": _players(f"{place}/players", value["players"], roster)}
    if parts == ["players"]:
        return _players(place, value, roster)
    if len(parts) == 2 and parts[0] == "players":
        return {"id": str(roster.resolve(place, value))}
    if len(parts) == 3 and parts[0] == "players" and parts[2] == "id":
        return str(roster.resolve(place, {"name" if name else "id": value}))
    return value


def _players(place: str, players: Any, roster: Roster) -> Any:
    if not isinstance(players, dict):
        raise invalid_at(place, "Players are told seat by seat.")
    return {key: {"id": str(roster.resolve(f"{place}/{key}", player))} for key, player in players.items()}


def _stepped(place: str, document: Any, op: Json) -> Any:
    try:
        if op["op"] == "test":
            _test(place, document, op)
            return document
        document = jsonpatch.JsonPatch([op]).apply(document)
        fits = _fits(document, DEEPEST) and len(json.dumps(document)) <= LARGEST
    except RecursionError:
        fits = False
    except _LIBRARY as error:
        if isinstance(error, Unfit):
            raise
        where = "from" if op["op"] in ("move", "copy") and not _is_there(document, op["from"]) else "path"
        _unfit(f"{place}/{where}", f"There is no {op[where]!r} in the record where this could be done.", error)
    if not fits:
        _unfit(place, f"The record would come to more than {LARGEST} bytes, or deeper than {DEEPEST} levels.")
    return document


def _test(place: str, document: Any, op: Json) -> None:
    found = jsonpointer.resolve_pointer(document, op["path"])
    if json.dumps(found, sort_keys=True) != json.dumps(op["value"], sort_keys=True):
        detail = f"The record has something else at {op['path']!r} by now."
        raise Unfit(conflict_at(f"{place}/value", "test_failed", detail))


def _is_there(document: Any, pointer: str) -> bool:
    try:
        jsonpointer.resolve_pointer(document, pointer)
    except _LIBRARY:
        return False
    return True


def _fits(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_fits(each, levels - 1) for each in inner)


def _written_at(document: Any, op: Json) -> str | None:
    """The pointer under which this op's value will stand; “-” is the place behind the last of a list."""
    if op["op"] not in ("add", "replace"):
        return None
    path: str = op["path"]
    if not path.endswith("/-"):
        return path
    parent = path[:-2]
    listed = jsonpointer.resolve_pointer(document, parent, None) if _is_there(document, parent) else None
    return f"{parent}/{len(listed)}" if isinstance(listed, list) else None


def _still_there(document: Any, patch: list[Json], places: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Those places whose value still stands where its op has put it: a later op may have moved it."""
    for in_record, in_entry in places:
        value = patch[int(in_entry.split("/")[3])]["value"]
        if _is_there(document, in_record) and jsonpointer.resolve_pointer(document, in_record) == value:
            yield in_record, in_entry


def _unfit(place: str, detail: str, cause: Exception | None = None) -> NoReturn:
    raise Unfit(invalid_at(place, detail, code="bad_patch")) from cause
