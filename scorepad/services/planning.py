"""The one function that decides what an entry does: history and entry in, a plan or the entry already stored out.

Pure: it reads no database and no clock, so that a write, its rehearsal (`dry_run`) and a batch all decide alike.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.violations import Violation
from scorepad.games import GameHere
from scorepad.refusals import Conflict, violated
from scorepad.selectors.journal import Line, until, with_standing
from scorepad.services.folding import fold
from scorepad.services.incoming import Incoming, content, reused

Json = dict[str, Any]

# What an undo never takes back.
LASTING = ("create", "void", "restore")


@dataclass(frozen=True, slots=True)
class By:
    """Who enters, and the time of the server when it was decided."""

    actor_id: int
    actor: str
    token_id: UUID | None
    now: datetime


@dataclass(frozen=True, slots=True)
class History:
    """A match as it stands: its journal, and the record and replay that are its fold."""

    game: GameHere
    match_id: str
    lines: tuple[Line, ...]
    record: Json
    replay: Json

    @property
    def version(self) -> int:
        return self.lines[-1].version

    @property
    def awaiting(self) -> Json | None:
        return self.game.rules.awaiting(self.record, self.replay)


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
    if place == "not_next":
        raise _not_next(history, _due(history.awaiting))
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
    return _planned(history, _line(history, incoming, by), applied.record, replay)


def _undo(history: History, incoming: Incoming, by: By) -> Plan | Line:
    """Take back the last entry that stands: the one before it the next time, as a stack is taken down."""
    if incoming.base_version < history.version:
        if repeated := _undone_since(history, incoming.base_version):
            return repeated
        raise _stale(history, incoming.base_version)
    last = _last_standing(history.lines)
    if last is None:
        raise Conflict("nothing_to_undo", "No entry is left that could be taken back.", awaiting=history.awaiting)
    line = replace(_line(history, incoming, by), undoes=last.version)
    try:
        record = fold(history.game, history.match_id, with_standing([*history.lines, line]))
        replay = history.game.rules.replay(record)
    except Violation as violation:
        raise violated(violation, pointer="", record_pointer=violation.path) from violation
    return _planned(history, line, record, replay)


def _created_already(history: History, incoming: Incoming) -> Line:
    first = history.lines[0]
    if content(first.kind, first.data, first.reason) == incoming.content:
        return first
    raise _taken(history, "This match was created with other content.")


def _planned(history: History, line: Line, record: Json, replay: Json) -> Plan:
    lines = with_standing([*history.lines, line])
    return Plan(line, replace(history, lines=lines, record=record, replay=replay))


def _line(history: History, incoming: Incoming, by: By) -> Line:
    return Line(
        version=history.version + 1,
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
    since it was laid down whole with the match, does the record decide.
    """
    slot_of = history.game.rules.slot
    slot = slot_of(incoming.kind, incoming.data)
    same = content(incoming.kind, incoming.data, None)
    written = [
        line
        for line in reversed(history.lines)
        if line.stands and line.kind == incoming.kind and slot_of(line.kind, line.data or {}) == slot
    ]
    for line in written:
        if content(line.kind, line.data, None) == same:
            return line
    return history.lines[0] if whole and not written else None


def _repeated_since(history: History, incoming: Incoming) -> Line | None:
    """An entry that came meanwhile and says the same: two devices saw the same card fall."""
    same = content(incoming.kind, incoming.data, None)
    for line in history.lines:
        if line.version > incoming.base_version and line.stands and content(line.kind, line.data, None) == same:
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


def _due(awaiting: Json | None) -> str:
    """What comes next, as far as every game has it: a round, a trick in it perhaps, and who leads."""
    if awaiting is None:
        return "The match is complete."
    if awaiting["trick"] is None:
        return f"Next is the beginning of round {awaiting['round']}."
    return f"Next is round {awaiting['round']}, trick {awaiting['trick']}: {awaiting['leader'].capitalize()} leads."
