"""Whose statistics are asked for, as far as the viewer may see him, and what all answers say of the club beside them.

A merged player is asked for under any of his ids and answered as the person he is. How much of the club's statistics
is stale at this moment is read along with it, in the same query.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from engine.figures import Figures
from scorepad.games import GAMES, GameHere
from scorepad.models import Club, Ladder, Player, Stale
from scorepad.refusals import NotHere, Refused, error_at
from scorepad.selectors.access import Viewer, rights_in, visible_clubs, visible_players
from scorepad.selectors.filters import Filters


class Unknown(Refused):
    """The parameter names nobody here, or nothing that there is."""


def unknown(code: str, detail: str, **params: Any) -> Unknown:
    return Unknown(code, detail, errors=[error_at("", code, detail, **params)])


@dataclass(frozen=True, slots=True)
class Person:
    """The root of all players that are one person, and the name he has today."""

    id: UUID
    name: str

    @classmethod
    def of(cls, player: Player) -> "Person":
        root = player.root or player
        return cls(root.pk, root.name)


@dataclass(frozen=True, slots=True)
class Asked:
    """`people` are those asked for, by the ids by which they were; `filters` know them by their roots. `pending` counts
    the stale rows of the club: as many changes are not in the figures yet. `rights` are the viewer's in the club."""

    game: GameHere
    club: Club
    people: Mapping[UUID, Person]
    filters: Filters
    pending: int
    rights: Set[str]

    @property
    def member(self) -> bool:
        """Whether he hears what is for members."""
        return "read" in self.rights

    @property
    def figures(self) -> Figures:
        """The figures that the viewer is told, and that the filters leave."""
        figures = self.game.rules.figures
        if not self.member:
            figures = figures.for_guests()
        return figures if self.filters.role is None else figures.of_role(self.filters.role)


def ask_of_players(viewer: Viewer, game: str, players: tuple[UUID, ...], filters: Filters) -> Asked:
    """About players of one club, in two queries; in three when a ladder is named. `NotHere` when the viewer sees one of
    them not, or they are of different clubs."""
    wanted = {*players, *([filters.opponent] if filters.opponent else ())}
    rows = visible_players(viewer).filter(pk__in=wanted).select_related("club", "root")
    found = {row.pk: row for row in rows.annotate(pending=_pending("club_id"))}
    if any(player not in found for player in players) or len({found[player].club_id for player in players}) > 1:
        raise NotHere
    first = found[players[0]]
    return _asked(viewer, game, first.club, found, filters, first.pending)


def ask_of_club(viewer: Viewer, game: str, slug: str, filters: Filters) -> Asked:
    """About a club, in two queries; in one more when an opponent is named, and in one when a ladder is."""
    club = visible_clubs(viewer).filter(slug=slug).annotate(pending=_pending("pk")).first()
    if club is None:
        raise NotHere
    rows = Player.objects.filter(pk=filters.opponent).select_related("root") if filters.opponent else ()
    found = {row.pk: row for row in rows}
    return _asked(viewer, game, club, found, filters, club.pending)


def _asked(
    viewer: Viewer, game: str, club: Club, found: Mapping[UUID, Player], filters: Filters, pending: int
) -> Asked:
    people = {pk: Person.of(player) for pk, player in found.items() if player.club_id == club.pk}
    rights = rights_in(viewer, club)
    filters = _by_ladder(_by_root(filters, people), game, club)
    return Asked(GAMES[game], club, people, filters, pending, rights)


def _by_root(filters: Filters, people: Mapping[UUID, Person]) -> Filters:
    if filters.opponent is None:
        return filters
    if filters.opponent not in people:
        raise unknown("unknown_player", "The opponent is no player of this club.", parameter="opponent")
    return filters.against(people[filters.opponent].id)


def _by_ladder(filters: Filters, game: str, club: Club) -> Filters:
    if filters.ladder is None:
        return filters
    ladder = Ladder.objects.filter(pk=filters.ladder, club=club, game=game).first()
    if ladder is None:
        raise unknown("unknown_ladder", "This is no ladder of this club and this game.", parameter="ladder")
    return filters.counting_for(ladder)


def _pending(club: str) -> Any:
    of_club = Stale.objects.filter(club=OuterRef(club)).order_by().values("club")
    return Coalesce(Subquery(of_club.annotate(rows=Count("pk")).values("rows"), output_field=IntegerField()), 0)
