"""What is stale is remembered in the transaction that made it so, and told to Celery once that is stored.

Rows are inserted and never updated: recorders wait for nobody here. Nor do they look up a ladder: one that is made at
the same moment would miss what they write. A nudge that is lost is made up for by the sweep.
"""

from collections.abc import Collection, Iterable
from datetime import date
from uuid import UUID

from django.db.models import Min, Q

from scorepad.models import Match, Seat, Stale, StaleEvening
from scorepad.services.nudges import nudge

REFRESH = "scorepad.tasks.statistics.refresh"
RECALCULATE = "scorepad.tasks.ladders.refresh"


def mark_matches(matches: Iterable[Match], *, since: date | None = None) -> None:
    """Of these matches the facts are not what they were, or they count no longer, or for the first time. `since` is the
    evening of the earliest of them, when they were on another before."""
    earliest: dict[tuple[UUID, str], date] = {}
    rows: list[Stale] = []
    for match in matches:
        rows.append(Stale(club_id=match.club_id, match_id=match.pk))
        of = (match.club_id, match.game)
        earliest[of] = min(since or match.played_on, earliest.get(of, date.max))
    _mark(rows)
    _mark_evenings([StaleEvening(club_id=club, game=game, since=day) for (club, game), day in earliest.items()])


def mark_players(club_id: UUID, players: Collection[UUID]) -> None:
    """These players have become somebody else, or themselves again: whose totals are whose is another matter now, and
    so is who was rated from their first evening on."""
    _mark([Stale(club_id=club_id, player_id=player) for player in players])
    seats = Seat.objects.filter(Q(player__in=players) | Q(player__root__in=players), match__club=club_id)
    first = seats.values("match__game").annotate(since=Min("match__played_on")).values_list("match__game", "since")
    _mark_evenings([StaleEvening(club_id=club_id, game=game, since=day) for game, day in first])


def mark_ladder(club_id: UUID, ladder_id: UUID, game: str) -> None:
    """This ladder is new, or its rules are."""
    _mark_evenings([StaleEvening(club_id=club_id, game=game, ladder_id=ladder_id)])


def _mark(rows: list[Stale]) -> None:
    Stale.objects.bulk_create(rows, batch_size=1000)
    for club_id in sorted({row.club_id for row in rows}):
        nudge(REFRESH, str(club_id))


def _mark_evenings(rows: list[StaleEvening]) -> None:
    StaleEvening.objects.bulk_create(rows, batch_size=1000)
    for club_id in sorted({row.club_id for row in rows}):
        nudge(RECALCULATE, str(club_id))
