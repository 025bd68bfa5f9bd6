"""A new password by a link: for clubs without mail, an owner copies it to a member who has forgotten his.

Reads who is in which club, writes the one password, stores nothing of the link: it is signed, and spent by the password
that it sets. Whoever has the link has the account. So an owner gets one only for an account that reaches nowhere but
into clubs of his own, and came into them by its own will: anybody may found a club, and make a member of whomever he
knows by name. For all others, whoever runs the installation makes it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils import timezone

from scorepad.models import Membership, User
from scorepad.refusals import NotAllowed, NotHere
from scorepad.selectors.access import Viewer, club_to, rights_in
from scorepad.services.writing import writing


class _Keys(PasswordResetTokenGenerator):
    """Keys that end with a new password and with the next sign-in, and with any change of what the account reaches.

    The race that may last days: an owner makes a link, its member joins another club meanwhile or becomes staff, or
    the owner is one no longer; or the member leaves, and is brought back without being asked. Then the old link must
    open nothing.
    """

    key_salt = "scorepad.services.resets"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        said: str = super()._make_hash_value(user, timestamp)
        return f"{said} {_reach(user)}"


@dataclass(frozen=True, slots=True)
class Reset:
    """`path` is where the page for the new password is, on this site."""

    user: User
    path: str
    expires_at: datetime


def create_reset(*, viewer: Viewer, club_slug: str, ref: UUID) -> Reset:
    """A link for a member of the viewer's club, if every club he is in is the viewer's to manage."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    member = Membership.objects.filter(club=club, ref=ref).select_related("user").first()
    if member is None:
        raise NotHere
    if member.user == viewer.user:
        # A token that ends tomorrow would give itself an account that does not.
        raise NotAllowed("Your own password is not reset by your own link.")
    if member.unasked:
        raise NotAllowed("Whoever was made a member by name alone has put his account into nobody's hands.")
    theirs = Membership.objects.filter(user=member.user, club__deleted_at__isnull=True).select_related("club")
    if _runs_the_site(member.user) or not all("manage" in rights_in(viewer, each.club) for each in theirs):
        raise NotAllowed("This account reaches further than your clubs. Whoever runs this Scorepad can make a link.")
    return reset_of(user=member.user)


def reset_of(*, user: User) -> Reset:
    """A link for anybody who may sign in: for whoever runs the installation."""
    if not user.is_active:
        raise NotAllowed("This account may not sign in.")
    path = f"/accounts/password/{user.pk}/{_Keys().make_token(user)}/"
    return Reset(user, path, timezone.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT))


def user_by_link(user_id: int, key: str) -> User:
    """Whose password the link sets, while it does. Nothing is used up by looking: links are opened by previews, too."""
    return _opened(User.objects.filter(pk=user_id, is_active=True).first(), key)


def set_password(*, user_id: int, key: str, password: str) -> User:
    """The new password. With the old one go the sessions that were opened by it; tokens stay."""
    with writing():
        # Two passwords by one link at once: the second waits for the row, and finds that the link is spent.
        user = _opened(User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True).first(), key)
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def _opened(user: User | None, key: str) -> User:
    if user is None or not _Keys().check_token(user, key):
        raise NotHere
    return user


def _runs_the_site(user: User) -> bool:
    return user.is_staff or user.is_superuser


def _reach(user: User) -> str:
    """The account's memberships as they began, the owners of each club, and whether it is staff's, as one text."""
    own = Membership.objects.filter(user=user, club__deleted_at__isnull=True).order_by("pk")
    owners = Membership.objects.filter(club__in=own.values("club"), role=Membership.Role.OWNER).order_by("club", "user")
    return f"{_runs_the_site(user)} {[*own.values_list('pk')]} {[*owners.values_list('club', 'user')]}"
