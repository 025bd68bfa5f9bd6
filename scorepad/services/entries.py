"""Entries: the one way in which a match that exists is changed.

The match's row is locked, then everything is read, then it is decided: two devices at one table wait for each other
here, and the second decides on what the first has written.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from scorepad.models import Match
from scorepad.refusals import Busy, NotAllowed, NotHere, Refused, conflict_at, invalid_at
from scorepad.selectors.access import Viewer, match_to, require_at, visible_matches
from scorepad.selectors.impact import Hypothesis, Supposed
from scorepad.selectors.journal import Line, lines_of
from scorepad.selectors.rows import Rows, record_of, replay_of, rows_of, snapshot
from scorepad.services import corrections, seating
from scorepad.services.differences import Difference
from scorepad.services.folding import standing_of
from scorepad.services.incoming import Incoming, parse
from scorepad.services.matches import by_of
from scorepad.services.planning import History, plan
from scorepad.services.previewing import Foretold, foretell
from scorepad.services.rowing import rows_for
from scorepad.services.seating import Roster
from scorepad.services.storage import store
from scorepad.services.verdicts import Verdict, verdict_again, verdict_of
from scorepad.services.writing import writing

Entry = dict[str, Any]


def enter(*, viewer: Viewer, match_id: UUID, entry: Entry, dry_run: bool = False) -> Verdict:
    """One entry: stored, found stored already, or refused with nothing changed. A dry run stores nothing either way,
    and tells what would become of ladders."""
    if dry_run:
        match, history = _as_it_stands(viewer, match_id)
        after, verdict = _decide(match, history, entry, viewer)
        difference = Difference(verdict.version, history, after)
        return replace(verdict, difference=difference, foretold=_foretold(viewer, match, history, after))
    return _enter(viewer, match_id, entry)


def enter_all(*, viewer: Viewer, match_id: UUID, entries: Sequence[Entry], dry_run: bool = False) -> list[Verdict]:
    """Entries in order, each in a transaction of its own, up to the first that is refused: its verdict comes last.

    One without `base_version` follows the one before it. When nothing could be tried at all, that is raised instead. Of
    a dry run, the last entry that is not refused says what all of them would do to ladders.
    """
    if dry_run:
        return _rehearse_all(viewer, match_id, entries)
    return _in_order(entries, lambda entry, follows: _enter(viewer, match_id, entry, follows))


def _in_order(entries: Sequence[Entry], tried: Callable[[Entry, int | None], Verdict]) -> list[Verdict]:
    verdicts: list[Verdict] = []
    for entry in entries:
        try:
            verdicts.append(tried(entry, verdicts[-1].version if verdicts else None))
        except Refused as refusal:
            if not verdicts and isinstance(refusal, NotHere | NotAllowed | Busy):
                raise
            return [*verdicts, Verdict(entry_id=None, refusal=refusal)]
    return verdicts


def _rehearse_all(viewer: Viewer, match_id: UUID, entries: Sequence[Entry]) -> list[Verdict]:
    match, history = _as_it_stands(viewer, match_id)
    after = history

    def tried(entry: Entry, follows: int | None) -> Verdict:
        nonlocal after
        after, verdict = _decide(match, after, entry, viewer, follows)
        return verdict

    verdicts = _in_order(entries, tried)
    accepted = sum(verdict.refusal is None for verdict in verdicts)
    if accepted:
        foretold = _foretold(viewer, match, history, after)
        verdicts[accepted - 1] = replace(verdicts[accepted - 1], foretold=foretold)
    return verdicts


def as_it_stands(*, viewer: Viewer, match_id: UUID) -> Verdict:
    """What a dry run says when there is nothing to be done."""
    match, history = _as_it_stands(viewer, match_id)
    verdict = verdict_again(history, history.lines[-1])
    return replace(verdict, changes={"rounds": []}, foretold=_foretold(viewer, match, history, history))


def _enter(viewer: Viewer, match_id: UUID, entry: Entry, follows: int | None = None) -> Verdict:
    with writing() as changes:
        # Everything else is read after this row is ours: what was read before might be what another device overwrites.
        locked = Match.objects.select_related("club").select_for_update(of=("self",))
        match = match_to("record", viewer=viewer, matches=locked, match_id=match_id)
        # A role may have been lost while we waited for the row.
        require_at("record", viewer=viewer, match=match)
        rows = rows_of(match)
        history = history_of(rows)
        decided = plan(history, _read(viewer, match, history, entry, follows), by_of(viewer))
        if isinstance(decided, Line):
            return verdict_again(history, decided)
        _require_original(viewer, match, decided.line, lock=True)
        store(match.club, rows, decided)
        changes.add(match.club_id, "match", match.pk, decided.after.version)
    return verdict_of(history, decided.after, decided.line, stored=True)


def _as_it_stands(viewer: Viewer, match_id: UUID) -> tuple[Match, History]:
    with snapshot():
        match = match_to("record", viewer=viewer, matches=Match.objects.select_related("club"), match_id=match_id)
        return match, history_of(rows_of(match))


def _decide(
    match: Match, history: History, entry: Entry, viewer: Viewer, follows: int | None = None
) -> tuple[History, Verdict]:
    """What would become of the entry, and the history as it would be after it."""
    decided = plan(history, _read(viewer, match, history, entry, follows), by_of(viewer))
    if isinstance(decided, Line):
        return history, verdict_again(history, decided)
    _require_original(viewer, match, decided.line, lock=False)
    if decided.after.record["players"] != history.record["players"]:
        seating.require_apart(decided.after.players, place="")
    return decided.after, verdict_of(history, decided.after, decided.line, stored=False)


def _foretold(viewer: Viewer, match: Match, before: History, after: History) -> Foretold | None:
    matches = () if after is before else (Supposed.of(rows_for(match.club, after, match)),)
    return foretell(viewer=viewer, club=match.club, hypothesis=Hypothesis(match.club_id, matches))


def _read(viewer: Viewer, match: Match, history: History, entry: Entry, follows: int | None) -> Incoming:
    """The entry as it will be journalled: people by id alone."""
    incoming = parse(history.game, entry, follows=follows)
    if not corrections.seats_players(incoming.kind, incoming.data):
        return incoming
    sent_before = [line for line in history.lines if line.id == incoming.id]
    meant = dict(seating.meant_in(sent_before[0].data, "data")) if sent_before else {}
    roster = Roster.of(match.club, meant, viewer=viewer)
    data = corrections.by_id(history.game, match.pk, incoming.kind, incoming.data, roster)
    return replace(incoming, data=data)


def _require_original(viewer: Viewer, match: Match, line: Line, *, lock: bool) -> None:
    """A duplicate is one of a match that counts.

    The race: two matches voided at once as each other's duplicates, after which neither would count. So the original
    is locked too; of the two, one has to give way, and finds on sending again that its original is void by now.
    """
    original = (line.data or {}).get("duplicate_of") if line.kind == "void" else None
    if original is None:
        return
    matches = visible_matches(viewer).filter(club=match.club_id, game=match.game).exclude(pk=match.pk)
    found = (matches.select_for_update(no_key=True) if lock else matches).filter(pk=original).first()
    if found is None:
        detail = "There is no other match of this club and this game with this id."
        raise invalid_at("/data/duplicate_of", detail, code="unknown_match", found=original)
    if found.void:
        detail = "That match is void itself: then neither of the two would count."
        raise conflict_at("/data/duplicate_of", "duplicate_is_void", detail)


def history_of(rows: Rows, lines: tuple[Line, ...] | None = None) -> History:
    """The match as its rows hold it, and as its journal says that it stands."""
    match, lines = rows.match, lines_of(rows.match) if lines is None else lines
    return History(rows.game, str(match.pk), lines, record_of(rows), replay_of(rows), standing_of(lines))
