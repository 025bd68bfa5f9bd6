"""What is stale is remembered in the transaction that made it so, and told to Celery once that is stored.

Rows are inserted and never updated: recorders wait for nobody here. A nudge that is lost is made up for by the sweep.
"""

from collections.abc import Iterable
from uuid import UUID

from scorepad.models import Match, Stale
from scorepad.services.nudges import nudge

REFRESH = "scorepad.tasks.statistics.refresh"


def mark_matches(matches: Iterable[Match]) -> None:
    """Of these matches the facts are not what they were, or they count no longer, or for the first time."""
    _mark([Stale(club_id=match.club_id, match_id=match.pk) for match in matches])


def mark_players(club_id: UUID, players: Iterable[UUID]) -> None:
    """These players have become somebody else, or themselves again: whose totals are whose is another matter now."""
    _mark([Stale(club_id=club_id, player_id=player) for player in players])


def _mark(rows: list[Stale]) -> None:
    Stale.objects.bulk_create(rows, batch_size=1000)
    for club_id in sorted({row.club_id for row in rows}):
        nudge(REFRESH, str(club_id))
