"""A club with its people: an owner, a scorer, a member who may only read, and one who has nothing to do with it."""

import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from scorepad.models import Club, Match, Membership, Player, User
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.matches import create_match
from scorepad.services.players import create_player

EVENING = "2026-11-29T19:30:00+01:00"


class Circle(SimpleNamespace):
    """The club, its players `ann` and `bob`, and the viewers `owner`, `scorer`, `member`, `stranger`, `nobody`."""

    club: Club
    ann: Player
    bob: Player
    owner: Viewer
    scorer: Viewer
    member: Viewer
    stranger: Viewer
    nobody: Viewer

    def match(self, **given: Any) -> Match:
        values: dict[str, Any] = {
            "viewer": self.owner,
            "id": uuid.uuid4(),
            "club_slug": self.club.slug,
            "game": "marrakesh",
            "played_at": EVENING,
            "seats": {"red": self.ann.pk, "white": self.bob.pk},
        }
        return create_match(**values | given).obj


def viewer(name: str) -> Viewer:
    return Viewer.of_session(User.objects.create_user(name))


def circle_here(slug: str = "friday", visibility: str = "private") -> Circle:
    owner = viewer(f"{slug}-owner")
    club = create_club(viewer=owner, slug=slug, name="Friday Club", visibility=visibility).obj
    circle = Circle(club=club, owner=owner, stranger=viewer(f"{slug}-stranger"), nobody=Viewer.anonymous())
    for role in ("scorer", "member"):
        person = viewer(f"{slug}-{role}")
        Membership.objects.create(club=club, user=person.user, role=role)
        setattr(circle, role, person)
    circle.ann = create_player(viewer=owner, club_slug=slug, name="Ann").obj
    circle.bob = create_player(viewer=owner, club_slug=slug, name="Bob").obj
    return circle


@pytest.fixture
def make_circle(db: None) -> Callable[..., Circle]:
    return circle_here


@pytest.fixture
def circle(make_circle: Callable[..., Circle]) -> Circle:
    return make_circle()
