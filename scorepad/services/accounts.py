"""An account deleted by whoever has it: the person goes, what was recorded stays; and a second step taken from it.

The journal says by number who entered what. The account's row keeps that number and loses all that tells a person.
"""

import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.utils import timezone

from scorepad.models import ApiToken, Invitation, Membership, Pairing, Player, User
from scorepad.refusals import Conflict, NotAllowed, NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.members import owners_of
from scorepad.services.writing import writing


def what_goes(user: User) -> dict[str, int]:
    return {
        "memberships": Membership.objects.filter(user=user).count(),
        "tokens": ApiToken.objects.filter(user=user, revoked_at__isnull=True).count(),
        "players": Player.objects.filter(user=user).count(),
    }


def delete_account(*, viewer: Viewer, confirm: str | None) -> None:
    """Delete the viewer's own account, once its name has been said again as the confirmation."""
    if viewer.user is None:
        raise NotHere
    if "manage" not in viewer.rights or viewer.club_id is not None:
        raise NotAllowed
    with writing() as changes:
        user = held(viewer.user)
        # Whoever owns a club with us is counted under the clubs' locks: two who go at once must not leave it to nobody.
        owned = Membership.objects.filter(user=user, role=Membership.Role.OWNER, club__deleted_at__isnull=True)
        clubs = [each.club for each in owned.select_related("club").select_for_update(of=("club",)).order_by("club")]
        alone = [club.slug for club in clubs if not owners_of(club.pk).exclude(user=user).exists()]
        if alone:
            detail = f"You are the only owner of {', '.join(alone)}: make somebody else one, or delete the club."
            raise Conflict("last_owner", detail, clubs=alone)
        if confirm != user.get_username():
            detail = "This deletes your account for good. What you have recorded stays. Say your name again to confirm."
            raise Conflict("confirmation_needed", detail, goes=what_goes(user))
        for member in Membership.objects.filter(user=user):
            changes.add(member.club_id, "member", member.ref)
        _empty(User.objects.select_for_update().get(pk=user.pk))


def held(user: User) -> User:
    """The account, which nobody deletes until the transaction ends; before any club is locked.

    The race: somebody is brought into a club, or founds one, while he deletes his account, and nobody would be left in
    it who can sign in.
    """
    found = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first()
    if found is None:
        raise NotAllowed("This account may not sign in.")
    return found


def forget_second_step(*, user: User) -> bool:
    """The password alone lets this person in again; whether anything was asked for besides. Recovery codes go too."""
    with writing():
        return bool(Authenticator.objects.filter(user=user).delete()[0])


def _empty(user: User) -> None:
    now = timezone.now()
    Membership.objects.filter(user=user).delete()
    Player.objects.filter(user=user).update(user=None)
    Invitation.objects.filter(created_by=user).delete()
    Pairing.objects.filter(created_by=user, claimed_at__isnull=True).delete()
    ApiToken.objects.filter(user=user).update(name="", revoked_at=now)
    EmailAddress.objects.filter(user=user).delete()
    # What staff did to the account is told under its name.
    about = {"content_type__app_label": "scorepad", "content_type__model": "user", "object_id": str(user.pk)}
    LogEntry.objects.filter(**about).update(object_repr="")
    Authenticator.objects.filter(user=user).delete()
    for session in Session.objects.filter(expire_date__gte=now).iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    user.username = f"deleted-{secrets.token_hex(8)}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
