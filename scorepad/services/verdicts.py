"""What became of an entry, and what the table sees after it.

The answer to an entry that was stored before is made again from the fold at its version, so that the same entry is
always answered the same, whatever has been written since.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from engine.violations import Violation
from scorepad.refusals import Refused
from scorepad.selectors.journal import Line, until
from scorepad.services.folding import fold
from scorepad.services.planning import History

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`stored` by this very call, or before it; `stands` unless an undo took it back since. `effect` is what the rules
    make of what was written, in the game's own words, as a trick and its round. Of an entry that is refused only
    `refusal` is known; `enter` raises it instead."""

    entry_id: UUID | None
    kind: str = ""
    version: int = 0
    stored: bool = False
    stands: bool = False
    effect: Mapping[str, Any] = field(default_factory=dict)
    running: list[Any] | None = None
    awaiting: Json | None = None
    status: str = ""
    result: Json | None = None
    refusal: Refused | None = None


def verdict_of(history: History, line: Line, *, stored: bool) -> Verdict:
    """What is to be said of a line that has just become the last of its journal."""
    replay = history.replay
    rules = history.game.rules
    return Verdict(
        entry_id=line.id,
        kind=line.kind,
        version=line.version,
        stored=stored,
        stands=True,
        effect=rules.effect(replay, line.kind, line.data or {}) if line.kind in rules.kinds else {},
        running=replay["running"],
        awaiting=history.awaiting,
        status="complete" if replay["complete"] else "open",
        result=replay["result"],
    )


def verdict_again(history: History, line: Line) -> Verdict:
    """What was said of a line when it was stored, and whether it stands now."""
    stands = next(known.stands for known in history.lines if known.version == line.version)
    return replace(verdict_of(_as_of(history, line.version), line, stored=False), stands=stands)


def _as_of(history: History, version: int) -> History:
    lines = until(history.lines, version)
    try:
        record = fold(history.game, history.match_id, lines)
        return replace(history, lines=lines, record=record, replay=history.game.rules.replay(record))
    except Violation:
        # Accepted under older rules and refused by today's: what stands now is the most that can be said.
        return history
