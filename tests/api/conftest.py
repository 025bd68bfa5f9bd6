"""A private club and a public one, everyone who may come to them, and a match in each."""

import math
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scorepad.models import Club, Match, Membership, User
from scorepad.selectors.access import Viewer
from scorepad.services import installation
from scorepad.services.clubs import create_club
from scorepad.services.players import create_player
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller
from tests.api.policy import World
from tests.api.worlds import world_of


@pytest.fixture(autouse=True, scope="session")
def _epoch(django_db_setup: None, django_db_blocker: Any) -> None:
    """Read once, so that no test counts the queries that look at it again now and then."""
    with django_db_blocker.unblock():
        installation.epoch()
    installation.LOOKED_AT_EVERY = math.inf


ALL = ("read", "record", "manage")
STAKE = {"amount": "0.25", "currency": "EUR"}


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {name: User.objects.create_user(name) for name in ("owner", "scorer", "member", "stranger")}


def club_of(people: dict[str, User], slug: str, visibility: str) -> Club:
    made = create_club(viewer=Viewer.of_session(people["owner"]), slug=slug, name=slug.title(), visibility=visibility)
    for role in ("scorer", "member"):
        Membership.objects.create(club=made.obj, user=people[role], role=role)
    return made.obj


@pytest.fixture
def closed(people: dict[str, User]) -> Club:
    """A private club."""
    return club_of(people, "closed", "private")


@pytest.fixture
def hall(people: dict[str, User]) -> Club:
    """A public club."""
    return club_of(people, "hall", "public")


@pytest.fixture
def callers(people: dict[str, User]) -> dict[str, Caller]:
    """Everyone by a token of all scopes, the owner by lesser ones too, and those whose tokens are good for nothing."""
    tokens = {name: issue_token(user=user, name=name, scopes=ALL)[1] for name, user in people.items()}
    owner = people["owner"]
    for scope in ("read", "record"):
        tokens[f"owner:{scope}"] = issue_token(user=owner, name=scope, scopes=[scope])[1]
    past = timezone.now() - timedelta(seconds=1)
    tokens["expired"] = issue_token(user=owner, name="expired", scopes=ALL, expires_at=past)[1]
    tokens["unknown"] = tokens["owner"][:-1] + ("a" if tokens["owner"][-1] != "a" else "b")
    return {"anonymous": Caller()} | {name: Caller(token) for name, token in tokens.items()}


@pytest.fixture
def owner(callers: dict[str, Caller]) -> Caller:
    return callers["owner"]


@pytest.fixture
def stranger(callers: dict[str, Caller]) -> Caller:
    return callers["stranger"]


NewMatch = Callable[..., dict[str, Any]]


@pytest.fixture
def new_match(people: dict[str, User]) -> NewMatch:
    """The body of a match of two new players of a club."""

    def made(club: Club, **changed: Any) -> dict[str, Any]:
        viewer = Viewer.of_session(people["owner"])
        seats = {}
        for key in ("red", "white"):
            name = f"{key} {uuid.uuid4().hex[:8]}"
            seats[key] = str(create_player(viewer=viewer, club_slug=club.slug, name=name).obj.pk)
        body = {
            "id": str(uuid.uuid4()),
            "club": club.slug,
            "game": "marrakesh",
            "played_at": "2026-11-29T19:30:00+01:00",
            "seats": seats,
            "options": {"pack": "single", "stake": STAKE},
            "rated": True,
            "table": "window",
        }
        return {**body, **changed}

    return made


@pytest.fixture
def match(closed: Club, owner: Caller, new_match: NewMatch) -> dict[str, Any]:
    """A match of the private club, just created."""
    answer = owner.post("/matches/", new_match(closed))
    assert answer.status_code == 201, answer.content
    shown: dict[str, Any] = answer.json()
    return shown


@pytest.fixture
def open_match(hall: Club, owner: Caller, new_match: NewMatch) -> dict[str, Any]:
    """A match of the public club, just created."""
    answer = owner.post("/matches/", new_match(hall))
    assert answer.status_code == 201, answer.content
    shown: dict[str, Any] = answer.json()
    return shown


# -- for tests of every route ----------------------------------------------------------------------------------------


@pytest.fixture
def private(match: dict[str, Any], owner: Caller, people: dict[str, User]) -> World:
    return world_of(match, owner, people)


@pytest.fixture
def public(open_match: dict[str, Any], owner: Caller, people: dict[str, User]) -> World:
    return world_of(open_match, owner, people)


@pytest.fixture(params=["private", "public"])
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def world(place: str, request: pytest.FixtureRequest) -> World:
    made: World = request.getfixturevalue(place)
    return made


@pytest.fixture
def everyone(callers: dict[str, Caller], people: dict[str, User], world: World) -> dict[str, Caller]:
    """All kinds of callers of the table; the owner has another club, with a token of its own, and a tablet at the
    table."""
    owner, club = people["owner"], Club.objects.get(slug=world.slug)
    other = create_club(viewer=Viewer.of_session(owner), slug="elsewhere", name="Elsewhere").obj
    tokens = {
        "owner:manage": issue_token(user=owner, name="manage", scopes=["manage"])[1],
        "elsewhere": issue_token(user=owner, name="elsewhere", scopes=ALL, club=other)[1],
    }
    match = Match.objects.get(pk=world.match_id)
    tokens["device"] = issue_token(user=owner, name="tablet", scopes=["record"], club=club, match=match)[1]
    return callers | {name: Caller(token) for name, token in tokens.items()}
