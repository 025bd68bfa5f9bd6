"""The nightly check of the journal.

Of a job that is given out twice, the second waits a while for the first and leaves it to it; when the first was killed,
it goes on from where that one stopped.
"""

import logging
from typing import Any

from celery import shared_task
from django.utils import timezone

from scorepad.models import LedgerCheck
from scorepad.services import checking, ledger
from scorepad.tasks.checks import go_on

PATIENCE = 20.0  # seconds

logger = logging.getLogger(__name__)


@shared_task(name="scorepad.tasks.ledger.verify_journal")  # type: ignore[untyped-decorator]
def verify_journal(**_: Any) -> None:
    """Begin a check of all matches, unless one is at work or has just been done."""
    asked = timezone.now()
    with ledger.alone(patience=PATIENCE) as alone:
        if alone and not checking.finished_since(LedgerCheck.Of.JOURNAL, asked):
            _go_on(checking.under_way(LedgerCheck.Of.JOURNAL))


@shared_task(name="scorepad.tasks.ledger.verify_on")  # type: ignore[untyped-decorator]
def verify_on(check_id: int, **_: Any) -> None:
    """Go on with a check from where it stands, and pass on what is left of it."""
    with ledger.alone(patience=PATIENCE) as alone:
        check = checking.unfinished(LedgerCheck.Of.JOURNAL, check_id)
        if alone and check:
            _go_on(check)


def _go_on(check: LedgerCheck) -> None:
    go_on(check, ledger.check_on(check=check), rest="scorepad.tasks.ledger.verify_on", logger=logger)
