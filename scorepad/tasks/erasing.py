"""Erasing what a deleted club has left behind."""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task

from scorepad.refusals import Busy
from scorepad.services import erasing

logger = logging.getLogger(__name__)


@shared_task(name=erasing.TASK)  # type: ignore[untyped-decorator]
def erase_club(club_id: str, **_: Any) -> None:
    _erase(UUID(club_id))


@shared_task(name="scorepad.tasks.erasing.sweep")  # type: ignore[untyped-decorator]
def sweep(**_: Any) -> None:
    """Erase whatever a lost nudge has left."""
    for club_id in erasing.deleted_clubs():
        _erase(club_id)


def _erase(club_id: UUID) -> None:
    try:
        erasing.erase(club_id=club_id)
    except Busy:
        logger.info("club %s is being erased elsewhere; what is left is swept later", club_id)
