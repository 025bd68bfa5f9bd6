"""Invitations: a link that brings one person in, once, for as long as an owner stands behind it."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from scorepad.models import Invitation, Membership, Player, User
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.invitations import invitations_of
from scorepad.services.invitations import (
    accept_invitation,
    create_invitation,
    invitation_of,
    join_by_invitation,
    withdraw_invitation,
)
from tests.scorepad.conftest import Circle, viewer

PASSWORD = "seven moons over Fez"


def invite(circle: Circle, **given: Any) -> str:
    values = {"viewer": circle.owner, "club_slug": circle.club.slug, "role": "scorer"} | given
    secret = create_invitation(**values).secret
    assert secret is not None
    return secret


def role_of(circle: Circle, who: Viewer) -> str | None:
    return Membership.objects.filter(club=circle.club, user=who.user).values_list("role", flat=True).first()


def test_whoever_opens_it_first_is_in_and_nobody_after_him(circle: Circle) -> None:
    secret = invite(circle, player=circle.ann.pk)
    assert invitation_of(secret).club == circle.club
    accept_invitation(viewer=circle.stranger, secret=secret)
    assert role_of(circle, circle.stranger) == "scorer"
    assert Player.objects.get(pk=circle.ann.pk).user == circle.stranger.user
    late = viewer("late")
    for call in (lambda: accept_invitation(viewer=late, secret=secret), lambda: invitation_of(secret)):
        with pytest.raises(NotHere):
            call()
    assert role_of(circle, late) is None


def test_it_raises_a_role_and_lowers_none(circle: Circle) -> None:
    accept_invitation(viewer=circle.member, secret=invite(circle))
    accept_invitation(viewer=circle.owner, secret=invite(circle, role="member"))
    assert (role_of(circle, circle.member), role_of(circle, circle.owner)) == ("scorer", "owner")


def test_of_its_secret_only_a_digest_is_kept(circle: Circle) -> None:
    secret = invite(circle)
    assert secret not in str(list(Invitation.objects.values()))


@pytest.mark.parametrize("end", ["withdrawn", "past", "demoted", "deleted", "unknown"])
def test_it_ends(end: str, circle: Circle) -> None:
    secret = invite(circle)
    known = Invitation.objects.get()
    match end:
        case "withdrawn":
            for _ in range(2):
                withdraw_invitation(viewer=circle.owner, club_slug=circle.club.slug, invitation_id=known.pk)
        case "past":
            Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        case "demoted":
            Membership.objects.filter(club=circle.club, user=circle.owner.user).update(role="scorer")
        case "deleted":
            circle.club.deleted_at = timezone.now()
            circle.club.save()
        case _:
            secret = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    with pytest.raises(NotHere):
        accept_invitation(viewer=circle.stranger, secret=secret)
    with pytest.raises(NotHere):
        join_by_invitation(secret=secret, username="newcomer", password=PASSWORD)
    assert role_of(circle, circle.stranger) is None
    assert not User.objects.filter(username="newcomer").exists()


def test_a_newcomer_makes_an_account_and_is_in(circle: Circle) -> None:
    member = join_by_invitation(secret=invite(circle), username="Newcomer", password=PASSWORD)
    assert (member.user.username, member.role, member.user.check_password(PASSWORD)) == ("Newcomer", "scorer", True)
    assert (member.user.is_staff, member.user.is_superuser) == (False, False)


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"username": "FRIDAY-owner"}, "/username"),
        ({"username": "<img onerror=alert(1)>"}, "/username"),
        ({"username": "a\u202eb"}, "/username"),
        ({"password": "12345678"}, "/password"),
        ({"password": "short"}, "/password"),
    ],
)
def test_an_account_that_cannot_be_leaves_the_link_as_it_was(given: Any, pointer: str, circle: Circle) -> None:
    secret, before = invite(circle), User.objects.count()
    with pytest.raises((Conflict, Invalid)) as refused:
        join_by_invitation(**{"secret": secret, "username": "newcomer", "password": PASSWORD} | given)
    assert refused.value.errors[0]["pointer"] == pointer
    assert User.objects.count() == before
    assert invitation_of(secret)


def test_inviting_is_the_owners_and_can_be_said_again(circle: Circle) -> None:
    for who, refusal in ((circle.scorer, NotAllowed), (circle.member, NotAllowed), (circle.stranger, NotHere)):
        with pytest.raises(refusal):
            invite(circle, viewer=who)
        with pytest.raises(refusal):
            invitations_of(who, circle.club.slug)
    mine = uuid.uuid4()
    invite(circle, id=mine)
    again = create_invitation(viewer=circle.owner, club_slug=circle.club.slug, role="scorer", id=mine)
    assert (again.invitation.pk, again.secret) == (mine, None)
    with pytest.raises(Conflict) as refused:
        invite(circle, id=mine, role="owner")
    assert refused.value.code == "id_in_use"
    assert Invitation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_open_one_link_at_once(circle: Circle) -> None:
    for turn in range(5):
        secret, guests = invite(circle), [viewer(f"guest-{turn}-{number}") for number in range(3)]

        def come(guest: Viewer, secret: str = secret) -> str:
            try:
                accept_invitation(viewer=guest, secret=secret)
                return "in"
            except Refused as refused:
                return refused.code
            finally:
                connection.close()

        with ThreadPoolExecutor(3) as pool:
            assert sorted(pool.map(come, guests)) == ["in", "not_found", "not_found"]
        assert [role_of(circle, guest) for guest in guests].count("scorer") == 1
