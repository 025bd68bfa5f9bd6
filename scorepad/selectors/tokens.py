"""The tokens that somebody has: what is kept of them, which opens nothing."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from scorepad.models import ApiToken
from scorepad.refusals import NotAllowed
from scorepad.selectors.access import Viewer


def own_tokens(viewer: Viewer) -> QuerySet[ApiToken]:
    """The viewer's own, his devices' too; by a token for one club, those of that club. Only who may manage sees them:
    a lesser token tells whoever found it nothing of the others.
    """
    if viewer.user is None or "manage" not in viewer.rights:
        raise NotAllowed
    tokens = ApiToken.objects.filter(user=viewer.user)
    return tokens if viewer.club_id is None else tokens.filter(club=viewer.club_id)


def open_tokens(viewer: Viewer) -> QuerySet[ApiToken]:
    """Those that open something still, the latest first."""
    good = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    found = own_tokens(viewer).filter(good, revoked_at__isnull=True)
    return found.select_related("club", "match").order_by("-created_at", "-pk")
