"""A club with its scorer's token, and a real web server in front of it."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from scorepad.models import User
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.players import create_player
from scorepad.services.tokens import issue_token
from tests.journeys.web import Web


@dataclass(frozen=True)
class Club:
    slug: str
    players: dict[str, str]
    token: str


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[Web]:
    server = Web()
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def web(server: Web, transactional_db: None) -> Iterator[Web]:
    """The server, up. It outlives the test: what a test wrote is emptied from under it."""
    if not server.answers():
        server.start()
    yield server
    server.rest()


@pytest.fixture
def club(transactional_db: None) -> Club:
    user = User.objects.create_user("scorer")
    viewer = Viewer.of_session(user)
    create_club(viewer=viewer, slug="club", name="Club", time_zone="Europe/Vienna")
    names = {"red": "Ann", "white": "Bob"}
    players = {
        key: str(create_player(viewer=viewer, club_slug="club", name=name).obj.pk) for key, name in names.items()
    }
    return Club("club", players, issue_token(user=user, name="tablet", scopes=["record"])[1])


@pytest.fixture
def begin(web: Web, club: Club) -> Callable[..., str]:
    """Create a match over HTTP; give its id."""

    def begun(options: dict[str, Any] | None) -> str:
        body = {
            "id": str(uuid.uuid4()),
            "club": club.slug,
            "game": "marrakesh",
            "played_at": "2026-11-29T19:30:00+01:00",
            "seats": club.players,
            **({} if options is None else {"options": options}),
        }
        with web.client(club.token) as client:
            first, again = (client.post("/api/v1/matches/", json=body) for _ in range(2))
        assert (first.status_code, again.status_code) == (201, 200), first.text + again.text
        assert first.json()["id"] == again.json()["id"] == body["id"]
        return str(body["id"])

    return begun
