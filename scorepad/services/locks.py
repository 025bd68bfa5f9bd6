"""Locks on what is no row: a job, a name that somebody chooses. No recorder and no reader ever takes one."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def alone(lock: int, of: str = "", *, patience: float = math.inf) -> Iterator[bool]:
    """Whether nobody else has this lock for as long as this lasts; so many seconds of waiting are spent on it.

    The lock is the session's, which ends with its process, but not at once: the server sees that a process was killed
    when it next has something to tell it. So a job that comes again at once has to wait for its own ghost.
    """
    until = time.monotonic() + patience
    while not (mine := _said("pg_try_advisory_lock", lock, of)) and time.monotonic() < until:
        time.sleep(0.1)
    try:
        yield mine
    finally:
        if mine:
            _said("pg_advisory_unlock", lock, of)


def wait_for(lock: int, of: str = "") -> None:
    """The same lock until the end of the transaction, for as long as the transaction is ready to wait."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [lock, of])


def _said(function: str, lock: int, of: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, hashtext(%s))", [lock, of])
        return bool(cursor.fetchone()[0])
