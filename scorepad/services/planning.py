"""The one function that decides what an entry does: history and entry in, a plan or the entry already stored out.

Pure: it reads no database and no clock, so that a write, its rehearsal (`dry_run`) and a batch all decide alike.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.violations import Violation
from scorepad.games import GameHere
from scorepad.models import Match
from scorepad.refusals import Conflict, violated
from scorepad.selectors.journal import Line, until, with_standing
from scorepad.services import corrections
from scorepad.services.corrections import Standing
from scorepad.services.folding import Unfoldable, fold, standing_of
from scorepad.services.incoming import Incoming, content, reused
from scorepad.services.patches import Unfit

Json = dict[str, Any]

# What an undo never takes back.
LASTING = ("create", "void", "restore")
# What writes into a record without a slot of its own.
_LAID_DOWN = ("create", *corrections.OF_THE_RECORD)


@dataclass(frozen=True, slots=True)
class By:
    """Who enters, and the time of the server when it was decided."""

    actor_id: int
    actor: str
    token_id: UUID | None
    now: datetime


@dataclass(frozen=True, slots=True)
class History:
    """A match as it stands: its journal, and what is its fold: the record, its replay, and what stands beside it."""

    game: GameHere
    match_id: str
    lines: tuple[Line, ...]
    record: Json
    replay: Json
    standing: Standing

    @property
    def version(self) -> int:
        return self.lines[-1].version

    @property
    def status(self) -> Match.Status:
        return self.standing.status(complete=self.replay["complete"])

    @property
    def players(self) -> tuple[UUID, ...]:
        return tuple(UUID(player["id"]) for player in self.record["players"].values())

    @property
    def awaiting(self) -> Json | None:
        """What comes next; nothing does in a match that was ended early."""
        return self.game.rules.awaiting(self.record, self.replay) if self.status == Match.Status.OPEN else None


def history_from(game: GameHere, match_id: str, lines: tuple[Line, ...]) -> History:
    """A match as its journal alone has it. `Unfoldable`, or the `Violation` of today's rules."""
    record = fold(game, match_id, lines)
    try:
        standing = standing_of(lines)
    except (LookupError, ValueError) as error:
        raise Unfoldable("The journal does not begin as a match does.") from error
    return History(game, match_id, lines, record, game.rules.replay(record), standing)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be stored: the journal's new line, and the match as it will stand."""

    line: Line
    after: History


def plan(history: History, incoming: Incoming, by: By) -> Plan | Line:
    """What the entry does, or the entry of the journal that has done it before. Refuses what cannot be."""
    for line in history.lines:
        if line.id == incoming.id:
            if content(line.kind, line.data, line.reason) == incoming.content:
                return line
            raise reused(incoming.id)
    if incoming.base_version > history.version:
        raise _not_next(history, f"This follows version {incoming.base_version}, and there is no such version yet.")
    if incoming.kind == "undo":
        return _undo(history, incoming, by)
    if incoming.kind == "create":
        return _created_already(history, incoming)
    if incoming.kind in corrections.KINDS:
        return _correct(history, incoming, by)
    return _enter(history, incoming, by)


def _enter(history: History, incoming: Incoming, by: By) -> Plan | Line:
    """A game's own entry, into the slot that it names."""
    rules = history.game.rules
    place = rules.place(history.record, history.replay, incoming.kind, incoming.data)
    if place in ("same", "taken"):
        if written := _written_by(history, incoming, whole=place == "same"):
            return written
        place = "taken"
    if incoming.base_version < history.version:
        if repeated := _repeated_since(history, incoming):
            return repeated
        raise _stale(history, incoming.base_version)
    if place == "taken":
        raise _taken(history, "Something else is written down there already.")
    if place == "not_next" or history.status not in (Match.Status.OPEN, Match.Status.COMPLETE):
        raise _not_next(history, _due(history))
    try:
        rules.require_timely(history.replay, incoming.kind, incoming.data)
    except Violation as violation:
        raise violated(violation, pointer="", record_pointer=violation.path) from violation
    applied = rules.apply(history.record, incoming.kind, incoming.data)
    try:
        replay = rules.replay(applied.record)
    except Violation as violation:
        pointer = applied.pointer(violation.path)
        raise violated(violation, pointer=pointer, record_pointer=violation.path) from violation
    return _planned(history, line_of(incoming, history.version + 1, by), applied.record, replay, history.standing)


def _correct(history: History, incoming: Incoming, by: By) -> Plan | Line:
    """A correction of the whole match: of its record, of how it ended, or of whether it counts."""
    kind, data = incoming.kind, incoming.data
    if incoming.base_version < history.version:
        if repeated := _repeated_since(history, incoming):
            return repeated
        raise _stale(history, incoming.base_version)
    standing = history.standing.after(kind, data)
    line = line_of(incoming, history.version + 1, by)
    if kind in corrections.OF_THE_RECORD:
        record, replay = _corrected(history, kind, data)
        if (_text(record), standing) == (_text(history.record), history.standing):
            raise Conflict("nothing_changed", "This is what is written down already.", version=history.version)
        return _planned(history, line, record, replay, standing)
    if standing == history.standing:
        return _said_by(history, kind)
    if kind in ("forfeit", "abandon"):
        if history.replay["complete"]:
            raise _not_next(history, _due(history))
        if history.standing.ended is not None:
            raise _taken(history, _due(history))
    if kind == "void" and history.standing.void:
        raise _taken(history, "This match is void already, and not as the same match's duplicate.")
    return _planned(history, line, history.record, history.replay, standing)


def _corrected(history: History, kind: str, data: Json) -> tuple[Json, Json]:
    """The corrected record and its replay: a later trick that cannot have happened any more is told as it stands."""
    try:
        applied = corrections.apply(history.game, history.record, kind, data)
    except Unfit as unfit:
        raise unfit.refusal from unfit
    try:
        return applied.record, history.game.rules.replay(applied.record)
    except Violation as violation:
        at = applied.pointer(violation.path)
        raise violated(violation, pointer=at, record_pointer=violation.path) from violation


def _said_by(history: History, kind: str) -> Line:
    """The entry that made the match stand as this one would have it; of a match never void, no entry restored it."""
    for line in reversed(history.lines):
        if line.stands and line.kind == kind:
            return line
    raise _not_next(history, "This match is not void: it counts.")


def _undo(history: History, incoming: Incoming, by: By) -> Plan | Line:
    """Take back the last entry that stands: the one before it the next time, as a stack is taken down."""
    if incoming.base_version < history.version:
        if repeated := _undone_since(history, incoming.base_version):
            return repeated
        raise _stale(history, incoming.base_version)
    last = _last_standing(history.lines)
    if last is None:
        raise Conflict("nothing_to_undo", "No entry is left that could be taken back.", awaiting=history.awaiting)
    line = replace(line_of(incoming, history.version + 1, by), undoes=last.version)
    try:
        after = history_from(history.game, history.match_id, with_standing([*history.lines, line]))
    except Violation as violation:
        raise violated(violation, pointer="", record_pointer=violation.path) from violation
    except Unfoldable as error:  # accepted under older rules, which today's cannot lay down again
        raise Conflict("nothing_to_undo", "What stood before it cannot be laid down any more.") from error
    return Plan(line, after)


def _created_already(history: History, incoming: Incoming) -> Line:
    first = history.lines[0]
    if content(first.kind, first.data, first.reason) == incoming.content:
        return first
    raise _taken(history, "This match was created with other content.")


def _planned(history: History, line: Line, record: Json, replay: Json, standing: Standing) -> Plan:
    lines = with_standing([*history.lines, line])
    return Plan(line, replace(history, lines=lines, record=record, replay=replay, standing=standing))


def _text(record: Json) -> str:
    return content("record", record, None)


def line_of(incoming: Incoming, version: int, by: By) -> Line:
    """What comes in as the journal has it under its version."""
    return Line(
        version=version,
        id=incoming.id,
        kind=incoming.kind,
        data=incoming.data,
        reason=incoming.reason,
        undoes=None,
        actor_id=by.actor_id,
        actor=by.actor,
        token_id=by.token_id,
        device=incoming.device,
        entered_at=incoming.entered_at,
        stored_at=by.now,
    )


def _written_by(history: History, incoming: Incoming, *, whole: bool) -> Line | None:
    """The entry that filled the slot, if it says the very same.

    The record alone cannot tell: what was exposed or noted since is in it too. Only where no entry wrote the slot,
    since it was laid down whole with the match, or where the record was corrected since, does the record decide.
    """
    slot_of = history.game.rules.slot
    slot = slot_of(incoming.kind, incoming.data)
    same = content(incoming.kind, incoming.data, None)
    written = [
        line
        for line in reversed(history.lines)
        if line.stands and line.kind == incoming.kind and slot_of(line.kind, line.data or {}) == slot
    ]
    laid = next(line for line in reversed(history.lines) if line.stands and line.kind in _LAID_DOWN)
    for line in written:
        if content(line.kind, line.data, None) == same and (whole or line.version > laid.version):
            return line
    return laid if whole and (laid.version > 1 or not written) else None


def _repeated_since(history: History, incoming: Incoming) -> Line | None:
    """An entry that came meanwhile and says the same: two devices saw the same card fall."""
    same = content(incoming.kind, incoming.data, None)
    for line in history.lines:
        since = line.version > incoming.base_version and line.stands
        if since and content(line.kind, line.data, None) == same and not corrections.overtaken(line, history.lines):
            return line
    return None


def _undone_since(history: History, base_version: int) -> Line | None:
    """An undo that came meanwhile and took back the very entry that this one means."""
    meant = _last_standing(until(history.lines, base_version))
    for line in history.lines:
        if meant is not None and line.version > base_version and line.undoes == meant.version:
            return line
    return None


def _last_standing(lines: tuple[Line, ...]) -> Line | None:
    for line in reversed(lines):
        if line.stands and line.kind not in (*LASTING, "undo"):
            return line
    return None


def _stale(history: History, base_version: int) -> Conflict:
    missed = [line.as_dict() for line in history.lines if line.version > base_version]
    came = "1 entry" if len(missed) == 1 else f"{len(missed)} entries"
    detail = f"This match is at version {history.version} by now; {came} came since yours."
    return Conflict("stale_version", detail, version=history.version, missed=missed, awaiting=history.awaiting)


def _taken(history: History, detail: str) -> Conflict:
    return Conflict("slot_taken", detail, version=history.version, awaiting=history.awaiting)


def _not_next(history: History, detail: str) -> Conflict:
    return Conflict("not_next", detail, version=history.version, awaiting=history.awaiting)


def _due(history: History) -> str:
    """What comes next, in the words of the game, or why nothing does."""
    if (awaiting := history.awaiting) is not None:
        return history.game.rules.due(awaiting)
    match history.status:
        case Match.Status.FORFEITED:
            return f"{(history.standing.forfeited_by or '').capitalize()} has forfeited this match."
        case Match.Status.ABANDONED:
            return "This match was abandoned."
        case _:
            return "The match is complete."
