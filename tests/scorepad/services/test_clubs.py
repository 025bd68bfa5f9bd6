"""Founding clubs."""

import uuid
from typing import Any

import pytest

from scorepad.models import Club, Membership, User
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.tokens import authenticate, issue_token
from tests.scorepad.conftest import Circle


def found(viewer: Viewer, **more: Any) -> Any:
    return create_club(**{"viewer": viewer, "slug": "tuesday", "name": "Tuesday Club", **more})


def test_whoever_founds_a_club_owns_it(circle: Circle) -> None:
    made = found(circle.stranger, time_zone="Europe/Vienna", visibility="public")
    assert made.new
    assert (made.obj.slug, made.obj.time_zone, made.obj.visibility) == ("tuesday", "Europe/Vienna", "public")
    assert Membership.objects.get(club=made.obj).user == circle.stranger.user
    assert Membership.objects.get(club=made.obj).role == "owner"


def test_a_club_is_private_until_it_is_said_otherwise(circle: Circle) -> None:
    assert found(circle.stranger).obj.visibility == "private"


def test_the_same_again_is_the_club_that_is_there(circle: Circle) -> None:
    club = uuid.uuid4()
    made = found(circle.stranger, id=club)
    assert (found(circle.stranger, id=str(club)).obj, found(circle.stranger, id=club).new) == (made.obj, False)
    assert Membership.objects.filter(club=made.obj).count() == 1
    for viewer, more in [(circle.stranger, {"name": "Other"}), (circle.owner, {}), (circle.stranger, {"slug": "wed"})]:
        with pytest.raises(Conflict) as caught:
            found(viewer, id=club, **more)
        assert caught.value.code == "id_in_use"


def test_an_address_is_given_once(circle: Circle) -> None:
    with pytest.raises(Conflict) as caught:
        found(circle.stranger, slug="friday")
    assert caught.value.code == "slug_taken"
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"slug": "Tuesday"}, "/slug"),
        ({"slug": "tues day"}, "/slug"),
        ({"slug": "tuesday\n"}, "/slug"),
        ({"slug": ""}, "/slug"),
        ({"slug": "-"}, "/slug"),
        ({"slug": "x" * 51}, "/slug"),
        ({"name": "\u202e"}, "/name"),
        ({"name": "x" * 101}, "/name"),
        ({"time_zone": "Mars/Olympus"}, "/time_zone"),
        ({"time_zone": "../etc/passwd"}, "/time_zone"),
        ({"time_zone": ""}, "/time_zone"),
        ({"visibility": "secret"}, "/visibility"),
        ({"id": "1"}, "/id"),
    ],
)
def test_what_is_wrong_is_shown_in_the_request(circle: Circle, change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Invalid) as caught:
        found(circle.stranger, **change)
    assert caught.value.errors[0]["pointer"] == pointer
    assert Club.objects.count() == 1


def test_founding_takes_a_person_and_the_right_to_manage(circle: Circle) -> None:
    with pytest.raises(NotHere):
        found(Viewer.anonymous())
    user = User.objects.get(username="friday-owner")
    for more in ({"scopes": ["record"]}, {"scopes": ["manage"], "club": circle.club}):
        _, secret = issue_token(user=user, name="app", **more)
        viewer = authenticate(secret)
        assert viewer is not None
        with pytest.raises(NotAllowed):
            found(viewer)
    assert Club.objects.count() == 1
