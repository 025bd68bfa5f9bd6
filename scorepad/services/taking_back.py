"""An import taken back whole: every match that it made is void, every player that only it brought is hidden.

Nothing is deleted, for the journal is for ever: a match taken back is a match voided, with the import named as the
reason, and can be restored like any other. Matches that were here before the import are left alone.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone

from scorepad.models import Entry, Import, ImportLine, Match, Player, Seat
from scorepad.refusals import Conflict, NotAllowed
from scorepad.selectors.access import Viewer, import_to, require
from scorepad.selectors.journal import lines_of_all
from scorepad.selectors.rows import rows_of_all
from scorepad.services.entries import history_of
from scorepad.services.incoming import Incoming
from scorepad.services.judging import PLAYER_CREATED
from scorepad.services.planning import By, History, Plan, plan
from scorepad.services.storage import store
from scorepad.services.writing import Changes, writing

AT_A_TIME = 200


def take_back(*, viewer: Viewer, import_id: UUID) -> Import:
    """In one transaction: all of it is taken back, or nothing. One that was taken back stays so."""
    batch = import_to("record", viewer=viewer, import_id=import_id)
    if viewer.user is None:
        raise NotAllowed
    with writing() as changes:
        # The job locks this row before each of its chunks: it has stored them all by now, or it will store none.
        batch = Import.objects.select_for_update(of=("self",)).select_related("club").get(pk=import_id)
        require("record", viewer=viewer, club=batch.club)
        if batch.state == Import.State.TAKEN_BACK:
            return batch
        _require_stored(batch)
        now = timezone.now()
        by = By(viewer.user.pk, viewer.user.get_username(), viewer.token_id, now)
        made = _matches_of(batch)
        for start in range(0, len(made), AT_A_TIME):
            _void(batch, made[start : start + AT_A_TIME], by, changes)
        _hide(batch, made, changes)
        _mark(batch, viewer, now)
        changes.add(batch.club_id, "import", batch.pk)
    return batch


def _require_stored(batch: Import) -> None:
    if batch.state in (Import.State.QUEUED, Import.State.RUNNING):
        raise Conflict("import_under_way", "This import is still under way; it can be taken back when it is done.")
    if batch.state == Import.State.REFUSED or batch.dry_run:
        raise Conflict("nothing_imported", "This import stored nothing, so there is nothing to take back.")


def _matches_of(batch: Import) -> list[UUID]:
    made = Entry.objects.filter(imported=batch, version=1)
    return list(made.order_by("match").values_list("match", flat=True))


def _void(batch: Import, ids: Sequence[UUID], by: By, changes: Changes) -> None:
    """Whatever was entered since goes out of the count with the match. The rows are read once they are ours."""
    matches = list(Match.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk"))
    lines = lines_of_all(matches)
    for rows in rows_of_all(matches):
        history = history_of(rows, lines[rows.match.pk])
        planned = None if history.standing.void else plan(history, _entry(batch, history), by)
        if isinstance(planned, Plan):
            store(batch.club, rows, planned)
            changes.add(batch.club_id, "match", rows.match.pk, planned.after.version)


def _entry(batch: Import, history: History) -> Incoming:
    return Incoming(
        id=uuid5(batch.pk, f"{history.match_id} {history.version}"),
        kind="void",
        base_version=history.version,
        data={},
        reason=f"The import {batch.pk} was taken back.",
        entered_at=None,
        device=None,
    )


def _hide(batch: Import, made: list[UUID], changes: Changes) -> None:
    """The players that it brought, but for those who sit at other tables too, or are one with somebody else.

    The race: somebody is just being seated at another table. Whoever seats a player holds his row FOR KEY SHARE
    (`seating.hold`), so that we wait for that match and see it.
    """
    brought = Player.objects.select_for_update(of=("self",)).filter(pk__in=_players_of(batch), hidden=False)
    players = list(brought.order_by("pk"))
    elsewhere = Seat.objects.filter(player__in=players).exclude(match__in=made)
    kept: set[UUID | None] = set(elsewhere.values_list("player", flat=True))
    kept |= {player.merged_into_id for player in Player.objects.filter(merged_into__in=players)}
    hidden = [player.pk for player in players if player.pk not in kept and player.merged_into_id is None]
    Player.objects.filter(pk__in=hidden).update(hidden=True)
    for player in hidden:
        changes.add(batch.club_id, "player", player)


def _players_of(batch: Import) -> set[UUID]:
    lines = ImportLine.objects.filter(batch=batch)
    found = {line.ref for line in lines.filter(what="player", status="new") if line.ref is not None}
    for hints in lines.filter(hints__contains=[{"code": PLAYER_CREATED}]).values_list("hints", flat=True):
        found |= {UUID(hint["player"]) for hint in hints if hint["code"] == PLAYER_CREATED}
    return found


def _mark(batch: Import, viewer: Viewer, now: datetime) -> None:
    batch.state, batch.taken_back_at, batch.taken_back_by = Import.State.TAKEN_BACK, now, viewer.user
    batch.save(update_fields=["state", "taken_back_at", "taken_back_by"])
