"""Owner, scorer, member, stranger, nobody: who sees which club, and what they may do there."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from scorepad.models import ApiToken, Club, Match, Membership, User
from scorepad.refusals import Invalid, NotAllowed, NotHere
from scorepad.selectors.access import (
    Right,
    Viewer,
    club_to,
    match_to,
    may,
    require,
    rights_at,
    rights_in,
    visible_clubs,
    visible_matches,
    visible_players,
)
from scorepad.services.tokens import authenticate, issue_token, revoke_token
from tests.scorepad.conftest import Circle

RIGHTS: dict[str, dict[str, set[str]]] = {
    "private": {
        "owner": {"read", "record", "manage"},
        "scorer": {"read", "record"},
        "member": {"read"},
        "stranger": set(),
        "nobody": set(),
    },
    "public": {
        "owner": {"read", "record", "manage"},
        "scorer": {"read", "record"},
        "member": {"read"},
        "stranger": {"read"},
        "nobody": {"read"},
    },
}
ALL: tuple[Right, ...] = ("read", "record", "manage")


@pytest.mark.parametrize("visibility", RIGHTS)
def test_roles_give_their_rights_and_no_others(make_circle: Callable[..., Circle], visibility: str) -> None:
    circle = make_circle(visibility=visibility)
    circle.match()
    for who, rights in RIGHTS[visibility].items():
        viewer: Viewer = getattr(circle, who)
        assert {right for right in ALL if may(viewer, right, circle.club)} == rights
        assert visible_clubs(viewer).exists() == ("read" in rights)
        assert visible_matches(viewer).exists() == ("read" in rights)
        assert visible_players(viewer).exists() == ("read" in rights)
        assert ("read" in rights_in(viewer, circle.club)) == (who in ("owner", "scorer", "member"))


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_who_lacks_a_right_hears_it_only_as_a_member(make_circle: Callable[..., Circle], visibility: str) -> None:
    circle = make_circle(visibility=visibility)
    with pytest.raises(NotAllowed):
        club_to("record", viewer=circle.member, slug="friday")
    for viewer in (circle.stranger, circle.nobody):
        with pytest.raises(NotHere):
            club_to("record", viewer=viewer, slug="friday")
    with pytest.raises(NotHere):
        club_to("read", viewer=circle.owner, slug="saturday")


def token_of(viewer: Viewer, *scopes: str, **more: object) -> Viewer | None:
    assert viewer.user is not None
    _, secret = issue_token(user=viewer.user, name="app", scopes=scopes, **more)  # type: ignore[arg-type]
    return authenticate(secret)


@pytest.mark.parametrize(
    ("who", "scope", "rights"),
    [
        ("owner", "read", {"read"}),
        ("owner", "record", {"read", "record"}),
        ("owner", "manage", {"read", "record", "manage"}),
        ("scorer", "manage", {"read", "record"}),
        ("member", "record", {"read"}),
        ("stranger", "manage", set()),
    ],
)
def test_a_token_reaches_as_far_as_its_scopes_and_its_owner(
    circle: Circle, who: str, scope: str, rights: set[str]
) -> None:
    viewer = token_of(getattr(circle, who), scope)
    assert viewer is not None
    assert {right for right in ALL if may(viewer, right, circle.club)} == rights


def test_a_token_for_one_club_knows_no_other(make_circle: Callable[..., Circle]) -> None:
    friday, monday = make_circle("friday"), make_circle("monday")
    Membership.objects.create(club=monday.club, user=friday.owner.user, role="owner")
    viewer = token_of(friday.owner, "manage", club=friday.club)
    assert viewer is not None
    assert [club.slug for club in visible_clubs(viewer)] == ["friday"]
    assert may(friday.owner, "manage", monday.club)
    assert not may(viewer, "read", monday.club)
    with pytest.raises(NotHere):
        club_to("record", viewer=viewer, slug="monday")


def test_a_role_given_later_counts_at_once_and_so_does_one_taken_away(circle: Circle) -> None:
    viewer = token_of(circle.stranger, "manage")
    assert viewer is not None
    role = Membership.objects.create(club=circle.club, user=circle.stranger.user, role="scorer")
    assert may(viewer, "record", circle.club)
    role.delete()
    assert not may(viewer, "read", circle.club)


def test_a_user_who_was_shut_out_has_no_rights_left(circle: Circle) -> None:
    User.objects.filter(pk=circle.owner.user.pk).update(is_active=False)  # type: ignore[union-attr]
    assert not may(circle.owner, "read", circle.club)
    assert Viewer.of_session(User.objects.get(pk=circle.owner.user.pk)) == Viewer.anonymous()  # type: ignore[union-attr]


def test_a_viewer_without_scopes_is_as_good_as_nobody(circle: Circle) -> None:
    assert not may(replace(circle.owner, scopes=frozenset()), "read", circle.club)


# -- tokens -----------------------------------------------------------------------------------------------------------


def test_only_a_digest_of_the_token_is_kept(circle: Circle, settings: object) -> None:
    assert circle.owner.user is not None
    token, secret = issue_token(user=circle.owner.user, name="app", scopes=["read"])
    assert secret.startswith(f"sp_{token.prefix}")
    kept = " ".join(str(value) for value in ApiToken.objects.values_list().get())
    assert secret not in kept
    assert secret[-32:] not in kept
    assert authenticate(secret) is not None
    settings.TOKEN_PEPPER = "another"  # type: ignore[attr-defined]
    assert authenticate(secret) is None


def test_a_token_that_is_not_good_is_nobody(circle: Circle) -> None:
    assert circle.owner.user is not None
    token, secret = issue_token(user=circle.owner.user, name="app", scopes=["read"])
    changed = secret[:-1] + ("a" if secret[-1] != "a" else "b")
    for wrong in ("", "sp_", changed, secret + "x", secret[:-1], "é" * len(secret), secret.upper(), f" {secret}"):
        assert authenticate(wrong) is None
    ApiToken.objects.update(expires_at=timezone.now())
    assert authenticate(secret) is None
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    assert authenticate(secret) is not None
    User.objects.filter(pk=circle.owner.user.pk).update(is_active=False)
    assert authenticate(secret) is None
    User.objects.update(is_active=True)
    revoke_token(token=token)
    assert authenticate(secret) is None


@pytest.mark.parametrize("scopes", [[], ["write"], ["read", "everything"]])
def test_a_token_has_some_of_the_known_scopes(circle: Circle, scopes: list[str]) -> None:
    assert circle.owner.user is not None
    with pytest.raises(Invalid):
        issue_token(user=circle.owner.user, name="app", scopes=scopes)
    assert not ApiToken.objects.exists()


def test_its_use_is_noted_once_a_minute(circle: Circle, django_assert_num_queries: Callable[..., object]) -> None:
    assert circle.owner.user is not None
    token, secret = issue_token(user=circle.owner.user, name="app", scopes=["read"])
    authenticate(secret)
    token.refresh_from_db()
    noted = token.last_used_at
    assert noted is not None
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        authenticate(secret)
    ApiToken.objects.update(last_used_at=noted - timedelta(minutes=2))
    authenticate(secret)
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at >= noted


def device_of(circle: Circle, match: Match) -> Viewer:
    return replace(circle.scorer, scopes=frozenset({"record"}), club_id=circle.club.pk, match_id=match.pk)


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_a_device_reaches_its_one_match(make_circle: Callable[..., Circle], visibility: str) -> None:
    circle = make_circle(visibility=visibility)
    own, other = circle.match(), circle.match()
    device, passer_by = device_of(circle, own), circle.nobody
    assert rights_at(device, own) == {"read", "record"}
    assert rights_at(device, other) == rights_in(device, circle.club) == frozenset()
    assert match_to("record", viewer=device, matches=Match.objects.all(), match_id=own.pk) == own
    assert set(visible_matches(device)) == set(visible_matches(passer_by)) | {own}
    assert set(visible_clubs(device)) == set(visible_clubs(passer_by))
    assert set(visible_players(device)) == set(visible_players(passer_by))
    assert may(device, "read", circle.club) == may(passer_by, "read", circle.club)


def test_a_device_hears_what_it_may_not_do_with_its_match_and_nothing_of_the_rest(circle: Circle) -> None:
    own, other = circle.match(), circle.match()
    device = device_of(circle, own)
    with pytest.raises(NotAllowed):
        match_to("manage", viewer=device, matches=Match.objects.all(), match_id=own.pk)
    with pytest.raises(NotHere):
        match_to("record", viewer=device, matches=Match.objects.all(), match_id=other.pk)
    with pytest.raises(NotHere):
        club_to("record", viewer=device, slug="friday")


def test_a_device_reaches_no_further_than_whoever_paired_it_still_does(circle: Circle) -> None:
    own = circle.match()
    Membership.objects.filter(user=circle.scorer.user).update(role="member")
    with pytest.raises(NotAllowed):
        match_to("record", viewer=device_of(circle, own), matches=Match.objects.all(), match_id=own.pk)
    Membership.objects.filter(user=circle.scorer.user).delete()
    assert not visible_matches(device_of(circle, own)).exists()


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_a_deleted_club_is_nowhere(make_circle: Callable[..., Circle], visibility: str) -> None:
    circle = make_circle(visibility=visibility)
    match = circle.match()
    Club.objects.update(deleted_at=timezone.now())
    circle.club.refresh_from_db()
    match = Match.objects.select_related("club").get(pk=match.pk)
    device = device_of(circle, match)
    for viewer in (circle.owner, circle.scorer, circle.member, circle.stranger, circle.nobody, device):
        assert not visible_clubs(viewer).exists()
        assert not visible_matches(viewer).exists()
        assert not visible_players(viewer).exists()
        assert not rights_in(viewer, circle.club)
        assert not rights_at(viewer, match)
        assert not any(may(viewer, right, circle.club) for right in ALL)
        with pytest.raises(NotHere):
            club_to("read", viewer=viewer, slug="friday")
        with pytest.raises(NotHere):
            match_to("record", viewer=viewer, matches=Match.objects.all(), match_id=match.pk)
        with pytest.raises(NotHere):
            require("read", viewer=viewer, club=circle.club)
