"""The invitations into a club, for its owners."""

from django.db.models import QuerySet
from django.utils import timezone

from scorepad.models import Invitation
from scorepad.selectors.access import Viewer, club_to


def invitations_of(viewer: Viewer, slug: str) -> QuerySet[Invitation]:
    club = club_to("manage", viewer=viewer, slug=slug)
    return Invitation.objects.filter(club=club).select_related("club")


def open_invitations(viewer: Viewer, slug: str) -> QuerySet[Invitation]:
    """Those by which somebody may still come in, the latest first."""
    found = invitations_of(viewer, slug).filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    return found.select_related("created_by", "player").order_by("-created_at", "-pk")
