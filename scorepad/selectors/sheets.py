"""The score sheet of a match, as far as a viewer may see it: what the pages show and the API answers.

While a match is open, the cards of earlier rounds since the shuffle are for its recorders alone; a stake and what is
paid are for members. All of it is read as of one moment, and `etag` names just this sheet as just this viewer sees it.
"""

import hashlib
import json
from collections.abc import Set
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorepad.models import Entry, Match, Seat
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, rights_at, visible_matches
from scorepad.selectors.rows import Rows, named, record_of, replay_of, rows_of, snapshot

Json = dict[str, Any]

AMENDING = ("undo", "amend", "replace")


@dataclass(frozen=True, slots=True)
class SeatLine:
    key: str
    name: str
    player_id: UUID
    score: int
    place: int | None

    @classmethod
    def of(cls, seat: Seat) -> "SeatLine":
        return cls(seat.key, seat.player.name, seat.player_id, seat.score, seat.place)


@dataclass(frozen=True, slots=True)
class Sheet:
    """`amended` counts the entries that changed what others wrote; `members_only` says that stakes are shown."""

    match: Match
    seats: tuple[SeatLine, ...]
    record: Json
    replay: Json
    awaiting: Json | None
    entries: int
    amended: int
    devices: tuple[str, ...]
    may_record: bool
    members_only: bool
    version: int
    etag: str
    veiled_rounds: frozenset[int]


def sheet(*, viewer: Viewer, match_id: UUID) -> Sheet:
    with snapshot():
        match = visible_matches(viewer).select_related("club").filter(pk=match_id).first()
        if match is None:
            raise NotHere
        rows = rows_of(match)
        journal = list(Entry.objects.filter(match=match).order_by("version").values_list("kind", "device"))
        rights = rights_at(viewer, match)
    may_record, member = "record" in rights, "read" in rights
    seats = tuple(map(SeatLine.of, rows.seats))
    record, replay, veiled = _veiled(rows, seats, may_record=may_record, member=member)
    return Sheet(
        match=match,
        seats=seats,
        record=record,
        replay=replay,
        awaiting=match.awaiting,
        entries=len(journal),
        amended=sum(kind in AMENDING for kind, _ in journal),
        devices=tuple(dict.fromkeys(device for _, device in journal if device)),
        may_record=may_record,
        members_only=member,
        version=match.version,
        etag=_etag(match, seats, rights),
        veiled_rounds=veiled,
    )


def etag_of(rows: Rows, rights: Set[str]) -> str:
    """The tag of the sheet as somebody with these rights in its club sees it."""
    return _etag(rows.match, tuple(map(SeatLine.of, rows.seats)), rights)


def names_at(match: Match) -> list[str]:
    """Who plays it, seat by seat."""
    return list(match.seats.order_by("number").values_list("player__name", flat=True))


def _veiled(
    rows: Rows, seats: tuple[SeatLine, ...], *, may_record: bool, member: bool
) -> tuple[Json, Json, frozenset[int]]:
    match, rules = rows.match, rows.game.rules
    record = named(record_of(rows), {seat.key: seat.name for seat in seats})
    replay, veiled = replay_of(rows), frozenset[int]()
    if match.status == Match.Status.OPEN and not may_record:
        record, replay, veiled = rules.veil(record, replay, match.awaiting)
    if not member:
        record, replay = rules.for_guests(record, replay)
    return record, replay, veiled


def _etag(match: Match, seats: tuple[SeatLine, ...], rights: Set[str]) -> str:
    """Made of all that a sheet shows: the match's version and its last rebuild, names, the club, who looks at it."""
    club = match.club
    shown = [str(match.pk), match.version, match.rules_version, match.updated_at.isoformat(), match.objection]
    shown += [[seat.name for seat in seats], club.slug, club.name, club.time_zone, "record" in rights, "read" in rights]
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:32]
