"""The nightly check of the journal, some thousand matches a job so that none runs into a time limit."""

from itertools import takewhile
from typing import Any

from celery import shared_task

from scorepad.models import LedgerCheck
from scorepad.services import ledger
from scorepad.services.nudges import nudge

MOST_A_JOB = 10_000


@shared_task(name="scorepad.tasks.ledger.verify_journal")  # type: ignore[untyped-decorator]
def verify_journal(**_: Any) -> None:
    """Begin a check of all matches."""
    verify_on(ledger.begin_check().pk)


@shared_task(name="scorepad.tasks.ledger.verify_on")  # type: ignore[untyped-decorator]
def verify_on(check_id: int, **_: Any) -> None:
    """Go on with a check from where it stands, and pass on what is left of it."""
    check = LedgerCheck.objects.filter(pk=check_id, finished_at__isnull=True).first()
    if check is None:
        return
    start = check.matches
    for _checked in takewhile(lambda _: check.matches - start < MOST_A_JOB, ledger.check_on(check=check)):
        pass
    if check.matches - start >= MOST_A_JOB:
        nudge("scorepad.tasks.ledger.verify_on", check_id)
