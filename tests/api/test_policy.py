"""Every route and method of the API, as the URL configuration has them, for every kind of caller: policy.py says what
each of them hears. What is hidden answers with the same bytes as what never was, and a refusal changes nothing.
"""

from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from scorepad.models import Club, Match, Membership, User
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller, nameless
from tests.api.conftest import ALL
from tests.api.policy import CALLERS, TABLE, Row, World, open_to_all
from tests.api.routes import CALLS, METHODS, ROUTES


def test_every_route_and_method_has_its_row_and_every_row_its_route() -> None:
    assert set(CALLS) - set(TABLE) == set(), "give these a row in tests/api/policy.py"
    assert set(TABLE) - set(CALLS) == set(), "no route leads there"


def test_every_row_says_what_each_kind_of_caller_hears() -> None:
    for call, row in TABLE.items():
        assert set(row.who.private) == set(row.who.public) == set(CALLERS), call


# -- a club with something of everything in it ------------------------------------------------------------------------


def world_of(match: dict[str, Any], owner: Caller, people: dict[str, User]) -> World:
    token = issue_token(user=people["owner"], name="old", scopes=["read"])[0]
    return World(
        slug=match["club"],
        match_id=match["id"],
        player_id=str(match["seats"]["red"]["player"]),
        other_player_id=str(match["seats"]["white"]["player"]),
        token_id=str(token.pk),
        ref=str(Membership.objects.get(club__slug=match["club"], user=people["scorer"]).ref),
        etag=owner.get(f"/matches/{match['id']}/record/")["ETag"],
    )


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


def ask(caller: Caller, method: str, route: str, row: Row, world: World) -> Any:
    path = route.removeprefix("v1")
    for converter, name in (piece.strip("<>").split(":") for piece in route.split("/") if piece.startswith("<")):
        path = path.replace(f"<{converter}:{name}>", getattr(world, name))
    body = None if row.body is None else row.body(world)
    headers = row.headers(world)
    with transaction.atomic():  # so that the next caller finds things as this one did
        if method == "GET":
            answer = caller.get(path + row.query.format(world=world), **headers)
        else:
            answer = caller.send(method, path + row.query.format(world=world), body, **headers)
        answer.before_and_after = counted()
        transaction.set_rollback(True)
    return answer


def counted() -> list[int]:
    return [model._default_manager.count() for model in apps.get_app_config("scorepad").get_models()]


@pytest.mark.parametrize(("method", "route"), CALLS)
def test_each_caller_hears_what_the_table_says(
    method: str, route: str, place: str, world: World, everyone: dict[str, Caller]
) -> None:
    row = TABLE[method, route]
    expected = getattr(row.who, place)
    before, heard = counted(), {}
    for name in CALLERS:
        answer = ask(everyone[name], method, route, row, world)
        heard[name] = answer.status_code
        if answer.status_code >= 400:
            assert answer.before_and_after == before, f"{name} was refused and changed something"
        if answer.status_code in (401, 404):
            never = ask(everyone[name], method, route, row, World.of_nothing())
            assert nameless(answer) == nameless(never), name
    assert heard == dict(expected), answer.content


@pytest.mark.parametrize("place", ["private"], indirect=True)
@pytest.mark.parametrize("route", ROUTES)
def test_a_method_that_is_not_offered_tells_nobody_anything(
    route: str, world: World, everyone: dict[str, Caller]
) -> None:
    row = Row(open_to_all())
    for method in (method for method in (*METHODS, "OPTIONS") if method not in ROUTES[route]):
        for name in CALLERS:
            answers = [ask(everyone[name], method, route, row, where) for where in (world, World.of_nothing())]
            expected = {200, 401, 405} if method == "OPTIONS" else {405, 401 if name == "expired" else 405}
            assert answers[0].status_code == answers[1].status_code in expected, (method, name)
            assert nameless(answers[0]) == nameless(answers[1]), (method, name)
