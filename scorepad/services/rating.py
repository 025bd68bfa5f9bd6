"""Ratings recalculated: from the earliest period that something touched, period after period, and replaced whole.

Nothing is undone by subtracting. One job at a time does it for a club, under a lock that recorders never take; it
reads what is stale, then the matches as of one moment, and replaces the rows in one transaction, so that readers never
see half. What changes meanwhile leaves a row that it has not read.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from uuid import UUID

from django.db import transaction

from scorepad.models import Ladder, LadderRating, StaleEvening
from scorepad.refusals import Busy
from scorepad.selectors.periods import period_of
from scorepad.selectors.rated import RatedMatch, periods_of
from scorepad.selectors.rows import snapshot
from scorepad.selectors.states import State, States, states_after, states_before, touches
from scorepad.services.locks import alone
from scorepad.services.writing import writing

LOCK = 0x1ADDE5
PATIENCE = 5.0  # seconds


def refresh(*, club_id: UUID, patience: float = PATIENCE) -> Iterator[UUID]:
    """Bring the ladders of a club up to date, and name each that was recalculated.

    `Busy` when another job is still at it after a while: that one sees to it, or the sweep will.
    """
    with alone(LOCK, str(club_id), patience=patience) as mine:
        if not mine:
            raise Busy
        while stale := list(StaleEvening.objects.filter(club=club_id).order_by("pk")):
            for ladder in Ladder.objects.filter(club=club_id).order_by("pk"):
                touched = [row.since for row in stale if touches(row, ladder)]
                if touched:
                    recalculate(ladder, None if None in touched else min(day for day in touched if day is not None))
                    yield ladder.pk
            StaleEvening.objects.filter(pk__in=[row.pk for row in stale]).delete()


def stale_clubs() -> list[UUID]:
    return list(StaleEvening.objects.order_by("club").values_list("club", flat=True).distinct())


def recalculate(ladder: Ladder, since: date | None) -> None:
    """Replace the ratings from the period of this day on, or all of them. Whoever calls has the club's lock."""
    with snapshot():
        # The rules may have been changed since the list of ladders was read: what follows is as of one moment.
        ladder.refresh_from_db()
        start = None if since is None else period_of(ladder.period, since)
        rows = list(rated_rows(ladder, states_before(ladder, start), periods_of(ladder, start)))
    with transaction.atomic(), writing():
        stored = LadderRating.objects.filter(ladder=ladder)
        (stored if start is None else stored.filter(period__gte=start)).delete()
        LadderRating.objects.bulk_create(rows, batch_size=1000)


def rated_rows(
    ladder: Ladder, states: States, periods: Iterable[tuple[date, Sequence[RatedMatch]]]
) -> Iterator[LadderRating]:
    """The rows of all these periods, which follow one another, from the states before them."""
    return (_row(ladder, player, state) for player, state in states_after(ladder, states, periods))


def _row(ladder: Ladder, player: UUID, state: State) -> LadderRating:
    return LadderRating(
        ladder=ladder,
        player_id=player,
        period=state.period,
        rating=state.rating.rating,
        deviation=state.rating.deviation,
        volatility=state.rating.volatility,
        matches=state.matches,
        won=state.won,
        drawn=state.drawn,
        lost=state.lost,
        last_played=state.last_played,
    )
