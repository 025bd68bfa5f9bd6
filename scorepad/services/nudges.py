"""A nudge tells Celery, after the commit, that there is something to do.

What there is to do stands in PostgreSQL, so a nudge may be lost: no write fails or waits for it.
"""

import logging
from dataclasses import dataclass

from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Nudge:
    task: str
    args: tuple[str | int, ...]

    def __call__(self) -> None:
        try:
            current_app.send_task(self.task, args=self.args, ignore_result=True, retry=False)
        except (KombuError, RedisError, OSError) as error:
            logger.warning("%s was not sent: %s", self.task, error)


def nudge(task: str, *args: str | int) -> None:
    """Send the task with these ids once the transaction is stored, and once however often it asks; with none open,
    now."""
    wanted = _Nudge(task, args)
    if not _waits(wanted):
        transaction.on_commit(wanted, robust=True)


def _waits(wanted: _Nudge) -> bool:
    """Whether it is to be sent already, unless what we are amid of is rolled back as well: a transaction may void
    thousands of matches, and nobody is to wait while Celery is told of each."""
    amid = set(connection.savepoint_ids)
    return any(waiting[1] == wanted and waiting[0] <= amid for waiting in connection.run_on_commit)
