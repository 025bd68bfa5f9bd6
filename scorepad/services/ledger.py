"""The ledger checked: is every match what its journal says?

The journal must be without gaps, the record rows its fold, and the derived values what the engine makes of that record.
A match accepted under other rules than today's is held to its record alone; what the rules of today would make of it is
another question (`services.rechecking`).
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.utils import timezone

from engine.violations import Violation
from scorepad.models import LedgerCheck, Match
from scorepad.selectors.journal import Line, lines_of, lines_of_all
from scorepad.selectors.rows import Json, Rows, in_batches, record_of, rows_of, rows_of_all
from scorepad.services.folding import Unfoldable, fold
from scorepad.services.incoming import content
from scorepad.services.planning import History, history_from
from scorepad.services.rowing import differences, rows_for
from scorepad.services.storage import store_differences
from scorepad.services.writing import writing

Ledger = tuple[Rows, tuple[Line, ...]]

LOCK = 0x1ED9E7
WORTH_FINISHING = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Problem:
    match: str
    code: str
    detail: str


def begin_check() -> LedgerCheck:
    return LedgerCheck.objects.create()


def check_under_way() -> LedgerCheck:
    """The check that a killed worker has left off since yesterday; with none, a new one."""
    left = LedgerCheck.objects.filter(finished_at__isnull=True, started_at__gt=timezone.now() - WORTH_FINISHING)
    return left.order_by("started_at").last() or begin_check()


def checked_since(moment: datetime) -> bool:
    return LedgerCheck.objects.filter(finished_at__gte=moment).exists()


@contextmanager
def alone(*, patience: float = math.inf) -> Iterator[bool]:
    """Whether nobody else checks for as long as this lasts; so many seconds of waiting are spent on it.

    The lock is the session's, which ends with its process, but not at once: the server sees that a process was killed
    when it next has something to tell it. So a job that comes again at once has to wait for its own ghost.
    """
    until = time.monotonic() + patience
    while not (mine := _locked()) and time.monotonic() < until:
        time.sleep(0.1)
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _locked() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        return bool(cursor.fetchone()[0])


def check_on(*, check: LedgerCheck) -> Iterator[int]:
    """Go on with a check from where it is, and say how many matches were checked, some at a time, until it is finished.

    Each step counts once: a second worker that is given the same check finds the position moved on, and stops.
    """
    rest = Match.objects.all() if check.position is None else Match.objects.filter(pk__gt=check.position)
    for ledgers in in_batches(rest, _ledgers):
        problems = [problem for ledger in ledgers for problem in problems_of(*ledger)]
        step = {
            "position": ledgers[-1][0].match.pk,
            "matches": check.matches + len(ledgers),
            "problems": check.problems + [asdict(problem) for problem in problems],
        }
        here = LedgerCheck.objects.filter(pk=check.pk, position=check.position, finished_at__isnull=True)
        if check.position is None:
            here = LedgerCheck.objects.filter(pk=check.pk, position__isnull=True, finished_at__isnull=True)
        if not here.update(**step):
            return
        check.refresh_from_db()
        yield len(ledgers)
    LedgerCheck.objects.filter(pk=check.pk, finished_at__isnull=True).update(finished_at=timezone.now())
    check.refresh_from_db()


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
