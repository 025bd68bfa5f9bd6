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
from scorepad.services import corrections
from scorepad.services.differences import Difference
from scorepad.services.effects import changes
from scorepad.services.folding import Unfoldable
from scorepad.services.planning import History, history_from
from scorepad.services.previewing import Foretold

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`stored` by this very call, or before it; `stands` unless it was taken back or replaced since. `effect` is what
    the rules make of what was written, in the game's own words, as a trick and its round; `changes` what is different
    after it, and, of a dry run, `difference` the match as it is and as it would be, `foretold` what that would do to
    ladders. Of an entry that is refused only `refusal` is known; `enter` raises it instead."""

    entry_id: UUID | None
    kind: str = ""
    version: int = 0
    stored: bool = False
    stands: bool = False
    effect: Mapping[str, Any] = field(default_factory=dict)
    running: list[Any] | None = None
    awaiting: Json | None = None
    status: str = ""
    void: bool = False
    result: Json | None = None
    changes: Json = field(default_factory=dict)
    difference: Difference | None = None
    foretold: Foretold | None = None
    refusal: Refused | None = None


def verdict_of(before: History | None, after: History, line: Line, *, stored: bool) -> Verdict:
    """What is to be said of a line that has just become the last of its journal."""
    replay = after.replay
    rules = after.game.rules
    return Verdict(
        entry_id=line.id,
        kind=line.kind,
        version=line.version,
        stored=stored,
        stands=True,
        effect=rules.effect(replay, line.kind, line.data or {}) if line.kind in rules.kinds else {},
        running=replay["running"],
        awaiting=after.awaiting,
        status=after.status,
        void=after.standing.void,
        result=replay["result"],
        changes=changes(before, after),
    )


def verdict_again(history: History, line: Line) -> Verdict:
    """What was said of a line when it was stored, and whether it stands now."""
    before = _as_of(history, line.version - 1) if line.version > 1 else None
    then = _as_of(history, line.version)
    return replace(verdict_of(before, then, line, stored=False), stands=_stands(then, history, line))


def _stands(then: History, history: History, line: Line) -> bool:
    """Whether what the line wrote is still written down: not taken back, and not replaced by a correction since."""
    known = next(known for known in history.lines if known.version == line.version)
    since = [later for later in history.lines if later.version > line.version and later.stands]
    if not known.stands or corrections.overtaken(line, history.lines):
        return False
    if line.kind in corrections.OF_THE_RECORD:
        return all(later.kind != "replace" for later in since)
    if line.kind not in history.game.rules.kinds or all(later.kind not in corrections.OF_THE_RECORD for later in since):
        return True
    # A slot that did not hold the entry even then is one that is never full, and cannot tell now either.
    return not _holds(then, line) or _holds(history, line)


def _holds(history: History, line: Line) -> bool:
    place = history.game.rules.place(history.record, history.replay, line.kind, line.data or {})
    return place == "same"


def _as_of(history: History, version: int) -> History:
    try:
        return history_from(history.game, history.match_id, until(history.lines, version))
    except (Violation, Unfoldable):
        # Accepted under older rules and refused by today's: what stands now is the most that can be said.
        return history
