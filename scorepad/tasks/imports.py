"""Imports done in the background. A job that somebody else is at work on, or that is done, does nothing."""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from scorepad.refusals import Busy, Refused
from scorepad.services import imports
from scorepad.services.nudges import nudge

logger = logging.getLogger(__name__)


@shared_task(name=imports.TASK)  # type: ignore[untyped-decorator]
def run(import_id: str, **_: Any) -> None:
    try:
        imports.run(import_id=UUID(import_id))
    except Busy:
        logger.info("import %s is at work elsewhere; what is left of it is swept later", import_id)
    except Refused as refusal:
        imports.fail(import_id=UUID(import_id), refusal=refusal)
    except SoftTimeLimitExceeded:
        imports.give_up(import_id=UUID(import_id))


@shared_task(name="scorepad.tasks.imports.sweep")  # type: ignore[untyped-decorator]
def sweep(**_: Any) -> None:
    """Send again the jobs that were lost, or whose worker was; and forget the files that nobody has taken in."""
    imports.forget()
    for import_id in imports.unfinished():
        nudge(imports.TASK, str(import_id))
