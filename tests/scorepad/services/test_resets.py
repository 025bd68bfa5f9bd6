"""Links for a new password: for whom an owner gets one, and what ends one."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import connection
from django.utils import timezone

from scorepad.models import Membership, User
from scorepad.refusals import NotAllowed, NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.invitations import accept_invitation, create_invitation
from scorepad.services.members import add_member, change_role, remove_member
from scorepad.services.resets import create_reset, reset_of, set_password, user_by_link
from scorepad.services.tokens import authenticate, issue_token
from tests.scorepad.conftest import Circle, viewer

NEW = "when in doubt, lead low"


def ref_of(circle: Circle, who: Viewer) -> UUID:
    return Membership.objects.get(club=circle.club, user=who.user).ref


def user_of(who: Viewer) -> User:
    assert who.user is not None
    return User.objects.get(pk=who.user.pk)


def link_for(circle: Circle, who: Viewer, by: Viewer | None = None) -> tuple[int, str]:
    path = create_reset(viewer=by or circle.owner, club_slug=circle.club.slug, ref=ref_of(circle, who)).path
    user_id, key = path.removeprefix("/accounts/password/").strip("/").split("/")
    return int(user_id), key


def test_a_link_sets_one_password(circle: Circle) -> None:
    user_id, key = link_for(circle, circle.scorer)
    assert user_by_link(user_id, key) == user_by_link(user_id, key) == user_of(circle.scorer)
    set_password(user_id=user_id, key=key, password=NEW)
    assert user_of(circle.scorer).check_password(NEW)
    with pytest.raises(NotHere):
        set_password(user_id=user_id, key=key, password="another of that kind")
    assert user_of(circle.scorer).check_password(NEW)


@pytest.mark.parametrize("who", ["scorer", "member", "stranger", "nobody"])
def test_a_link_is_for_owners_to_make(circle: Circle, who: str) -> None:
    refusal = NotHere if who in ("stranger", "nobody") else NotAllowed
    with pytest.raises(refusal):
        link_for(circle, circle.member if who == "scorer" else circle.scorer, by=getattr(circle, who))


def test_no_link_for_who_is_no_member(circle: Circle) -> None:
    with pytest.raises(NotHere):
        create_reset(viewer=circle.owner, club_slug=circle.club.slug, ref=uuid4())


def test_no_account_that_reaches_into_another_club_can_be_taken_over(circle: Circle, make_circle) -> None:
    monday = make_circle("monday")
    add_member(viewer=monday.owner, club_slug="monday", user="friday-scorer", role="member")
    with pytest.raises(NotAllowed):
        link_for(circle, circle.scorer)
    add_member(viewer=monday.owner, club_slug="monday", user="friday-owner", role="scorer")
    with pytest.raises(NotAllowed):
        link_for(circle, circle.scorer)
    change_role(viewer=monday.owner, club_slug="monday", ref=ref_of(monday, circle.owner), role="owner")
    link_for(circle, circle.scorer)
    assert circle.owner.user is not None
    _, secret = issue_token(user=circle.owner.user, name="t", scopes=["manage"], club=circle.club)
    with pytest.raises(NotAllowed):  # by a token that reaches into one of the two clubs
        link_for(circle, circle.scorer, by=authenticate(secret))


def test_an_account_that_was_made_a_member_without_being_asked_is_not_the_owners_to_open(circle: Circle) -> None:
    add_member(viewer=circle.owner, club_slug=circle.club.slug, user="friday-stranger", role="member")
    with pytest.raises(NotAllowed):
        link_for(circle, circle.stranger)
    invited = create_invitation(viewer=circle.owner, club_slug=circle.club.slug, role="member")
    assert invited.secret is not None
    accept_invitation(viewer=circle.stranger, secret=invited.secret)
    link_for(circle, circle.stranger)


@pytest.mark.parametrize("office", ["is_staff", "is_superuser"])
def test_no_link_for_who_runs_the_site(circle: Circle, office: str) -> None:
    User.objects.filter(pk=user_of(circle.scorer).pk).update(**{office: True})
    with pytest.raises(NotAllowed):
        link_for(circle, circle.scorer)


def test_nobody_gives_himself_a_link_by_a_token_that_ends(circle: Circle) -> None:
    soon = timezone.now() + timedelta(minutes=1)
    _, secret = issue_token(user=user_of(circle.owner), name="t", scopes=["manage"], expires_at=soon)
    with pytest.raises(NotAllowed):
        link_for(circle, circle.owner, by=authenticate(secret))


def joins_another_club(circle: Circle) -> None:
    other = viewer("other")
    create_club(viewer=other, slug="other", name="Other")
    add_member(viewer=other, club_slug="other", user="friday-scorer", role="member")


def founds_a_club(circle: Circle) -> None:
    create_club(viewer=circle.scorer, slug="own", name="Own")


def becomes_staff(circle: Circle) -> None:
    User.objects.filter(pk=user_of(circle.scorer).pk).update(is_staff=True)


def gets_other_owners(circle: Circle) -> None:
    slug = circle.club.slug
    change_role(viewer=circle.owner, club_slug=slug, ref=ref_of(circle, circle.member), role="owner")
    change_role(viewer=circle.member, club_slug=slug, ref=ref_of(circle, circle.owner), role="member")


def leaves_and_is_brought_back(circle: Circle) -> None:
    slug = circle.club.slug
    remove_member(viewer=circle.scorer, club_slug=slug, ref=ref_of(circle, circle.scorer))
    add_member(viewer=circle.owner, club_slug=slug, user="friday-scorer", role="scorer")


def signs_in(circle: Circle) -> None:
    User.objects.filter(pk=user_of(circle.scorer).pk).update(last_login=timezone.now())


def is_closed(circle: Circle) -> None:
    User.objects.filter(pk=user_of(circle.scorer).pk).update(is_active=False)


@pytest.mark.parametrize(
    "happens",
    [
        joins_another_club,
        founds_a_club,
        becomes_staff,
        gets_other_owners,
        leaves_and_is_brought_back,
        signs_in,
        is_closed,
    ],
)
def test_an_old_link_opens_nothing_when_the_account_has_changed_since(circle: Circle, happens) -> None:
    user_id, key = link_for(circle, circle.scorer)
    happens(circle)
    before = user_of(circle.scorer).password
    with pytest.raises(NotHere):
        user_by_link(user_id, key)
    with pytest.raises(NotHere):
        set_password(user_id=user_id, key=key, password=NEW)
    assert user_of(circle.scorer).password == before


def test_a_link_ends_by_itself(circle: Circle, settings) -> None:
    user_id, key = link_for(circle, circle.scorer)
    settings.PASSWORD_RESET_TIMEOUT = -1
    with pytest.raises(NotHere):
        user_by_link(user_id, key)


@pytest.mark.parametrize("key", ["", "x", "\0", "a-b", "zzzzzz-" + "0" * 64, "\udcff-1", "9" * 5000])
def test_what_is_no_key_opens_nothing(circle: Circle, key: str) -> None:
    with pytest.raises(NotHere):
        user_by_link(user_of(circle.scorer).pk, key)


def test_a_key_is_for_its_own_account_and_for_this_alone(circle: Circle) -> None:
    _, key = link_for(circle, circle.scorer)
    for other in (user_of(circle.member).pk, user_of(circle.owner).pk, 10**30):
        with pytest.raises(NotHere):
            user_by_link(other, key)
    with pytest.raises(NotHere):
        user_by_link(user_of(circle.scorer).pk, PasswordResetTokenGenerator().make_token(user_of(circle.scorer)))


def test_whoever_runs_the_site_makes_a_link_for_anybody_who_may_sign_in(circle: Circle) -> None:
    becomes_staff(circle)
    assert reset_of(user=user_of(circle.scorer)).path.startswith("/accounts/password/")
    is_closed(circle)
    with pytest.raises(NotAllowed):
        reset_of(user=user_of(circle.scorer))


@pytest.mark.django_db(transaction=True)
def test_of_two_passwords_by_one_link_at_once_one_is_set(circle: Circle) -> None:
    def set_to(call: tuple[int, str, str]) -> str:
        try:
            set_password(user_id=call[0], key=call[1], password=call[2])
            return call[2]
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    for _ in range(3):
        link = link_for(circle, circle.scorer)
        with ThreadPoolExecutor(2) as pool:
            said = list(pool.map(set_to, [(*link, "first of the two"), (*link, "second of the two")]))
        assert said.count("not_found") == 1
        assert user_of(circle.scorer).check_password(next(each for each in said if each != "not_found"))
