"""How many requests go through, who is counted as whom, and what happens when nobody counts."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.test import Client

from api import throttling
from scorepad.models import Club, Entry, User
from scorepad.selectors.access import Viewer
from scorepad.services.tokens import issue_token
from tests.api.callers import BASE, Caller, problem
from tests.api.plays import ROUND, entry

NOWHERE = "unix:///nowhere/valkey.sock"


@pytest.fixture(autouse=True)
def counting(settings: Any) -> Iterator[None]:
    settings.THROTTLE = True
    throttling.turnstile.cache_clear()
    throttling.turnstile().storage.reset()
    yield
    throttling.turnstile.cache_clear()


@pytest.fixture
def still() -> Iterator[Any]:
    """A clock that stands."""
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        yield clock


def statuses(caller: Caller, count: int, path: str = "/", **headers: str) -> list[int]:
    return [caller.get(path, **headers).status_code for _ in range(count)]


def refused(answer: Any) -> int:
    problem(answer, 429, "too_many_requests")
    return int(answer["Retry-After"])


def test_a_token_has_twenty_a_second(still: Any, owner: Caller, callers: dict[str, Caller]) -> None:
    assert statuses(owner, 20) == [200] * 20
    assert refused(owner.get("/")) == 1
    assert callers["owner:read"].get("/").status_code == 200  # each token has its own
    still.shift(1.01)
    assert owner.get("/").status_code == 200


def test_a_token_has_six_hundred_a_minute(still: Any, owner: Caller) -> None:
    for _ in range(30):
        assert statuses(owner, 20) == [200] * 20
        still.shift(1.5)
    assert refused(owner.get("/")) == 15
    still.shift(15.1)
    assert owner.get("/").status_code == 200


def test_a_refused_write_stores_nothing(still: Any, owner: Caller, match: dict[str, Any]) -> None:
    throttling.turnstile().storage.reset()
    statuses(owner, 20)
    refused(owner.post(f"/matches/{match['id']}/entries/", entry(ROUND, 1)))
    assert Entry.objects.count() == 1


def test_an_address_without_a_token_has_sixty_a_minute(still: Any, db: None, owner: Caller) -> None:
    assert statuses(Caller(), 30) == [200] * 30
    assert statuses(Caller("sp_" + "x" * 42), 30) == [401] * 30  # a bad token is none
    assert refused(Caller().get("/")) == 60
    assert refused(Caller("sp_" + "x" * 42).get("/")) == 60
    assert refused(Caller().get("/nowhere/")) == 60
    assert owner.get("/").status_code == 200
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").get(f"{BASE}/")
    assert elsewhere.status_code == 200


def test_what_a_client_says_of_its_address_counts_only_from_our_proxy(still: Any, settings: Any, db: None) -> None:
    for number in range(60):
        statuses(Caller(), 1, X_Forwarded_For=f"192.0.2.{number}")
    refused(Caller().get("/", X_Forwarded_For="192.0.2.99"))
    settings.TRUSTED_PROXIES = 1
    assert Caller().get("/", X_Forwarded_For="192.0.2.99").status_code == 200
    for number in range(59):
        statuses(Caller(), 1, X_Forwarded_For=f"198.51.100.{number}, 192.0.2.99")
    refused(Caller().get("/", X_Forwarded_For="203.0.113.5, 192.0.2.99"))


def test_who_has_one_ipv6_address_has_them_all() -> None:
    ask = Client(REMOTE_ADDR="2001:db8::1").get("/favicon.ico").wsgi_request
    assert throttling.address_of(ask) == "2001:db8::/64"


def test_an_answer_of_nothing_new_is_not_counted(still: Any, open_match: dict[str, Any]) -> None:
    path = f"/matches/{open_match['id']}/"
    tag = Caller().get(path)["ETag"]
    assert statuses(Caller(), 100, path, If_None_Match=tag) == [304] * 100
    assert statuses(Caller(), 59, path) == [200] * 59
    refused(Caller().get(path))


def test_of_calls_at_the_same_moment_no_more_slip_through(still: Any, people: dict[str, User]) -> None:
    token, _ = issue_token(user=people["owner"], name="app", scopes=["read"])
    viewer = Viewer(people["owner"], frozenset({"read"}), token_id=token.pk)
    request = Client().get("/favicon.ico").wsgi_request

    def go(_: int) -> bool:
        try:
            throttling.turnstile().take(request, viewer)
        except throttling.Problem:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(go, range(100))) == 20


def test_pages_are_not_counted(still: Any, closed: Club, client: Client) -> None:
    assert {client.get("/").status_code for _ in range(70)} == {200}


# -- with Redis away --------------------------------------------------------------------------------------------------


@pytest.fixture
def away(settings: Any) -> Iterator[None]:
    settings.REDIS_URL = NOWHERE
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NOWHERE}}
    throttling.turnstile.cache_clear()
    yield
    throttling.turnstile.cache_clear()


def test_recording_goes_on_and_it_is_said_once(
    away: None, owner: Caller, match: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    assert owner.post(f"/matches/{match['id']}/entries/", entry(ROUND, 1)).status_code == 201
    tag = owner.get(f"/matches/{match['id']}/")["ETag"]
    assert owner.get(f"/matches/{match['id']}/", If_None_Match=tag).status_code == 304
    assert set(statuses(owner, 30)) == {200}
    said = [record.message for record in (*caplog.get_records("setup"), *caplog.records)]
    assert sum("not counted" in message for message in said) == 1


def test_logins_are_held_back(away: None, db: None) -> None:
    User.objects.create_user("ann", password="when in doubt, lead low")
    client = Client(raise_request_exception=False)
    assert client.get("/accounts/login/").status_code == 200
    for password in ("when in doubt, lead low", "wrong"):
        answer = client.post("/accounts/login/", {"login": "ann", "password": password})
        assert answer.status_code == 503
        assert answer["Retry-After"] == "10"
        assert "Signing in has to wait" in answer.content.decode()
    assert "_auth_user_id" not in client.session


# -- other sites' pages -----------------------------------------------------------------------------------------------


def test_only_listed_origins_hear_anything_and_never_by_cookie(
    settings: Any, db: None, people: dict[str, User]
) -> None:
    origin = "https://scores.example"
    ask = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in Caller().get("/", Origin=origin)
    settings.CORS_ALLOWED_ORIGINS = [origin]
    heard = Caller().get("/", Origin=origin)
    assert heard["Access-Control-Allow-Origin"] == origin
    assert {"ETag", "Location", "Retry-After", "X-Request-Id"} <= set(
        heard["Access-Control-Expose-Headers"].split(", ")
    )
    assert "Access-Control-Allow-Credentials" not in heard
    problem(Caller().get("/matches/x/", Origin=origin), 404, "not_found")
    assert Caller().get("/matches/x/", Origin=origin)["Access-Control-Allow-Origin"] == origin
    before = Client().options(f"{BASE}/matches/", headers=ask)
    assert "authorization" in before["Access-Control-Allow-Headers"]
    assert "if-match" in before["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in Caller().get("/", Origin="https://other.example")
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers={"Origin": origin})
