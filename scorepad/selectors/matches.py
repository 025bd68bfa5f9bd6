"""Matches in a list: who played, how it stands, and who took which round.

One query more than the matches themselves, for one match or for a hundred.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from scorepad.models import Club, Match, Seat
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, visible_matches
from scorepad.selectors.people import of_opponents, of_player
from scorepad.selectors.sheets import SeatLine

MOST_MATCHES = 100
UNDER_WAY = Q(status=Match.Status.OPEN, void=False)


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

    @property
    def under_way(self) -> bool:
        return self.status == Match.Status.OPEN and not self.void


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches of a club: of this player, against that opponent, whichever of their players they are asked for by;
    from one evening to another, both included; and in this state, where `void` is one too."""

    player: UUID | None = None
    opponent: UUID | None = None
    start: date | None = None
    end: date | None = None
    state: str | None = None

    @property
    def condition(self) -> Q:
        found = Q()
        if self.player is not None and self.opponent is not None:
            found &= Q(pk__in=of_opponents(self.player, self.opponent).values("pk"))
        elif self.player is not None:
            found &= Q(pk__in=of_player(self.player).values("pk"))
        if self.start is not None:
            found &= Q(played_on__gte=self.start)
        if self.end is not None:
            found &= Q(played_on__lte=self.end)
        if self.state is not None:
            found &= Q(void=True) if self.state == "void" else Q(void=False, status=self.state)
        return found


def matches_of(
    viewer: Viewer,
    club: Club | None = None,
    *,
    wanted: Wanted | None = None,
    under_way: bool | None = None,
    before: UUID | None = None,
    limit: int = MOST_MATCHES,
) -> list[MatchLine]:
    """The matches that the viewer may see, of one club or of all, the latest evening first; or those before a match.

    A match is under way while it is open and counts: what was declared void awaits nobody any more.
    """
    matches = chosen(viewer, club, wanted)
    if under_way is not None:
        matches = matches.filter(UNDER_WAY if under_way else ~UNDER_WAY)
    if before is not None:
        matches = matches.filter(_before(viewer, before))
    return lines_of(matches, limit)


def chosen(viewer: Viewer, club: Club | None, wanted: Wanted | None = None) -> QuerySet[Match]:
    matches = visible_matches(viewer)
    if club is not None:
        matches = matches.filter(club=club)
    return matches if wanted is None else matches.filter(wanted.condition)


def lines_of(matches: QuerySet[Match], limit: int) -> list[MatchLine]:
    """The latest of these matches."""
    rows = (
        matches.select_related("club")
        .defer("note", "ext", "options", "objection")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player").order_by("number")))
        .order_by("-played_at", "-id")[:limit]
    )
    return [_line(match) for match in rows]


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
        strip=_strip(seats, match.running),
        awaiting=match.awaiting,
        updated_at=match.updated_at,
    )


def _strip(seats: tuple[SeatLine, ...], running: Sequence[Sequence[int]]) -> tuple[str | None, ...]:
    """Who took each round, from the scores that stood after it: the rounds' own rows need not be read."""
    stood = [[0] * len(seats), *running]
    gained = ([now - then for then, now in zip(*scores, strict=True)] for scores in pairwise(stood))
    return tuple(_taken_by(seats, scores) for scores in gained)


def _taken_by(seats: tuple[SeatLine, ...], scores: Sequence[int]) -> str | None:
    best = [seat.key for seat, score in zip(seats, scores, strict=True) if score == max(scores)]
    return best[0] if len(best) == 1 else None
