"""A nudge tells Celery, after the commit, that there is something to do.

What there is to do stands in PostgreSQL, so a nudge may be lost: no write fails or waits for it.
"""

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def nudge(task: str, *args: str | int) -> None:
    """Send the task with these ids once the transaction is stored; with none open, now."""
    transaction.on_commit(partial(_send, task, args), robust=True)


def _send(task: str, args: tuple[str | int, ...]) -> None:
    try:
        current_app.send_task(task, args=args, ignore_result=True, retry=False)
    except (KombuError, RedisError, OSError) as error:
        logger.warning("%s was not sent: %s", task, error)
