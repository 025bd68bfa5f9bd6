"""A nightly check, some thousand matches a job so that none runs into a time limit.

Of a job that is given out twice, the second waits a while for the first and leaves it to it; when the first was killed,
it goes on from where that one stopped. What is amiss is logged as an error as soon as it is found, for whoever keeps
watch over the installation.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from logging import Logger

from django.utils import timezone

from scorepad.models import LedgerCheck
from scorepad.services import checking
from scorepad.services.nudges import nudge

MOST_A_JOB = 10_000
PATIENCE = 20.0  # seconds


@dataclass(frozen=True)
class Nightly:
    """What is checked, how one job is kept apart from another and walks on, and the task that takes up the rest."""

    of: str
    alone: Callable[..., AbstractContextManager[bool]]
    check_on: Callable[..., Iterator[int]]
    rest: str
    logger: Logger

    def begin(self) -> None:
        """Begin a check of all, unless one is at work or has just been done."""
        asked = timezone.now()
        with self.alone(patience=PATIENCE) as alone:
            if alone and not checking.finished_since(self.of, asked):
                self._walk(checking.under_way(self.of))

    def go_on(self, check_id: int) -> None:
        """Go on with a check from where it stands."""
        with self.alone(patience=PATIENCE) as alone:
            check = checking.unfinished(self.of, check_id)
            if alone and check:
                self._walk(check)

    def _walk(self, check: LedgerCheck) -> None:
        """Take the steps of a check, and pass on what is too much for one job."""
        start, told = check.matches, len(check.problems)
        for _checked in self.check_on(check=check):
            told = self._tell(check, told)
            if check.matches - start >= MOST_A_JOB:
                nudge(self.rest, check.pk)
                return
        self._tell(check, told)

    def _tell(self, check: LedgerCheck, told: int) -> int:
        for problem in check.problems[told:]:
            self.logger.error("%(match)s: %(code)s: %(detail)s", problem)
        return len(check.problems)
