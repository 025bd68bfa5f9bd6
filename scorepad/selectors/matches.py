"""Matches in a list: who played, how it stands, and who took which round.

Two queries more than the matches themselves, for one match or for a hundred.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q

from scorepad.models import Club, Match, Round, Seat
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, visible_matches
from scorepad.selectors.sheets import SeatLine

MOST_MATCHES = 100


@dataclass(frozen=True, slots=True)
class MatchLine:
    """`strip` holds, for each complete round, the key of the seat that scored most, or None when they were level;
    `forfeited_by` the key of the seat that gave up."""

    id: UUID
    club: Club
    game: str
    played_on: date
    played_at: datetime
    table: str
    status: str
    forfeited_by: str | None
    void: bool
    duplicate_of: UUID | None
    seats: tuple[SeatLine, ...]
    strip: tuple[str | None, ...]
    awaiting: dict[str, Any] | None
    updated_at: datetime

    @property
    def was_finished(self) -> bool:
        return self.status in Match.DECIDED and not self.void


def matches_of(
    viewer: Viewer,
    club: Club | None = None,
    *,
    under_way: bool | None = None,
    before: UUID | None = None,
    limit: int = MOST_MATCHES,
) -> list[MatchLine]:
    """The matches that the viewer may see, of one club or of all, the latest evening first; or those before a match.

    A match is under way while it is open and counts: what was declared void awaits nobody any more.
    """
    rounds = Round.objects.filter(complete=True).only("match", "number", "scores").order_by("number")
    matches = visible_matches(viewer)
    if club is not None:
        matches = matches.filter(club=club)
    if under_way is not None:
        goes_on = Q(status=Match.Status.OPEN, void=False)
        matches = matches.filter(goes_on if under_way else ~goes_on)
    if before is not None:
        matches = matches.filter(_before(viewer, before))
    matches = (
        matches.select_related("club")
        .defer("summary", "note", "ext", "options", "objection")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("player").order_by("number")),
            Prefetch("rounds", rounds),
        )
        .order_by("-played_at", "-id")[:limit]
    )
    return [_line(match) for match in matches]


def _before(viewer: Viewer, match_id: UUID) -> Q:
    match = visible_matches(viewer).only("played_at").filter(pk=match_id).first()
    if match is None:
        raise NotHere
    return Q(played_at__lt=match.played_at) | Q(played_at=match.played_at, pk__lt=match.pk)


def _line(match: Match) -> MatchLine:
    seats = tuple(map(SeatLine.of, match.seats.all()))
    return MatchLine(
        id=match.pk,
        club=match.club,
        game=match.game,
        played_on=match.played_on,
        played_at=match.played_at,
        table=match.table,
        status=match.status,
        forfeited_by=match.forfeited_by,
        void=match.void,
        duplicate_of=match.duplicate_of_id,
        seats=seats,
        strip=tuple(_taken_by(seats, round_.scores) for round_ in match.rounds.all()),
        awaiting=match.awaiting,
        updated_at=match.updated_at,
    )


def _taken_by(seats: tuple[SeatLine, ...], scores: list[int]) -> str | None:
    best = [seat.key for seat, score in zip(seats, scores, strict=True) if score == max(scores)]
    return best[0] if len(best) == 1 else None
