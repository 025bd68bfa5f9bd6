"""Ratings recalculated: from the earliest period that something touched, period after period, and replaced whole.

Nothing is undone by subtracting. One job at a time does it for a club, under a lock that recorders never take; it
reads what is stale, then the matches as of one moment, and replaces the rows in one transaction, so that readers never
see half. What changes meanwhile leaves a row that it has not read.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from math import inf
from uuid import UUID

from django.db import transaction

from scorepad.models import Ladder, LadderRating, StaleEvening
from scorepad.refusals import Busy
from scorepad.selectors.periods import earliest
from scorepad.selectors.rated import RatedMatch, periods_of
from scorepad.selectors.rows import snapshot
from scorepad.selectors.states import State, States, states_after, states_before, touches
from scorepad.services.locks import alone
from scorepad.services.staleness import mark_ladder
from scorepad.services.writing import writing

LOCK = 0x1ADDE5
PATIENCE = 5.0  # seconds
AT_A_TIME = 10_000  # a statement names 65535 rows at most


def refresh(*, club_id: UUID, patience: float = PATIENCE) -> Iterator[UUID]:
    """Bring the ladders of a club up to date, and name each that was recalculated.

    `Busy` when another job is still at it after a while: that one sees to it, or the sweep will.
    """
    with alone(LOCK, str(club_id), patience=patience) as mine:
        if not mine:
            raise Busy
        while stale := list(StaleEvening.objects.filter(club=club_id).order_by("pk")[:AT_A_TIME]):
            for ladder in Ladder.objects.filter(club=club_id).order_by("pk"):
                if any(touches(row, ladder) for row in stale):
                    recalculate(ladder)
                    yield ladder.pk
            StaleEvening.objects.filter(pk__in=[row.pk for row in stale]).delete()


def rebuild(*, ladders: Sequence[Ladder]) -> Iterator[UUID]:
    """Rate everything anew, from the beginning of these ladders, and name each when it is done.

    They are marked and brought up to date as always: so a worker may be the one who does it, and goes on with it when
    this process is killed.
    """
    with writing():
        for ladder in ladders:
            mark_ladder(ladder.club_id, ladder.pk, ladder.game)
    for club_id in dict.fromkeys(ladder.club_id for ladder in ladders):
        yield from refresh(club_id=club_id, patience=inf)


def stale_clubs() -> list[UUID]:
    return list(StaleEvening.objects.order_by("club").values_list("club", flat=True).distinct())


def recalculate(ladder: Ladder) -> None:
    """Replace the ratings from the earliest period on that is stale. Whoever calls has the club's lock.

    The race: since the list of what is stale was read, matches, players or the ladder's own rules may have been
    changed, with rows of their own. So it is read once more together with all that, as of one moment: or else what is
    kept would be from before such a change and what is rated from after it, and readers would see half.
    """
    with snapshot():
        ladder.refresh_from_db()
        stale = StaleEvening.objects.filter(club=ladder.club_id)
        start = earliest(ladder.period, [row.since for row in stale if touches(row, ladder)])
        states, periods = states_before(ladder, start), periods_of(ladder, start)
    rows = list(rated_rows(ladder, states, periods))
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
