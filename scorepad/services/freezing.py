"""The final standings and the table of a season, frozen: what was decided by then is not decided otherwise later.

A correction that comes afterwards changes the ladder as ever, and what was frozen not at all; where the two differ is
told (`hindsight`).
"""

from datetime import date
from hashlib import sha256
from typing import Any
from uuid import UUID

from engine import canonical_json
from scorepad.models import Frozen, Ladder
from scorepad.refusals import Busy, Conflict, NotAllowed, NotHere
from scorepad.selectors.access import Viewer, ladder_to
from scorepad.selectors.rows import snapshot
from scorepad.selectors.season_tables import season_table
from scorepad.selectors.standings import pending, today_of
from scorepad.selectors.told import Told, told_of
from scorepad.services.created import Created
from scorepad.services.writing import writing


def freeze(*, viewer: Viewer, ladder_id: UUID) -> Created[Frozen]:
    """The season frozen, or as it was frozen before. Refused while it lasts; `Busy` until all of it is rated."""
    ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
    if viewer.user is None:
        raise NotAllowed
    if known := _frozen(ladder):
        return Created(known, new=False)
    with snapshot():
        ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
        told = _told(ladder)
    with writing() as changes:
        # The race: the same call twice, other rules, or no ladder any more, while we were reading. Whoever changes a
        # ladder locks its row.
        locked = Ladder.objects.select_for_update(of=("self",), no_key=True).filter(pk=ladder.pk).first()
        if locked is None:
            raise NotHere
        if known := _frozen(ladder):
            return Created(known, new=False)
        if locked.version != told.ladder_version:
            raise Busy
        frozen = Frozen.objects.create(
            ladder=ladder,
            ends=date.fromisoformat(told.document["ends"]),
            standings=told.document,
            position=told.position,
            merges=told.merges,
            ladder_version=told.ladder_version,
            checksum=checksum(told.document),
            frozen_by=viewer.user,
        )
        changes.add(ladder.club_id, "ladder", ladder.pk, ladder.version)
    return Created(frozen, new=True)


def checksum(document: dict[str, Any]) -> str:
    """SHA-256 of the document in the canonical form of RFC 8785, in hexadecimal digits."""
    return sha256(canonical_json.dump(document).encode()).hexdigest()


def _frozen(ladder: Ladder) -> Frozen | None:
    return Frozen.objects.filter(ladder=ladder).first()


def _told(ladder: Ladder) -> Told:
    if ladder.season_end is None:
        raise Conflict("season_without_end", "This ladder's season has no end; give it one first.")
    today = today_of(ladder)
    if today <= ladder.season_end:
        ends = ladder.season_end.isoformat()
        raise Conflict(
            "season_under_way", f"The season ends with {ends}; it can be frozen from the next day on.", ends=ends
        )
    table = season_table(ladder)
    if pending(ladder) or table.pending:
        raise Busy("The matches of this season are still being rated; send it again.")
    return told_of(ladder, ladder.season_end, table)
