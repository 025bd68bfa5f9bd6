"""What pages offer to choose from: clubs, and the players and ladders of one; and the player who was chosen."""

from uuid import UUID

from django.db.models import QuerySet

from scorepad.models import Club, Ladder, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Right, Viewer, require, visible_clubs, visible_players
from scorepad.selectors.asking import Person


def choosable(club: Club) -> QuerySet[Player]:
    """Those who are themselves, are shown, and have a name: whoever may sit at a table."""
    found = Player.objects.filter(club=club, hidden=False, merged_into__isnull=True, anonymised_at__isnull=True)
    return found.order_by("name_key", "pk")


def player_to(right: Right, *, viewer: Viewer, player_id: UUID) -> Player:
    """The player, whose account he is and whom he was merged into, if the viewer has this right in his club."""
    players = visible_players(viewer).select_related("club", "user", "merged_into")
    player = players.filter(pk=player_id).first()
    if player is None:
        raise NotHere
    require(right, viewer=viewer, club=player.club)
    return player


def people_of_club(club: Club) -> list[Person]:
    """Everybody who is shown, once and under the name he has today, which may be nobody's; one query."""
    roots = Player.objects.filter(club=club, root__isnull=True, hidden=False).order_by("name_key", "pk")
    return [Person.of(player) for player in roots]


def clubs_to_choose(viewer: Viewer) -> list[Club]:
    return list(visible_clubs(viewer).order_by("name", "pk"))


def ladders_of_club(club: Club, game: str) -> list[Ladder]:
    """Those of a game, the oldest first; one query."""
    return list(club.ladders.filter(game=game).order_by("created_at", "pk"))
