"""The ladders verified: are the ratings what a rebuild from nothing would make them, bit for bit? And is what was
frozen what its checksum says?

A ladder of which something is stale is known to be out of date, and left to the job that sees to it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from django.utils import timezone

from scorepad.models import Frozen, Ladder, LadderRating, LedgerCheck
from scorepad.selectors.rated import periods_of
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import pending
from scorepad.services import locks
from scorepad.services.checking import Problem
from scorepad.services.freezing import checksum
from scorepad.services.rating import rated_rows

LOCK = 0xC1ADD

_COMPARED = ("rating", "deviation", "volatility", "matches", "won", "drawn", "lost", "last_played")


@contextmanager
def alone(*, patience: float) -> Iterator[bool]:
    """Whether nobody else verifies the ladders for as long as this lasts."""
    with locks.alone(LOCK, patience=patience) as mine:
        yield mine


def check_on(*, check: LedgerCheck) -> Iterator[Ladder]:
    """Verify every ladder, and name each that was; `check` keeps what was found."""
    problems: list[Problem] = []
    for ladder in Ladder.objects.filter(club__deleted_at__isnull=True).order_by("pk"):
        problems += problems_of(ladder)
        yield ladder
    check.problems = [asdict(problem) for problem in problems]
    check.finished_at = timezone.now()
    check.save(update_fields=["problems", "finished_at"])


def problems_of(ladder: Ladder) -> Iterator[Problem]:
    for frozen in Frozen.objects.filter(ladder=ladder):
        if checksum(frozen.standings) != frozen.checksum:
            yield Problem(str(ladder.pk), "frozen", f"season to {frozen.ends}: not what its checksum says")
    yield from _of_ratings(ladder)


def _of_ratings(ladder: Ladder) -> Iterator[Problem]:
    with snapshot():
        ladder.refresh_from_db()
        if pending(ladder):
            return
        periods = periods_of(ladder, None)
        stored = {(row.period, row.player_id): row for row in LadderRating.objects.filter(ladder=ladder)}
    wanted = {(row.period, row.player_id): row for row in rated_rows(ladder, {}, periods)}
    for key in sorted({*wanted, *stored}):
        if difference := _difference(wanted.get(key), stored.get(key)):
            period, player = key
            yield Problem(str(ladder.pk), "rating", f"period of {period}, player {player}: {difference}")


def _difference(wanted: LadderRating | None, stored: LadderRating | None) -> str:
    if wanted is None or stored is None:
        return "missing" if stored is None else "should not be there"
    return "; ".join(
        f"{name} {found}, should be {should}"
        for name in _COMPARED
        if (found := getattr(stored, name)) != (should := getattr(wanted, name))
    )
