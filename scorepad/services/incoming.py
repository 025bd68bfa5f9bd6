"""An entry as it comes in, checked for shape: whatever it is, only `Refused` says no to it.

What makes two entries the same is `content`: kind, data and reason, with nulls as if they were not there. Times and
devices are claims, and the base version is only what the device had seen.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.violations import Violation, pointer
from scorepad.games import GameHere
from scorepad.models import Entry
from scorepad.refusals import Invalid, invalid_at, violated
from scorepad.services import corrections
from scorepad.services.values import moment_at, text_at, uuid_at

FIELDS = ("id", "kind", "base_version", "data", "reason", "entered_at", "device")
# Nothing seen of the match yet, and the most that its column holds.
VERSIONS = range(2**31)


@dataclass(frozen=True, slots=True)
class Incoming:
    id: UUID
    kind: str
    base_version: int
    data: dict[str, Any]
    reason: str | None
    entered_at: datetime | None
    device: str | None

    @property
    def content(self) -> str:
        return content(self.kind, self.data, self.reason)


def content(kind: str, data: Mapping[str, Any] | None, reason: str | None) -> str:
    """One text for one content. Python finds 1 and true equal, JSON does not."""
    return json.dumps([kind, data, reason], sort_keys=True, ensure_ascii=False)


def parse(game: GameHere, entry: object, *, follows: int | None = None) -> Incoming:
    """The entry, its data as the game reads it. One without `base_version` follows the entry before it, if any."""
    if not isinstance(entry, dict):
        raise invalid_at("", "An entry is an object.")
    given = {name: value for name, value in entry.items() if value is not None}
    for name in given:
        if name not in FIELDS:
            raise invalid_at(pointer(name), f"An entry has no field {name!r}.", allowed=list(FIELDS))
    kind = _kind(game, given.get("kind"))
    reason = text_at("/reason", given.get("reason"), most=Entry._meta.get_field("reason").max_length)
    if kind in corrections.KINDS and not (reason or "").strip():
        raise invalid_at("/reason", "Say why: a correction is kept with its reason.")
    return Incoming(
        id=uuid_at("/id", given.get("id")),
        kind=kind,
        base_version=_version(given.get("base_version", follows)),
        data=_data(game, kind, given.get("data")),
        reason=reason,
        entered_at=None if "entered_at" not in given else moment_at("/entered_at", given["entered_at"]),
        device=text_at("/device", given.get("device"), most=Entry._meta.get_field("device").max_length),
    )


def _kind(game: GameHere, kind: object) -> str:
    kinds = [*game.rules.kinds, *corrections.KINDS, "undo"]
    # Not told of: a match's own `create` may be sent here again, and no other.
    if not isinstance(kind, str) or kind not in (*kinds, "create"):
        raise invalid_at("/kind", f"An entry's kind is one of {', '.join(kinds)}.", found=kind, allowed=kinds)
    return kind


def _version(value: object) -> int:
    if type(value) is not int or value not in VERSIONS:
        raise invalid_at("/base_version", "The base version is the last version that the device has seen.", found=value)
    return value


def _data(game: GameHere, kind: str, data: object) -> dict[str, Any]:
    if kind in game.rules.kinds:
        try:
            return game.rules.parse_entry(kind, data)
        except Violation as violation:
            raise violated(violation, pointer=violation.path) from violation
    if kind in corrections.KINDS:
        return corrections.parse(game, kind, data)
    if not isinstance(data, dict):
        raise invalid_at("/data", "An entry's data is an object.", found=data)
    given = {name: value for name, value in data.items() if value is not None}
    if kind == "undo" and given:
        raise invalid_at(pointer("data", next(iter(given))), "An undo says nothing but that it is one.")
    return given


def reused(entry_id: UUID) -> Invalid:
    return invalid_at("/id", f"An entry with the id {entry_id} was stored with other content.", code="entry_id_reused")
