"""The statistics of whole clubs rebuilt from nothing, by as many processes as there are.

Everything is marked as stale, and brought up to date as always; so a rebuild that was killed goes on where it was, and
matches may be recorded meanwhile. The processes beside this one only find facts; this one writes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from uuid import UUID

from scorepad.models import Club
from scorepad.selectors.facts import Found
from scorepad.services import helpers, statistics
from scorepad.services.statistics import Finder, find, find_here

AHEAD = 2  # batches given out to each process


def rebuild(*, clubs: Sequence[Club], workers: int, told: Callable[[int], object]) -> Iterator[int]:
    """Rebuild the statistics of these clubs. `told` hears first how many rows are stale; then how many were dealt with
    is said, some at a time. What became stale on the way, whose totals above all, comes on top."""
    told(statistics.mark_all(clubs=clubs))
    yield from go_on(clubs=clubs, workers=workers)


def go_on(*, clubs: Sequence[Club], workers: int) -> Iterator[int]:
    """Bring up to date what is stale of these clubs, whoever marked it."""
    with _finder(workers) as finder:
        for club in clubs:
            yield from statistics.refresh(club_id=club.pk, finder=finder, patience=float("inf"))


@contextmanager
def _finder(workers: int) -> Iterator[Finder]:
    if workers < 2:
        yield find_here
        return
    # A forked process would share our connection to the database, and close it.
    spawn, needed = get_context("spawn"), helpers.what_they_need()
    with ProcessPoolExecutor(workers, spawn, initializer=helpers.begin, initargs=needed) as pool:

        def finder(batches: Iterable[Sequence[UUID]]) -> Iterator[Found]:
            return _in_order(pool, iter(batches), workers * AHEAD)

        yield finder


def _in_order(pool: ProcessPoolExecutor, batches: Iterator[Sequence[UUID]], ahead: int) -> Iterator[Found]:
    """The pool's own `map` would take all batches at once, however many there are."""
    waiting: list[Future[Found]] = [pool.submit(find, batch) for batch in islice(batches, ahead)]
    while waiting:
        found = waiting.pop(0).result()
        waiting += [pool.submit(find, batch) for batch in islice(batches, 1)]
        yield found
