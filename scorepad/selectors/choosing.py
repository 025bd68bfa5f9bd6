"""The players of a club as somebody chooses among them: those that are themselves, are shown, and have a name."""

from uuid import UUID

from django.db.models import QuerySet

from scorepad.models import Club, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Right, Viewer, require, visible_players


def choosable(club: Club) -> QuerySet[Player]:
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
