"""Previews worked out in the background, sent again when their job was lost, and erased when they are of yesterday."""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from scorepad.refusals import Busy
from scorepad.services import previewing
from scorepad.services.nudges import nudge

logger = logging.getLogger(__name__)


@shared_task(name=previewing.TASK)  # type: ignore[untyped-decorator]
def run(preview_id: str, **_: Any) -> None:
    try:
        previewing.work_out(preview_id=UUID(preview_id))
    except Busy:
        logger.info("preview %s has to wait; it is swept later", preview_id)
    except SoftTimeLimitExceeded:
        previewing.give_up(preview_id=UUID(preview_id))


@shared_task(name="scorepad.tasks.previews.sweep")  # type: ignore[untyped-decorator]
def sweep(**_: Any) -> None:
    previewing.erase_old()
    for preview_id in previewing.left():
        nudge(previewing.TASK, str(preview_id))
