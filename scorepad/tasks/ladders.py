"""Ladders recalculated, swept, published, verified: what is to be done stands in the database, any job does it all."""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from scorepad.models import LedgerCheck
from scorepad.refusals import Busy
from scorepad.services import checking, publishing, rating, verifying_ladders
from scorepad.services.nudges import nudge
from scorepad.services.staleness import RECALCULATE

PATIENCE = 20.0  # seconds

logger = logging.getLogger(__name__)


@shared_task(name=RECALCULATE)  # type: ignore[untyped-decorator]
def refresh(club_id: str, **_: Any) -> None:
    try:
        for _ladder in rating.refresh(club_id=UUID(club_id)):
            pass
    except Busy:
        logger.info("the ladders of %s are at work elsewhere; what is left of them is swept later", club_id)


@shared_task(name="scorepad.tasks.ladders.sweep")  # type: ignore[untyped-decorator]
def sweep(**_: Any) -> None:
    """Find what lost nudges have left."""
    for club_id in rating.stale_clubs():
        nudge(RECALCULATE, str(club_id))


@shared_task(name="scorepad.tasks.ladders.publish")  # type: ignore[untyped-decorator]
def publish(**_: Any) -> None:
    """Publish the standings of every period that has ended, where that has not been done yet."""
    for club_id in publishing.clubs_with_ladders():
        try:
            for row in publishing.publish(club_id=club_id):
                logger.info("the standings of %s as of %s are published", row.ladder_id, row.ends)
        except Busy:
            logger.info("the ladders of %s are at work elsewhere; what is due is published later", club_id)


@shared_task(name="scorepad.tasks.ladders.verify_ladders")  # type: ignore[untyped-decorator]
def verify_ladders(**_: Any) -> None:
    """Verify all ladders, unless that is at work or has just been done."""
    asked = timezone.now()
    with verifying_ladders.alone(patience=PATIENCE) as alone:
        if not alone or checking.finished_since(LedgerCheck.Of.LADDERS, asked):
            return
        check = checking.begin(LedgerCheck.Of.LADDERS)
        for _ladder in verifying_ladders.check_on(check=check):
            pass
    for problem in check.problems:
        logger.error("%(match)s: %(code)s: %(detail)s", problem)
