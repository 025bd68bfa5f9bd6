"""The invitations into a club, for its owners."""

from django.db.models import QuerySet

from scorepad.models import Invitation
from scorepad.selectors.access import Viewer, club_to


def invitations_of(viewer: Viewer, slug: str) -> QuerySet[Invitation]:
    club = club_to("manage", viewer=viewer, slug=slug)
    return Invitation.objects.filter(club=club).select_related("club")
