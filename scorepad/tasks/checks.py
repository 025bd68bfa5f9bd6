"""A nightly check, some thousand matches a job so that none runs into a time limit.

What is amiss is logged as an error as soon as it is found, for whoever keeps watch over the installation.
"""

from collections.abc import Iterator
from logging import Logger

from scorepad.models import LedgerCheck
from scorepad.services.nudges import nudge

MOST_A_JOB = 10_000


def go_on(check: LedgerCheck, steps: Iterator[int], *, rest: str, logger: Logger) -> None:
    """Take the steps of a check, and pass on to the task `rest` what is too much for one job."""
    start, told = check.matches, len(check.problems)
    for _checked in steps:
        told = _tell(check, told, logger)
        if check.matches - start >= MOST_A_JOB:
            nudge(rest, check.pk)
            return
    _tell(check, told, logger)


def _tell(check: LedgerCheck, told: int, logger: Logger) -> int:
    for problem in check.problems[told:]:
        logger.error("%(match)s: %(code)s: %(detail)s", problem)
    return len(check.problems)
