"""The journal of a match, read: what was entered, by whom, when, under which version, and whether it still stands."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.games import GAMES
from scorepad.models import Entry, Match
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, rights_at, visible_matches

MOST_LINES = 100
POINTERS = ("path", "from")

_COLUMNS = (
    "version",
    "entry_id",
    "kind",
    "data",
    "reason",
    "undoes",
    "actor_id",
    "actor__username",
    "token_id",
    "device",
    "entered_at",
    "stored_at",
    "imported_id",
    "claimed_at",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry, its fields in the order of `_COLUMNS`. `data` is None where it is withheld, `stands` false once an
    undo has taken it back.
    """

    version: int
    id: UUID
    kind: str
    data: dict[str, Any] | None
    reason: str | None
    undoes: int | None
    actor_id: int
    actor: str
    token_id: UUID | None
    device: str | None
    entered_at: datetime | None
    stored_at: datetime
    imported_id: UUID | None = None
    claimed_at: datetime | None = None
    stands: bool = True

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def journal(
    *, viewer: Viewer, match_id: UUID, after: int = 0, kinds: Collection[str] | None = None, limit: int = MOST_LINES
) -> list[Line]:
    """The entries after a version, oldest first, of all kinds or of some, as far as this viewer may read them.

    Of an open match only those who may record in its club see what was entered and why: an entry taken back, or an
    earlier round, tells cards that the table does not show.
    """
    match = visible_matches(viewer).filter(pk=match_id).select_related("club").first()
    if match is None:
        raise NotHere
    lines = [line for line in lines_of(match) if line.version > after and (kinds is None or line.kind in kinds)][:limit]
    rights = rights_at(viewer, match)
    return as_read(match, lines, may_record="record" in rights, member="read" in rights)


def as_read(match: Match, lines: Iterable[Line], *, may_record: bool, member: bool) -> list[Line]:
    """These lines of its journal as somebody with these rights in its club may read them."""
    if match.status == Match.Status.OPEN and not may_record:
        lines = [replace(line, data=None, reason=None) for line in lines]
    return [line if member else _for_guests(match.game, line) for line in lines]


def lines_of(match: Match) -> tuple[Line, ...]:
    return lines_of_all([match])[match.pk]


def lines_of_all(matches: Iterable[Match]) -> dict[UUID, tuple[Line, ...]]:
    """The journals of these matches, in one query."""
    lines: dict[UUID, list[Line]] = {match.pk: [] for match in matches}
    entries = Entry.objects.filter(match__in=lines).order_by("version")
    for match_id, *columns in entries.values_list("match", *_COLUMNS):
        lines[match_id].append(Line(*columns))
    return {match: with_standing(of_match) for match, of_match in lines.items()}


def with_standing(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines, each knowing whether one of the others took it back."""
    lines = tuple(lines)
    undone = {line.undoes for line in lines}
    return tuple(replace(line, stands=line.version not in undone) for line in lines)


def until(lines: Sequence[Line], version: int) -> tuple[Line, ...]:
    """The journal as it stood at a version."""
    return with_standing(line for line in lines if line.version <= version)


def speaks_of(patch: Iterable[dict[str, Any]], member: str) -> bool:
    """Whether some op of a JSON Patch may tell what stands at this member of the record, or write it."""
    return any(op.get(name) == "" or f"{op.get(name)}/".startswith(member + "/") for op in patch for name in POINTERS)


def _for_guests(game: str, line: Line) -> Line:
    """A guest reads no name to sign in with, and no stakes: they stand in the options of a record that was laid down
    or replaced, and an amendment may speak of them anywhere in its patch."""
    line = replace(line, actor="", token_id=None)
    if line.data is None:
        return line
    if "record" in line.data:
        return replace(line, data={**line.data, "record": _without_stake(game, line.data["record"])})
    if speaks_of(line.data.get("patch", ()), "/options"):
        return replace(line, data=None)
    return replace(line, data=_without_stake(game, line.data))


def _without_stake(game: str, written: dict[str, Any]) -> dict[str, Any]:
    if "options" not in written:
        return written
    return {**written, "options": GAMES[game].options_for_guests(written["options"])}
