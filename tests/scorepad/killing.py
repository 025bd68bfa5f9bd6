"""What it takes to kill a worker amid its job: a lock that holds it up, and the process to be found."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

PATIENCE = 60


def wait(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def holder() -> Iterator[Any]:
    """A connection beside Django's own, whose locks hold others up until it rolls back."""
    place = {name: connection.settings_dict[name.upper()] for name in ("host", "user")}
    with psycopg.connect(**place, dbname=connection.settings_dict["NAME"]) as other:
        yield other
        other.rollback()


def waiters(other: Any) -> int:
    """How many wait for a lock."""
    other.execute("SELECT pg_stat_clear_snapshot()")  # or else it is what this transaction saw at first
    found: int = other.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()[0]
    return found
