"""Who belongs to a club, for its members to see, and who owns it."""

from uuid import UUID

from django.db.models import Prefetch, QuerySet

from scorepad.models import Membership, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, club_to, rights_in, visible_clubs


def own_memberships(viewer: Viewer) -> QuerySet[Membership]:
    """The viewer's own clubs, as far as his token reaches."""
    found = Membership.objects.filter(user=viewer.user, club__in=visible_clubs(viewer))
    if viewer.club_id is not None:
        found = found.filter(club=viewer.club_id)
    return found.select_related("club").order_by("club__slug")


def members_of(viewer: Viewer, slug: str) -> QuerySet[Membership]:
    """The members of a club. Of a public club a guest reads the matches, and nobody's name to sign in with."""
    club = club_to("read", viewer=viewer, slug=slug)
    if "read" not in rights_in(viewer, club):
        raise NotHere
    return Membership.objects.filter(club=club).select_related("user")


def members_as_players(viewer: Viewer, slug: str) -> QuerySet[Membership]:
    """The same, each with the players of this club that he is (`user.players`), by name."""
    players = Player.objects.filter(club__slug=slug).order_by("name_key")
    found = members_of(viewer, slug).prefetch_related(Prefetch("user__players", players))
    return found.select_related("user", "club").order_by("user__username")


def owners_of(club_id: UUID) -> QuerySet[Membership]:
    """Those by whom a club is not left to nobody: owners who may still sign in."""
    return Membership.objects.filter(club=club_id, role=Membership.Role.OWNER, user__is_active=True)
