"""Entries: the one way in which a match that exists is changed.

The match's row is locked, then everything is read, then it is decided: two devices at one table wait for each other
here, and the second decides on what the first has written.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone

from scorepad.models import Match
from scorepad.refusals import Busy, NotAllowed, NotHere, Refused
from scorepad.selectors.access import Viewer, match_to, require
from scorepad.selectors.journal import Line, lines_of
from scorepad.selectors.rows import Rows, record_of, replay_of, rows_of, snapshot
from scorepad.services.incoming import parse
from scorepad.services.planning import By, History, plan
from scorepad.services.storage import store
from scorepad.services.verdicts import Verdict, verdict_again, verdict_of
from scorepad.services.writing import writing

Entry = dict[str, Any]


def enter(*, viewer: Viewer, match_id: UUID, entry: Entry, dry_run: bool = False) -> Verdict:
    """One entry: stored, found stored already, or refused with nothing changed. A dry run stores nothing either way."""
    if dry_run:
        history = _as_it_stands(viewer, match_id)
        return _decide(history, entry, viewer)[1]
    return _enter(viewer, match_id, entry)


def enter_all(*, viewer: Viewer, match_id: UUID, entries: Sequence[Entry], dry_run: bool = False) -> list[Verdict]:
    """Entries in order, each in a transaction of its own, up to the first that is refused: its verdict comes last.

    One without `base_version` follows the one before it. When nothing could be tried at all, that is raised instead.
    """
    rehearsed = _as_it_stands(viewer, match_id) if dry_run else None
    verdicts: list[Verdict] = []
    for entry in entries:
        follows = verdicts[-1].version if verdicts else None
        try:
            if rehearsed is None:
                verdict = _enter(viewer, match_id, entry, follows)
            else:
                rehearsed, verdict = _decide(rehearsed, entry, viewer, follows)
        except Refused as refusal:
            if not verdicts and isinstance(refusal, NotHere | NotAllowed | Busy):
                raise
            return [*verdicts, Verdict(entry_id=None, refusal=refusal)]
        verdicts.append(verdict)
    return verdicts


def _enter(viewer: Viewer, match_id: UUID, entry: Entry, follows: int | None = None) -> Verdict:
    with writing() as changes:
        # Everything else is read after this row is ours: what was read before might be what another device overwrites.
        locked = Match.objects.select_related("club").select_for_update(of=("self",))
        match = match_to("record", viewer=viewer, matches=locked, match_id=match_id)
        # A role may have been lost while we waited for the row.
        require("record", viewer=viewer, club=match.club)
        rows = rows_of(match)
        history = history_of(rows)
        decided = plan(history, parse(history.game, entry, follows=follows), _by(viewer))
        if isinstance(decided, Line):
            return verdict_again(history, decided)
        store(match.club, rows, decided)
        changes.add(match.club_id, "match", match.pk, decided.after.version)
    return verdict_of(decided.after, decided.line, stored=True)


def _as_it_stands(viewer: Viewer, match_id: UUID) -> History:
    with snapshot():
        match = match_to("record", viewer=viewer, matches=Match.objects.select_related("club"), match_id=match_id)
        return history_of(rows_of(match))


def _decide(history: History, entry: Entry, viewer: Viewer, follows: int | None = None) -> tuple[History, Verdict]:
    """What would become of the entry, and the history as it would be after it."""
    decided = plan(history, parse(history.game, entry, follows=follows), _by(viewer))
    if isinstance(decided, Line):
        return history, verdict_again(history, decided)
    return decided.after, verdict_of(decided.after, decided.line, stored=False)


def history_of(rows: Rows) -> History:
    return History(rows.game, str(rows.match.pk), lines_of(rows.match), record_of(rows), replay_of(rows))


def _by(viewer: Viewer) -> By:
    if viewer.user is None:
        raise NotAllowed
    return By(viewer.user.pk, viewer.user.get_username(), viewer.token_id, timezone.now())
