"""Members of a club and their roles. A club is never left without an owner."""

import uuid
from collections.abc import Callable

from django.db.models.functions import Lower

from scorepad.models import Club, Membership, User
from scorepad.refusals import Conflict, NotHere, invalid_at
from scorepad.selectors.access import Viewer, club_to, require, rights_in
from scorepad.selectors.members import owners_of
from scorepad.services.accounts import held
from scorepad.services.created import Created
from scorepad.services.writing import writing

ROLES = tuple(Membership.Role.values)


def add_member(*, viewer: Viewer, club_slug: str, user: str, role: str) -> Created[Membership]:
    """A user of this name made a member, or the member that he is in this very role already."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    role = role_at("/role", role)
    # People do not sign in with case in mind; two names that differ in nothing else are two people all the same.
    named = list(User.objects.filter(is_active=True).annotate(low=Lower("username")).filter(low=user.lower())[:2])
    person = next((each for each in named if each.username == user), named[0] if len(named) == 1 else None)
    if person is None:
        raise invalid_at("/user", "Nobody signs in here by this name.", code="unknown_user", found=user)
    with writing() as changes:
        defaults = {"role": role, "unasked": True}
        member, new = Membership.objects.get_or_create(club=club, user=held(person), defaults=defaults)
        if not new and member.role != role:
            raise Conflict("member_already", f"{person.username} is a member already, as {member.role}.")
        if new:
            changes.add(club.pk, "member", member.ref)
    return Created(member, new=new)


def change_role(
    *,
    viewer: Viewer,
    club_slug: str,
    ref: uuid.UUID,
    role: str,
    expect: Callable[[Membership], None] | None = None,
) -> Membership:
    """Another role; `expect` refuses the member as he stands under the lock, unless he has that role already."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    role = role_at("/role", role)
    with writing() as changes:
        member = _member(club, ref)
        require("manage", viewer=viewer, club=club)
        if member.role != role:
            if expect is not None:
                expect(member)
            if role != Membership.Role.OWNER:
                _require_another_owner(member)
            member.role = role
            member.save(update_fields=["role"])
            changes.add(club.pk, "member", member.ref)
    return member


def remove_member(*, viewer: Viewer, club_slug: str, ref: uuid.UUID) -> None:
    """A member taken out by an owner, or gone by himself. Whoever is no member any more is gone already."""
    club = club_to("read", viewer=viewer, slug=club_slug)
    if not _is_own(viewer, club, ref):
        club = club_to("manage", viewer=viewer, slug=club_slug)
    with writing() as changes:
        member = _member(club, ref)
        if member.user_id != (viewer.user and viewer.user.pk):
            require("manage", viewer=viewer, club=club)
        _require_another_owner(member)
        member.delete()
        changes.add(club.pk, "member", ref)


def _is_own(viewer: Viewer, club: Club, ref: uuid.UUID) -> bool:
    if viewer.user is None or "manage" not in viewer.rights or not rights_in(viewer, club):
        return False
    return Membership.objects.filter(club=club, ref=ref, user=viewer.user).exists()


def role_at(place: str, role: object) -> str:
    if not isinstance(role, str) or role not in ROLES:
        raise invalid_at(place, f"A member's role is one of {', '.join(ROLES)}.", found=role, allowed=list(ROLES))
    return role


def _member(club: Club, ref: uuid.UUID) -> Membership:
    """The member, with his account's row and the club's locked, in this order.

    The race: two owners each take the other's role away, and each still counts the other as the owner who is left; or
    the third of three is made less while he waits, and must not take anything from anybody after that; or whoever is
    made the owner deletes his account.
    """
    User.objects.select_for_update(no_key=True, of=("self",)).filter(memberships__ref=ref).first()
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    member = Membership.objects.filter(club=club, ref=ref).select_related("user").first()
    if member is None:
        raise NotHere
    return member


def _require_another_owner(member: Membership) -> None:
    if member.role == Membership.Role.OWNER and not owners_of(member.club_id).exclude(pk=member.pk).exists():
        raise Conflict("last_owner", "A club needs an owner: make somebody else one first.")
