"""Checks that walk over all matches, some at a time, and go on where a killed worker left off.

What is checked is its caller's affair (`ledger`, `verifying`); here is how far a check has come, and what it found.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scorepad.models import LedgerCheck, Match
from scorepad.selectors.rows import in_batches

WORTH_FINISHING = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is amiss with a match, named by its id; or `match` is the player whose totals are."""

    match: str
    code: str
    detail: str


def begin(of: str) -> LedgerCheck:
    """A check of the journal, or of the statistics (`LedgerCheck.Of`)."""
    return LedgerCheck.objects.create(of=of)


def under_way(of: str) -> LedgerCheck:
    """The check that a killed worker has left off since yesterday; with none, a new one."""
    recent = LedgerCheck.objects.filter(
        of=of, finished_at__isnull=True, started_at__gt=timezone.now() - WORTH_FINISHING
    )
    return recent.order_by("started_at").last() or begin(of)


def unfinished(of: str, check_id: int) -> LedgerCheck | None:
    return LedgerCheck.objects.filter(of=of, pk=check_id, finished_at__isnull=True).first()


def finished_since(of: str, moment: datetime) -> bool:
    return LedgerCheck.objects.filter(of=of, finished_at__gte=moment).exists()


def walk(
    check: LedgerCheck,
    problems_of: Callable[[list[Match]], Iterable[Problem]],
    at_the_end: Callable[[], Iterable[Problem]] = tuple,
) -> Iterator[int]:
    """Go on with a check from where it is, and say how many matches were checked, some at a time, until it is finished.

    `problems_of` is asked as of one moment. Each step counts once: a second worker that is given the same check finds
    the position moved on, and stops.
    """
    rest = Match.objects.all() if check.position is None else Match.objects.filter(pk__gt=check.position)
    for matches, problems in in_batches(rest, lambda batch: (batch, list(problems_of(batch)))):
        if not _step(check, matches, problems):
            return
        yield len(matches)
    last = check.problems + [asdict(problem) for problem in at_the_end()]
    unfinished = LedgerCheck.objects.filter(pk=check.pk, finished_at__isnull=True)
    unfinished.update(finished_at=timezone.now(), problems=last)
    check.refresh_from_db()


def _step(check: LedgerCheck, matches: Sequence[Match], problems: Iterable[Problem]) -> bool:
    here = LedgerCheck.objects.filter(pk=check.pk, position=check.position, finished_at__isnull=True)
    if check.position is None:
        here = LedgerCheck.objects.filter(pk=check.pk, position__isnull=True, finished_at__isnull=True)
    moved = here.update(
        position=matches[-1].pk,
        matches=check.matches + len(matches),
        problems=check.problems + [asdict(problem) for problem in problems],
    )
    check.refresh_from_db()
    return bool(moved)
