"""What a page offers to pick from: the clubs that somebody sees, and the players and ladders of one of them."""

from uuid import UUID

from scorepad.models import Club, Ladder, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, visible_clubs, visible_players
from scorepad.selectors.asking import Person


def club_shown(viewer: Viewer, slug: str) -> Club:
    """The club of this address, if the viewer sees it; one query."""
    club = visible_clubs(viewer).filter(slug=slug).first()
    if club is None:
        raise NotHere
    return club


def club_of_player(viewer: Viewer, player_id: UUID) -> Club:
    """The club of a player whom the viewer sees; one query."""
    player = visible_players(viewer).filter(pk=player_id).select_related("club").first()
    if player is None:
        raise NotHere
    return player.club


def clubs_to_choose(viewer: Viewer) -> list[Club]:
    return list(visible_clubs(viewer).order_by("name", "pk"))


def people_of_club(club: Club) -> list[Person]:
    """Everybody who is shown, once and under the name he has today; one query."""
    roots = Player.objects.filter(club=club, root__isnull=True, hidden=False).order_by("name_key", "pk")
    return [Person.of(player) for player in roots]


def ladders_of_club(club: Club, game: str) -> list[Ladder]:
    """Those of a game, the oldest first, each with the club that was read already; one query."""
    found = list(Ladder.objects.filter(club=club, game=game).order_by("created_at", "pk"))
    for ladder in found:
        ladder.club = club
    return found
