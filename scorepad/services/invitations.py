"""Invitations: a link, for clubs without mail, that makes whoever opens it first a member.

An owner makes it and copies it to somebody, who signs in or makes an account on its page. Of the secret in it only a
keyed digest is kept; it works once, until its last day, and for as long as its maker owns the club.
"""

import secrets
import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from scorepad.models import Invitation, Membership, Player, User
from scorepad.refusals import NotAllowed, NotHere, invalid_at
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.members import owners_of
from scorepad.services.accounts import held
from scorepad.services.created import create_once, known_as
from scorepad.services.members import role_at
from scorepad.services.tokens import keyed_digest
from scorepad.services.usernames import new_username
from scorepad.services.values import moment_at, uuid_at
from scorepad.services.writing import Changes, writing

LASTS = timedelta(days=14)
RANKS = (Membership.Role.MEMBER, Membership.Role.SCORER, Membership.Role.OWNER)


@dataclass(frozen=True, slots=True)
class Invited:
    """`secret` is what the link is made of, in the one answer in which it is shown; None when it was made before."""

    invitation: Invitation
    secret: str | None


def create_invitation(
    *,
    viewer: Viewer,
    club_slug: str,
    role: str,
    id: uuid.UUID | str | None = None,
    player: uuid.UUID | str | None = None,
    expires_at: str | None = None,
) -> Invited:
    """An invitation into a role, perhaps as a player of the club; or the one that this very call made before."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    if viewer.user is None:
        raise NotAllowed
    secret, now = secrets.token_urlsafe(24), timezone.now()
    wanted = Invitation(
        id=uuid.uuid4() if id is None else uuid_at("/id", id),
        club=club,
        role=role_at("/role", role),
        player=None if player is None else _player(club.pk, uuid_at("/player", player)),
        digest=keyed_digest(secret),
        created_by=viewer.user,
        expires_at=now + LASTS if expires_at is None else moment_at("/expires_at", expires_at),
    )
    compared = ("club_id", "role", "player_id", "created_by_id", *(() if expires_at is None else ("expires_at",)))
    invitations = Invitation.objects.select_related("club", "player")

    def make(_: Changes) -> Invitation:
        if wanted.expires_at <= now:
            raise invalid_at("/expires_at", "That moment is past: nobody could come in by it.")
        wanted.save(force_insert=True)
        return wanted

    created = create_once(known=lambda: known_as(wanted, *compared, among=invitations), make=make)
    return Invited(created.obj, secret if created.new else None)


def withdraw_invitation(*, viewer: Viewer, club_slug: str, invitation_id: uuid.UUID) -> None:
    """The link opens nothing from now on; whoever came in by it stays."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    known = Invitation.objects.filter(club=club, pk=invitation_id)
    if not known.exists():
        raise NotHere
    known.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())


def invitation_of(secret: str) -> Invitation:
    """The invitation that a link is of, while it is good. Nothing is used up by looking."""
    return _good(_open().filter(digest=keyed_digest(secret)).first())


def accept_invitation(*, viewer: Viewer, secret: str) -> Membership:
    """The viewer becomes a member, or has a higher role than before; whoever was more already stays so."""
    if viewer.user is None:
        raise NotAllowed
    with writing() as changes:
        user = held(viewer.user)
        # The races: two open one link at once, and its maker is made less than an owner meanwhile. The second waits for
        # the link's row and finds it used; roles change under the club's row (`services.members`), which is ours too.
        found = _open().select_for_update(of=("self", "club"), no_key=True).filter(digest=keyed_digest(secret)).first()
        invitation = _good(found)
        role = Membership.Role(invitation.role)
        member, new = Membership.objects.get_or_create(club=invitation.club, user=user, defaults={"role": role})
        if not new:
            member.role = max(role, Membership.Role(member.role), key=RANKS.index)
            member.unasked = False
            member.save(update_fields=["role", "unasked"])
        invitation.used_at, invitation.used_by = timezone.now(), user
        invitation.save(update_fields=["used_at", "used_by"])
        changes.add(invitation.club_id, "member", member.ref)
        if invitation.player_id is not None:
            # A player who has an account already keeps it.
            Player.objects.filter(pk=invitation.player_id, user__isnull=True).update(user=user)
            changes.add(invitation.club_id, "player", invitation.player_id)
    return member


def join_by_invitation(*, secret: str, username: str, password: str) -> Membership:
    """A new account and its membership in one: when the link is spent meanwhile, no account is left behind."""
    with writing():
        user = User(username=new_username(username))
        try:
            password_validation.validate_password(password, user)
        except ValidationError as error:
            raise invalid_at("/password", " ".join(error.messages), code="weak_password") from error
        user.set_password(password)
        user.save()
        return accept_invitation(viewer=Viewer.of_session(user), secret=secret)


def _open() -> QuerySet[Invitation]:
    return Invitation.objects.select_related("club", "player").filter(
        used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now(), club__deleted_at__isnull=True
    )


def _good(invitation: Invitation | None) -> Invitation:
    """Whoever is an owner no longer brings nobody in."""
    if invitation is None:
        raise NotHere
    if not owners_of(invitation.club_id).filter(user=invitation.created_by_id).exists():
        raise NotHere
    return invitation


def _player(club_id: uuid.UUID, player_id: uuid.UUID) -> Player:
    player = Player.objects.filter(club=club_id, pk=player_id).first()
    if player is None:
        raise invalid_at("/player", "This club has no such player.", code="unknown_player", found=str(player_id))
    return player
