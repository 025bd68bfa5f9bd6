"""The nightly check of the journal."""

import logging
from typing import Any

from celery import shared_task

from scorepad.models import LedgerCheck
from scorepad.services import ledger
from scorepad.tasks.checks import Nightly

GO_ON = "scorepad.tasks.ledger.verify_on"
JOURNAL = Nightly(LedgerCheck.Of.JOURNAL, ledger.alone, ledger.check_on, GO_ON, logging.getLogger(__name__))


@shared_task(name="scorepad.tasks.ledger.verify_journal")  # type: ignore[untyped-decorator]
def verify_journal(**_: Any) -> None:
    JOURNAL.begin()


@shared_task(name=GO_ON)  # type: ignore[untyped-decorator]
def verify_on(check_id: int, **_: Any) -> None:
    JOURNAL.go_on(check_id)
