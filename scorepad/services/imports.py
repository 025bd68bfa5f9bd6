"""Files of matches taken in by a job: noted at once, judged piece by piece, stored by COPY.

`per_record` stores whatever can be stored, some pieces a transaction, their verdicts with them: a job that was killed
goes on where it stood, and one that is given out twice waits and finds the position moved. `atomic` judges all of it
first and then stores the whole in one transaction, or nothing when anything in it was refused; so does a dry run, which
never stores anything. The export of a club is always taken in whole.

The file of a dry run is kept for a day, so that what was looked at can be taken in without being sent once more.
"""

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from scorepad.models import Club, Import, ImportLine, NameKey, Player
from scorepad.refusals import Conflict, Invalid, NotAllowed, Refused, invalid_at
from scorepad.selectors.access import Viewer, club_to, import_to, require
from scorepad.services import arrivals, ladder_arrivals
from scorepad.services.copying import copy_new
from scorepad.services.created import Created, create_once, known_as
from scorepad.services.judging import Judge, Verdict, new_players
from scorepad.services.nudges import nudge
from scorepad.services.pieces import LARGEST_FILE, Piece, pieces_of
from scorepad.services.planning import By
from scorepad.services.seating import Roster
from scorepad.services.transfers import Parcel, Unpacking
from scorepad.services.values import uuid_at
from scorepad.services.writing import Changes, writing

TASK = "scorepad.tasks.imports.run"
PIECES_AT_A_TIME = 100
TRIES = 3
# A worker that still lives moves the position within this; a job that was lost is sent again after it.
STALE_AFTER = timedelta(minutes=2)
KEPT_FOR = timedelta(days=1)
COMPARED = ("club_id", "actor_id", "mode", "dry_run", "creates_players", "digest")


def create_import(
    *,
    viewer: Viewer,
    club_slug: str,
    source: bytes,
    id: UUID | str | None = None,
    mode: str = Import.Mode.PER_RECORD,
    dry_run: bool = False,
    creates_players: bool = False,
    by_job: bool = True,
) -> Created[Import]:
    """An import to be done by a job, or the one that this very call noted before. What is no file of ours is refused
    here already. Whoever does not leave it to a job brings a file of any size, and calls `run` himself."""
    club = club_to("record", viewer=viewer, slug=club_slug)
    if viewer.user is None:
        raise NotAllowed
    _check(mode, source, most=LARGEST_FILE if by_job else None)
    wanted = Import(
        id=uuid.uuid4() if id is None else uuid_at("/id", id),
        club=club,
        actor=viewer.user,
        token_id=viewer.token_id,
        mode=mode,
        dry_run=dry_run,
        creates_players=creates_players,
        source=source,
        digest=hashlib.sha256(source).hexdigest(),
    )
    _take_apart(wanted, source, viewer)

    def make(changes: Changes) -> Import:
        wanted.save(force_insert=True)
        changes.add(club.pk, "import", wanted.pk)
        if by_job:
            nudge(TASK, str(wanted.pk))
        return wanted

    return create_once(known=lambda: known_as(wanted, *COMPARED, among=Import.objects.all()), make=make)


def _check(mode: str, source: bytes, *, most: int | None) -> None:
    if mode not in Import.Mode.values:
        raise invalid_at("/mode", "An import is atomic or per_record.", allowed=list(Import.Mode.values))
    if most is not None and len(source) > most:
        raise invalid_at("", f"A file has {most} bytes at most.", code="body_too_large", limit=most)


def _take_apart(wanted: Import, source: bytes, viewer: Viewer) -> None:
    """How many pieces the file has. The export of a club takes an owner, and is taken whole."""
    pieces = pieces_of(source)
    if parcel := Parcel.of(pieces):
        require("manage", viewer=viewer, club=wanted.club)
        wanted.mode = Import.Mode.ATOMIC
    wanted.total = len(parcel.pieces if parcel else pieces)


def take_in(*, viewer: Viewer, import_id: UUID, mode: str | None = None) -> Created[Import]:
    """The file of a dry run taken in for good, under an id that follows from it: so it is taken in once, however often
    it is asked for. Whoever read the verdicts may choose another mode than that in which they were given."""
    batch = import_to("record", viewer=viewer, import_id=import_id)
    if not batch.dry_run or batch.source is None:
        raise Conflict("file_not_kept", "This file is not kept any more, or was taken in already; send it again.")
    return create_import(
        viewer=viewer,
        club_slug=batch.club.slug,
        source=bytes(batch.source),
        id=taken_in_as(batch.pk),
        mode=mode or batch.mode,
        creates_players=batch.creates_players,
    )


def taken_in_as(dry_run_id: UUID) -> UUID:
    """The import that a dry run becomes once its file is taken in."""
    return uuid.uuid5(dry_run_id, "taken in")


def forget() -> None:
    """Keep no file of a dry run for longer than a day: there are people's names in it."""
    with writing():
        old = Import.objects.filter(dry_run=True, finished_at__lt=timezone.now() - KEPT_FOR, source__isnull=False)
        old.update(source=None)


def unfinished() -> list[UUID]:
    """Imports whose job was lost, or whose worker was."""
    waiting = Import.objects.filter(state__in=[Import.State.QUEUED, Import.State.RUNNING])
    return [each.pk for each in waiting.only("pk", "created_at", "started_at", "state") if _is_stale(each)]


def run(*, import_id: UUID) -> None:
    """Do what is left of an import; one that is done is left alone."""
    batch = _begin(import_id)
    if batch is None:
        return
    pieces = pieces_of(bytes(batch.source or b""))
    if parcel := Parcel.of(pieces):
        _run_atomic(batch, parcel.pieces, parcel)
    elif _is_stepwise(batch):
        _run_per_record(batch.pk, pieces)
    else:
        _run_atomic(batch, pieces)


def _begin(import_id: UUID) -> Import | None:
    with writing():
        batch = Import.objects.select_for_update(of=("self",)).select_related("club").filter(pk=import_id).first()
        if batch is None or batch.state not in (Import.State.QUEUED, Import.State.RUNNING):
            return None
        if batch.club.deleted_at is not None:
            return None
        batch.state = Import.State.RUNNING
        batch.started_at = timezone.now()
        batch.save(update_fields=["state", "started_at"])
    return batch


def _run_per_record(import_id: UUID, pieces: Sequence[Piece]) -> None:
    more, tries = True, TRIES
    while more:
        try:
            more, tries = _store_some(import_id, pieces), TRIES
        except (Conflict, Invalid):
            # Somebody took an id or a name, or merged two players, after these were judged: judge them again.
            tries -= 1
            if not tries:
                raise


def _store_some(import_id: UUID, pieces: Sequence[Piece]) -> bool:
    """The next pieces judged and stored, with their verdicts and the position after them, or nothing of it.

    The race: the same job at work twice. The import's row is the lock, and the position is read under it.
    """
    with writing() as changes:
        batch = _locked(import_id)
        if batch is None:
            return False
        some = pieces[batch.position : batch.position + PIECES_AT_A_TIME]
        verdicts = _judge(batch).verdicts(some)
        _store(batch, verdicts, changes)
        _note(batch, verdicts)
        if batch.position < len(pieces):
            return True
        _finish(batch, Import.State.DONE, changes)
        return False


def _run_atomic(batch: Import, pieces: Sequence[Piece], parcel: Parcel | None = None) -> None:
    """All pieces judged, then all of it stored at once. What was judged before a kill is judged again."""
    with writing():
        ImportLine.objects.filter(batch=batch).delete()
        Import.objects.filter(pk=batch.pk).update(position=0)
    batch.position = 0
    judge, verdicts = _judge(batch, parcel), list[Verdict]()
    for start in range(0, len(pieces), PIECES_AT_A_TIME):
        some = judge.verdicts(pieces[start : start + PIECES_AT_A_TIME])
        verdicts += some
        with writing():
            if _locked(batch.pk, position=start) is None:
                return
            _note(batch, some)
    refused = sum(verdict.status == "refused" for verdict in verdicts)
    with writing() as changes:
        locked = _locked(batch.pk, position=len(pieces))
        if locked is None:
            return
        if refused and batch.mode == Import.Mode.ATOMIC:
            counted = "1 piece was" if refused == 1 else f"{refused} pieces were"
            detail = f"{counted} refused, so nothing of this file was stored."
            _finish(locked, Import.State.REFUSED, changes, {"code": "pieces_refused", "detail": detail})
        else:
            if not locked.dry_run:
                if parcel is not None:
                    parcel.header.take_over(locked.club, changes)
                _store(locked, verdicts, changes)
            _finish(locked, Import.State.DONE, changes)


def fail(*, import_id: UUID, refusal: Refused) -> None:
    """An import broken off: what stood in its way is told, and what it has stored stays stored."""
    with writing() as changes:
        batch = _locked(import_id)
        if batch is not None:
            problem = {"code": refusal.code, "detail": refusal.detail}
            _finish(batch, Import.State.REFUSED, changes, problem)


def give_up(*, import_id: UUID) -> None:
    """The worker's time is over. What is stored some pieces at a time is gone on with where it stands; what is stored
    whole would only begin again, for ever."""
    with writing() as changes:
        batch = _locked(import_id)
        if batch is not None and not _is_stepwise(batch):
            detail = "This file takes longer than a job may; nothing of it was stored. Send it in smaller parts."
            _finish(batch, Import.State.REFUSED, changes, {"code": "took_too_long", "detail": detail})


def _locked(import_id: UUID, position: int | None = None) -> Import | None:
    """The import, ours until the commit, if its job is still to be done, and nobody else has come further with it."""
    batch = Import.objects.select_for_update(of=("self",)).select_related("club", "actor").filter(pk=import_id).first()
    if batch is None or batch.state != Import.State.RUNNING or position not in (None, batch.position):
        return None
    return batch


def _judge(batch: Import, parcel: Parcel | None = None) -> Judge | Unpacking:
    by = By(batch.actor_id, batch.actor.get_username(), batch.token_id, timezone.now())
    if parcel is not None:
        return Unpacking.of(batch.club, by, batch.pk, parcel, Roster.of(batch.club))
    return Judge(batch.club, by, batch.pk, batch.creates_players, Roster.of(batch.club))


def _store(batch: Import, verdicts: Sequence[Verdict], changes: Changes) -> None:
    club = batch.club
    arrived = arrivals.store(club, [verdict.arrival for verdict in verdicts if verdict.arrival is not None])
    for player in [*arrived, *_make_players(club, verdicts)]:
        changes.add(club.pk, "player", player.pk)
    ladders = [verdict.ladder for verdict in verdicts if verdict.ladder is not None]
    ladder_arrivals.store(club, ladders)
    for ladder in ladders:
        changes.add(club.pk, "ladder", ladder.pk, ladder.version)
    for match in copy_new([(club, verdict.history) for verdict in verdicts if verdict.history is not None]):
        changes.add(club.pk, "match", match.pk, match.version)


def _make_players(club: Club, verdicts: Sequence[Verdict]) -> list[Player]:
    players = new_players(club, verdicts)
    Player.objects.bulk_create(players)
    NameKey.objects.bulk_create(NameKey(club=club, player=player, key=player.name_key) for player in players)
    return players


def _note(batch: Import, verdicts: Sequence[Verdict]) -> None:
    """The verdicts written down, and the position after them."""
    ImportLine.objects.bulk_create(
        ImportLine(
            batch=batch,
            number=verdict.piece.number,
            what=verdict.what,
            ref=verdict.ref,
            status=verdict.status,
            problem=verdict.problem,
            hints=list(verdict.hints),
            told=verdict.told,
        )
        for verdict in verdicts
    )
    batch.position += len(verdicts)
    Import.objects.filter(pk=batch.pk).update(position=batch.position, started_at=timezone.now())


def _finish(batch: Import, state: str, changes: Changes, problem: Mapping[str, object] | None = None) -> None:
    batch.state, batch.problem = state, problem
    batch.finished_at, batch.source = timezone.now(), batch.source if batch.dry_run else None
    batch.save(update_fields=["state", "problem", "finished_at", "source"])
    changes.add(batch.club_id, "import", batch.pk)


def _is_stepwise(batch: Import) -> bool:
    return batch.mode == Import.Mode.PER_RECORD and not batch.dry_run


def _is_stale(batch: Import) -> bool:
    return (batch.started_at or batch.created_at) < timezone.now() - STALE_AFTER
