"""A private club and a public one, everyone who may come to them, and a match in each."""

import math
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
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
NewMatch = Callable[..., dict[str, Any]]
Settled = tuple[World, dict[str, Caller]]


def people_here() -> dict[str, User]:
    return {name: User.objects.create_user(name) for name in ("owner", "scorer", "member", "stranger")}


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return people_here()


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


def callers_of(people: dict[str, User]) -> dict[str, Caller]:
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
def callers(people: dict[str, User]) -> dict[str, Caller]:
    return callers_of(people)


@pytest.fixture
def owner(callers: dict[str, Caller]) -> Caller:
    return callers["owner"]


@pytest.fixture
def stranger(callers: dict[str, Caller]) -> Caller:
    return callers["stranger"]


def match_of_two(people: dict[str, User], club: Club, **changed: Any) -> dict[str, Any]:
    """The body of a match of two new players of a club."""
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


@pytest.fixture
def new_match(people: dict[str, User]) -> NewMatch:
    return partial(match_of_two, people)


def created(owner: Caller, body: dict[str, Any]) -> dict[str, Any]:
    answer = owner.post("/matches/", body)
    assert answer.status_code == 201, answer.content
    shown: dict[str, Any] = answer.json()
    return shown


@pytest.fixture
def match(closed: Club, owner: Caller, new_match: NewMatch) -> dict[str, Any]:
    """A match of the private club, just created."""
    return created(owner, new_match(closed))


@pytest.fixture
def open_match(hall: Club, owner: Caller, new_match: NewMatch) -> dict[str, Any]:
    """A match of the public club, just created."""
    return created(owner, new_match(hall))


# -- for tests of every route ----------------------------------------------------------------------------------------


@pytest.fixture
def private(match: dict[str, Any], owner: Caller, people: dict[str, User]) -> World:
    return world_of(match, owner, people)


@pytest.fixture(scope="module", params=["private", "public"])
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def settled(place: str, django_db_setup: None, django_db_blocker: Any) -> Iterator[Settled]:
    """Made once for all tests of a module: each of them takes back what it did, and the last of them all of it."""
    with django_db_blocker.unblock(), transaction.atomic():
        people = people_here()
        callers = callers_of(people)
        club = club_of(people, "club", place)
        match = created(callers["owner"], match_of_two(people, club))
        yield world_of(match, callers["owner"], people), everyone_of(callers, people, club, match["id"])
        transaction.set_rollback(True)


@pytest.fixture
def world(settled: Settled, db: None) -> World:
    return settled[0]


@pytest.fixture
def everyone(settled: Settled, db: None) -> dict[str, Caller]:
    return settled[1]


def everyone_of(callers: dict[str, Caller], people: dict[str, User], club: Club, match_id: str) -> dict[str, Caller]:
    """All kinds of callers of the table; the owner has another club, with a token of its own, and a tablet at the
    table."""
    owner, match = people["owner"], Match.objects.get(pk=match_id)
    other = create_club(viewer=Viewer.of_session(owner), slug="elsewhere", name="Elsewhere").obj
    tokens = {
        "owner:manage": issue_token(user=owner, name="manage", scopes=["manage"])[1],
        "elsewhere": issue_token(user=owner, name="elsewhere", scopes=ALL, club=other)[1],
        "device": issue_token(user=owner, name="tablet", scopes=["record"], club=club, match=match)[1],
    }
    return callers | {name: Caller(token) for name, token in tokens.items()}
