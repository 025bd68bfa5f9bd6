"""Clubs as their pages name them: which the viewer sees, what he is in each, and how much has been played there.

One query for one club or for fifty.
"""

from collections.abc import Set
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, IntegerField, Max, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorepad.models import Club, Match
from scorepad.refusals import NotHere
from scorepad.selectors.access import RIGHTS_OF_ROLE, Viewer, own_role, visible_clubs

MOST_CLUBS = 50


@dataclass(frozen=True, slots=True)
class ClubLine:
    """`role` is the viewer's own, None when he is a guest; `recorded` counts all matches, `counted` those that count as
    results, the first of them on the evening `since`; `last_played` is the evening of the last match there was."""

    club: Club
    role: str | None
    recorded: int
    counted: int
    since: date | None
    last_played: date | None

    @property
    def rights(self) -> Set[str]:
        """What he may do there, signed in; a guest reads."""
        return RIGHTS_OF_ROLE[self.role] if self.role else frozenset()


def clubs_seen(viewer: Viewer) -> list[ClubLine]:
    """The viewer's own clubs first, then those that played last."""
    rows = _told(visible_clubs(viewer), viewer)
    rows = rows.order_by(F("role").asc(nulls_last=True), F("last_played").desc(nulls_last=True), "name", "pk")
    return [_line(club) for club in rows[:MOST_CLUBS]]


def club_seen(viewer: Viewer, slug: str) -> ClubLine:
    club = _told(visible_clubs(viewer), viewer).filter(slug=slug).first()
    if club is None:
        raise NotHere
    return _line(club)


def _told(clubs: QuerySet[Club], viewer: Viewer) -> QuerySet[Club]:
    matches = Match.objects.filter(club=OuterRef("pk"))
    return clubs.annotate(
        role=own_role(viewer),
        recorded=_count(matches),
        counted=_count(matches.filter(Match.counted())),
        since=_of(matches.filter(Match.counted()), Min("played_on")),
        last_played=_of(matches, Max("played_on")),
    )


def _of(matches: QuerySet[Match], aggregate: Any) -> Subquery:
    return Subquery(matches.order_by().values("club").annotate(found=aggregate).values("found"))


def _count(matches: QuerySet[Match]) -> Coalesce:
    return Coalesce(_of(matches, Count("pk")), 0, output_field=IntegerField())


def _line(club: Any) -> ClubLine:
    return ClubLine(club, club.role, club.recorded, club.counted, club.since, club.last_played)
