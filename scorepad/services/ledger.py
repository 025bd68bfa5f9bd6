"""The ledger checked: is every match what its journal says?

The journal must be without gaps, the record rows its fold, and the derived values what the engine makes of that record.
A match accepted under other rules than today's is held to its record alone; what the rules of today would make of it is
another question (`services.rechecking`).
"""

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager
from uuid import UUID

from engine.violations import Violation
from scorepad.models import LedgerCheck, Match
from scorepad.selectors.journal import Line, lines_of, lines_of_all
from scorepad.selectors.rows import Json, Rows, record_of, rows_of, rows_of_all
from scorepad.services import checking, locks
from scorepad.services.checking import Problem
from scorepad.services.folding import Unfoldable, fold
from scorepad.services.incoming import content
from scorepad.services.planning import History, history_from
from scorepad.services.rowing import differences, rows_for
from scorepad.services.storage import store_differences
from scorepad.services.writing import writing

Ledger = tuple[Rows, tuple[Line, ...]]

LOCK = 0x1ED9E7


def alone(*, patience: float = math.inf) -> AbstractContextManager[bool]:
    """Whether nobody else checks the journal for as long as this lasts."""
    return locks.alone(LOCK, patience=patience)


def check_on(*, check: LedgerCheck) -> Iterator[int]:
    """Go on with a check of the journal, as `checking.walk` does."""
    return checking.walk(check, _problems_of_all)


def _problems_of_all(matches: list[Match]) -> Iterator[Problem]:
    for ledger in _ledgers(matches):
        yield from problems_of(*ledger)


def problems_of(rows: Rows, lines: tuple[Line, ...]) -> Iterator[Problem]:
    """What of this match is not as its journal has it."""
    match = str(rows.match.pk)
    versions = [line.version for line in lines]
    if versions != list(range(1, rows.match.version + 1)):
        yield Problem(match, "gap", f"The match is at version {rows.match.version}, its journal holds {versions}.")
    if not lines:
        return
    try:
        history = _history(rows, lines)
    except Unfoldable as error:
        yield Problem(match, "unfoldable", str(error))
        return
    except Violation as violation:
        yield from _record_problems(rows, lines)
        if rows.match.objection is None and _is_of_today(rows):
            yield Problem(match, "refused", violation.detail)
        return
    if not _is_of_today(rows):
        yield from _record_problems(rows, lines)
        return
    for difference in differences(rows, rows_for(rows.match.club, history, rows.match)):
        yield Problem(match, "differs", difference)


def rebuild(*, match_id: UUID) -> list[str]:
    """Make the rows of a match what its journal says, and tell what that changed, or why it cannot be done."""
    with writing():
        match = Match.objects.select_related("club").select_for_update(of=("self",)).get(pk=match_id)
        rows = rows_of(match)
        try:
            history = _history(rows, lines_of(match))
        except (Unfoldable, Violation) as error:
            return [f"left as it is: {error.detail if isinstance(error, Violation) else error}"]
        return list(store_differences(rows, rows_for(match.club, history, match)))


def _ledgers(matches: list[Match]) -> list[Ledger]:
    lines = lines_of_all(matches)
    return [(rows, lines[rows.match.pk]) for rows in rows_of_all(matches)]


def _history(rows: Rows, lines: tuple[Line, ...]) -> History:
    """The match as its journal alone has it."""
    return history_from(rows.game, str(rows.match.pk), lines)


def _record_problems(rows: Rows, lines: tuple[Line, ...]) -> Iterator[Problem]:
    try:
        folded = fold(rows.game, str(rows.match.pk), lines)
    except Violation as violation:
        yield Problem(str(rows.match.pk), "unfoldable", violation.detail)
        return
    if _text(folded) != _text(record_of(rows)):
        yield Problem(str(rows.match.pk), "differs", "the record is not the fold of the journal")


def _is_of_today(rows: Rows) -> bool:
    return rows.match.rules_version == rows.game.rules.rules


def _text(record: Json) -> str:
    return content("record", record, None)
