"""The matches that a ladder rates, as raters see them, in the order of their periods; and who its players are by now.

A merged player's matches are those of whom he became. Reading is by a bare cursor: a season may have thousands of
matches, and every correction reads them anew.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from engine.ratings.games import Game
from scorepad.models import Ladder, Match, Player, Seat
from scorepad.selectors.access import Viewer, visible_ladders
from scorepad.selectors.periods import period_of

OUTCOMES = ("won", "drawn", "lost")

Roots = Mapping[UUID, UUID]


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """Seats in order: who sat there, his place and his score. One that was `forfeited` somebody gave up."""

    id: UUID
    played_on: date
    players: tuple[UUID, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    forfeited: bool = False

    @property
    def game(self) -> Game[UUID]:
        ranks = dict(zip(self.players, self.places, strict=True))
        return Game(ranks, margin=float(self.margin))

    @property
    def margin(self) -> int:
        """By how much the winner of two was ahead; by nothing when it was the other, who then gave up."""
        if len(self.scores) != 2:
            return 0
        lead = self.scores[0] - self.scores[1]
        return max(lead if self.places[0] < self.places[1] else -lead, 0)

    def by(self, roots: Roots) -> "RatedMatch":
        """The same match when these players are somebody else."""
        return replace(self, players=tuple(roots.get(player, player) for player in self.players))

    def outcome_of(self, player: UUID) -> str:
        place = self.places[self.players.index(player)]
        if all(place == other for other in self.places):
            return "drawn"
        return "won" if place == 1 else "lost"


def rated_by(ladder: Ladder, since: date | None = None, until: date | None = None) -> Q:
    """The matches that count for this ladder, from this day on and up to that one."""
    ended = [Match.Status.COMPLETE, *([Match.Status.FORFEITED] if ladder.forfeits else [])]
    which = Q(club=ladder.club_id, game=ladder.game, rated=True, void=False, status__in=ended)
    start = max((day for day in (since, ladder.season_start) if day is not None), default=None)
    end = min((day for day in (until, ladder.season_end) if day is not None), default=None)
    if start is not None:
        which &= Q(played_on__gte=start)
    return which if end is None else which & Q(played_on__lte=end)


def rated_on(viewer: Viewer, ladder_id: UUID) -> Q:
    """The matches that count for this ladder; none when the viewer sees no such ladder."""
    ladder = visible_ladders(viewer).filter(pk=ladder_id).first()
    return Q(pk__in=()) if ladder is None else rated_by(ladder)


def counts_for(ladder: Ladder, match: Match) -> bool:
    """Whether `rated_by` would find this match, which need not be stored as it is here."""
    ended = match.status == Match.Status.COMPLETE or (ladder.forfeits and match.status == Match.Status.FORFEITED)
    own = (match.club_id, match.game) == (ladder.club_id, ladder.game)
    early = ladder.season_start is not None and match.played_on < ladder.season_start
    late = ladder.season_end is not None and match.played_on > ladder.season_end
    return own and match.rated and not match.void and ended and not early and not late


def periods_of(ladder: Ladder, since: date | None) -> Iterator[tuple[date, list[RatedMatch]]]:
    """By period, in order, the matches that count from this day on."""
    return by_period(ladder, rated_matches(ladder, since))


def by_period(ladder: Ladder, matches: Iterable[RatedMatch]) -> Iterator[tuple[date, list[RatedMatch]]]:
    """These matches, which are in the order of their evenings, by period."""
    grouped = groupby(matches, lambda match: period_of(ladder.period, match.played_on))
    return ((period, list(of_period)) for period, of_period in grouped)


def rated_matches(
    ladder: Ladder, since: date | None, roots: Roots | None = None, until: date | None = None
) -> list[RatedMatch]:
    """In the order of evening, beginning and id; two queries. `roots` says who is who when that is another matter."""
    roots = roots_of(ladder.club_id) if roots is None else roots
    matches = Match.objects.filter(rated_by(ladder, since, until))
    seats = Seat.objects.filter(match__in=matches).order_by("match__played_on", "match__played_at", "match", "number")
    columns = ("match", "match__played_on", "match__status", "player", "place", "score")
    rows: QuerySet[Seat, Any] = seats.values_list(*columns)
    return [
        _match([(roots.get(player, player), place, score) for *_, player, place, score in found], *of_match)
        for of_match, found in groupby(rows.iterator(chunk_size=5000), lambda row: row[:3])
    ]


def roots_of(club_id: UUID) -> dict[UUID, UUID]:
    """Who has become whom, by whoever has become somebody else."""
    merged = Player.objects.filter(club=club_id, root__isnull=False).values_list("pk", "root")
    return {player: root for player, root in merged if root is not None}


def rated_match(match: Match, seats: Iterable[Seat]) -> RatedMatch:
    """A complete match by its rows, which need not be stored; everybody as he was seated."""
    seated = [(seat.player_id, seat.place or 0, seat.score) for seat in seats]
    return _match(seated, match.pk, match.played_on, match.status)


def _match(seats: list[tuple[UUID, int, int]], match: UUID, played_on: date, status: str) -> RatedMatch:
    players, places, scores = zip(*seats, strict=True)
    return RatedMatch(match, played_on, players, places, scores, status == Match.Status.FORFEITED)
