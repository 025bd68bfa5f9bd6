"""Members and their roles, and a club that is never left without an owner."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction

from scorepad.models import ApiToken, Change, Club, Entry, Membership, Player, User
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.journal import journal
from scorepad.selectors.members import members_of
from scorepad.services.accounts import delete_account
from scorepad.services.clubs import create_club
from scorepad.services.invitations import accept_invitation, create_invitation
from scorepad.services.members import add_member, change_role, remove_member
from scorepad.services.tokens import authenticate, issue_token
from tests.scorepad.conftest import Circle, viewer
from tests.scorepad.services.test_races import at_once


def roles(circle: Circle) -> dict[str, str]:
    return dict(Membership.objects.filter(club=circle.club).values_list("user__username", "role"))


def ref_of(circle: Circle, who: Viewer) -> Any:
    return Membership.objects.get(club=circle.club, user=who.user).ref


def test_an_owner_makes_somebody_a_member_once(circle: Circle) -> None:
    viewer("Zoe")
    call = {"viewer": circle.owner, "club_slug": circle.club.slug, "user": "zoe", "role": "scorer"}
    made = add_member(**call)
    assert (made.new, made.obj.role) == (True, "scorer")
    assert not add_member(**call).new
    with pytest.raises(Conflict) as refused:
        add_member(**call | {"role": "owner"})
    assert refused.value.code == "member_already"
    with pytest.raises(Invalid) as unknown:
        add_member(**call | {"user": "nobody at all"})
    assert (unknown.value.code, unknown.value.errors[0]["pointer"]) == ("unknown_user", "/user")
    assert roles(circle)["Zoe"] == "scorer"
    assert Change.objects.filter(club=circle.club, what="member", ref=made.obj.ref).count() == 1


@pytest.mark.parametrize(("who", "refusal"), [("scorer", NotAllowed), ("member", NotAllowed), ("stranger", NotHere)])
def test_roles_are_the_owners_to_give(who: str, refusal: type[Refused], circle: Circle) -> None:
    before = roles(circle)
    asking, slug = getattr(circle, who), circle.club.slug
    with pytest.raises(refusal):
        add_member(viewer=asking, club_slug=slug, user="friday-stranger", role="member")
    with pytest.raises(refusal):
        change_role(viewer=asking, club_slug=slug, ref=ref_of(circle, circle.member), role="owner")
    with pytest.raises(refusal):
        remove_member(viewer=asking, club_slug=slug, ref=ref_of(circle, circle.owner))
    assert roles(circle) == before


def test_a_member_may_leave_by_himself_and_loses_what_he_could_do_at_once(circle: Circle) -> None:
    ref = ref_of(circle, circle.scorer)
    assert circle.scorer.user is not None
    secret = issue_token(user=circle.scorer.user, name="reader", scopes=["read"])[1]
    reader = authenticate(secret)
    assert reader is not None
    with pytest.raises(NotAllowed):  # a token that only reads takes nobody out, not even its owner
        remove_member(viewer=reader, club_slug=circle.club.slug, ref=ref)
    remove_member(viewer=circle.scorer, club_slug=circle.club.slug, ref=ref)
    with pytest.raises(NotHere):
        members_of(circle.scorer, circle.club.slug)
    with pytest.raises(NotHere):
        remove_member(viewer=circle.owner, club_slug=circle.club.slug, ref=ref)


def test_the_last_owner_stays(circle: Circle) -> None:
    ref, slug = ref_of(circle, circle.owner), circle.club.slug
    for call in (
        lambda: change_role(viewer=circle.owner, club_slug=slug, ref=ref, role="member"),
        lambda: remove_member(viewer=circle.owner, club_slug=slug, ref=ref),
        lambda: delete_account(viewer=circle.owner, confirm="friday-owner"),
    ):
        with pytest.raises(Conflict) as refused:
            call()
        assert refused.value.code == "last_owner"
    change_role(viewer=circle.owner, club_slug=slug, ref=ref_of(circle, circle.scorer), role="owner")
    assert change_role(viewer=circle.owner, club_slug=slug, ref=ref, role="member").role == "member"


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_take_each_others_role_away_at_once_leave_one(circle: Circle) -> None:
    slug = circle.club.slug
    change_role(viewer=circle.owner, club_slug=slug, ref=ref_of(circle, circle.scorer), role="owner")
    pair = [(circle.owner, ref_of(circle, circle.scorer)), (circle.scorer, ref_of(circle, circle.owner))]

    def demote(who: tuple[Viewer, Any]) -> str:
        try:
            change_role(viewer=who[0], club_slug=slug, ref=who[1], role="member")
            return "done"
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    for _ in range(5):
        with ThreadPoolExecutor(2) as pool:
            said = list(pool.map(demote, pair))
        assert sorted(said) in (["done", "last_owner"], ["done", "forbidden"])
        assert list(roles(circle).values()).count("owner") == 1
        Membership.objects.filter(club=circle.club, user__in=[each.user for each, _ in pair]).update(role="owner")


@pytest.mark.django_db(transaction=True)
def test_an_owner_made_less_while_he_waits_takes_nothing_from_anybody(circle: Circle) -> None:
    slug, third = circle.club.slug, viewer("third")
    add_member(viewer=circle.owner, club_slug=slug, user="third", role="owner")
    change_role(viewer=circle.owner, club_slug=slug, ref=ref_of(circle, circle.scorer), role="owner")

    def late() -> str:
        try:
            change_role(viewer=third, club_slug=slug, ref=ref_of(circle, circle.owner), role="member")
            return "done"
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Club.objects.select_for_update(no_key=True).get(pk=circle.club.pk)
            waiting = pool.submit(late)
            time.sleep(0.5)
            Membership.objects.filter(club=circle.club, user=third.user).update(role="member")
        assert waiting.result() == "forbidden"
    assert roles(circle)["friday-owner"] == "owner"


def test_a_public_clubs_members_are_for_its_members(make_circle: Any) -> None:
    hall = make_circle("hall", "public")
    assert members_of(hall.member, "hall").count() == 3
    for guest in (hall.stranger, hall.nobody):
        with pytest.raises(NotHere):
            members_of(guest, "hall")


def test_an_account_goes_and_what_it_recorded_stays(circle: Circle) -> None:
    scorer, match = circle.scorer, circle.match(viewer=circle.scorer)
    user = scorer.user
    assert user is not None
    Player.objects.filter(pk=circle.ann.pk).update(user=user)
    secret = issue_token(user=user, name="my phone", scopes=["record"])[1]
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session.save()
    with pytest.raises(Conflict) as warned:
        delete_account(viewer=scorer, confirm=None)
    assert warned.value.code == "confirmation_needed"
    assert warned.value.params["goes"] == {"memberships": 1, "tokens": 1, "players": 1}
    assert User.objects.filter(username="friday-scorer", is_active=True).exists()
    delete_account(viewer=scorer, confirm="friday-scorer")
    gone = User.objects.get(pk=user.pk)
    assert not gone.is_active
    assert not gone.has_usable_password()
    assert authenticate(secret) is None
    assert not SessionStore().exists(session.session_key)
    assert "friday-scorer" not in str(list(User.objects.values())) + str(list(ApiToken.objects.values()))
    assert Entry.objects.get(match=match).actor_id == user.pk
    assert journal(viewer=circle.owner, match_id=match.pk)[0].actor.startswith("deleted-")
    assert Player.objects.get(pk=circle.ann.pk).user is None


def test_only_a_session_or_a_token_that_manages_deletes_an_account(circle: Circle) -> None:
    assert circle.member.user is not None
    for scopes, club in ((["record"], None), (["manage"], circle.club)):
        token = authenticate(issue_token(user=circle.member.user, name="t", scopes=scopes, club=club)[1])
        assert token is not None
        with pytest.raises(NotAllowed):
            delete_account(viewer=token, confirm="friday-member")


def accepts(circle: Circle, who: Viewer) -> None:
    secret = create_invitation(viewer=circle.owner, club_slug=circle.club.slug, role="member").secret
    accept_invitation(viewer=who, secret=str(secret))


def is_added(circle: Circle, who: Viewer) -> None:
    add_member(viewer=circle.owner, club_slug=circle.club.slug, user=str(who.user), role="member")


def founds(circle: Circle, who: Viewer) -> None:
    create_club(viewer=who, slug=f"of-{who.user}", name="Own")


def is_made_an_owner(circle: Circle, who: Viewer) -> None:
    member = Membership.objects.filter(club=circle.club, user=who.user).first()
    if member is not None:  # he may be gone already
        change_role(viewer=circle.owner, club_slug=circle.club.slug, ref=member.ref, role="owner")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("comes_in", [accepts, is_added, founds, is_made_an_owner])
def test_whoever_deletes_his_account_meanwhile_is_left_in_no_club(circle: Circle, comes_in: Any) -> None:
    for turn in range(3):
        who = viewer(f"newcomer-{turn}")
        if comes_in is is_made_an_owner:
            add_member(viewer=circle.owner, club_slug=circle.club.slug, user=str(who.user), role="member")
        at_once([partial(comes_in, circle, who), partial(delete_account, viewer=who, confirm=str(who.user))])
        left = User.objects.get(pk=who.user.pk)
        assert left.is_active or not Membership.objects.filter(user=left).exists()
