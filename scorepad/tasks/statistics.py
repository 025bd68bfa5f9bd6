"""Statistics brought up to date, swept and verified.

However often a job is sent, and in whatever order jobs come, what is stale stands in the database: the first does all
of it, the others find nothing. A job gives itself up after a while and passes on what is left.
"""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task

from scorepad.models import LedgerCheck
from scorepad.refusals import Busy
from scorepad.services import statistics, verifying
from scorepad.services.nudges import nudge
from scorepad.services.staleness import REFRESH
from scorepad.tasks.checks import Nightly

MOST_A_JOB = 20_000  # stale rows
GO_ON = "scorepad.tasks.statistics.verify_on"

logger = logging.getLogger(__name__)
VERIFYING = Nightly(LedgerCheck.Of.STATISTICS, verifying.alone, verifying.check_on, GO_ON, logger)


@shared_task(name=REFRESH)  # type: ignore[untyped-decorator]
def refresh(club_id: str, **_: Any) -> None:
    try:
        done = 0
        for dealt_with in statistics.refresh(club_id=UUID(club_id)):
            done += dealt_with
            if done >= MOST_A_JOB:
                nudge(REFRESH, club_id)
                return
    except Busy:
        logger.info("the statistics of %s are at work elsewhere; what is left of them is swept later", club_id)


@shared_task(name="scorepad.tasks.statistics.sweep")  # type: ignore[untyped-decorator]
def sweep(**_: Any) -> None:
    """Find what lost nudges have left."""
    for club_id in statistics.stale_clubs():
        nudge(REFRESH, str(club_id))


@shared_task(name="scorepad.tasks.statistics.count_anew")  # type: ignore[untyped-decorator]
def count_anew(**_: Any) -> None:
    """Find what was counted by older rules. That takes a look at every row, so it is not done each minute."""
    if statistics.mark_outdated():
        sweep()


@shared_task(name="scorepad.tasks.statistics.verify_statistics")  # type: ignore[untyped-decorator]
def verify_statistics(**_: Any) -> None:
    VERIFYING.begin()


@shared_task(name=GO_ON)  # type: ignore[untyped-decorator]
def verify_on(check_id: int, **_: Any) -> None:
    VERIFYING.go_on(check_id)
