"""Tokens and sessions: what is let in, and what is told apart from nobody at all."""

from typing import Any

import pytest
from django.test import Client

from scorepad.models import User
from scorepad.selectors.access import Viewer
from scorepad.services.tokens import issue_token, revoke_token
from tests.api.callers import Caller, problem


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer sp_",
        "Bearer two words",
        "Bearer " + "x" * 100_000,
        "Bearer \x00",
        "Bearer sp_" + "\x00" * 42,
        "Bearer sp_" + "\x7f" * 42,
        "Bearer ключ",
        "Basic dXNlcjpwYXNz",
        "Token abc",
        "nonsense",
    ],
)
def test_what_is_no_token_is_401_also_where_anyone_may_read(header: str, db: None) -> None:
    answer = Client(raise_request_exception=False).get("/api/v1/", headers={"Authorization": header})
    problem(answer, 401, "invalid_token")
    assert "invalid_token" in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("form", ["Bearer {}", "bearer {}", "BEARER   {} "])
def test_the_scheme_is_read_as_http_reads_it(form: str, people: dict[str, User], closed: Any) -> None:
    _, secret = issue_token(user=people["owner"], name="tablet", scopes=["read"])
    answer = Client().get("/api/v1/clubs/closed/", headers={"Authorization": form.format(secret)})
    assert answer.status_code == 200


def test_a_token_ends_when_it_is_revoked_or_its_owner_goes(people: dict[str, User], closed: Any) -> None:
    token, secret = issue_token(user=people["owner"], name="tablet", scopes=["read"])
    _, other = issue_token(user=people["scorer"], name="tablet", scopes=["read"])
    assert Caller(secret).get("/clubs/closed/").status_code == 200
    revoke_token(token=token)
    problem(Caller(secret).get("/clubs/closed/"), 401, "invalid_token")
    assert Caller(other).get("/clubs/closed/").status_code == 200
    User.objects.filter(pk=people["scorer"].pk).update(is_active=False)
    problem(Caller(other).get("/clubs/closed/"), 401, "invalid_token")


def test_a_token_of_one_club_reaches_no_other(people: dict[str, User], closed: Any, hall: Any) -> None:
    _, secret = issue_token(user=people["owner"], name="tablet", scopes=["record"], club=hall)
    caller = Caller(secret)
    problem(caller.get("/clubs/closed/"), 404, "not_found")
    assert caller.post("/clubs/hall/players/", {"name": "Ann"}).status_code == 201
    problem(caller.post("/clubs/closed/players/", {"name": "Ann"}), 404, "not_found")


class Browser:
    """One of the installation's own pages: a session cookie, and the CSRF token that the page holds."""

    def __init__(self, user: User) -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.client.force_login(user)

    def post(self, path: str, body: Any, content_type: str = "application/json", **headers: str) -> Any:
        return self.client.post(f"/api/v1{path}", body, content_type=content_type, headers=headers)


def test_a_session_reads_and_writes_with_its_csrf_token(people: dict[str, User], closed: Any) -> None:
    from django.conf import settings
    from django.middleware.csrf import _get_new_csrf_string

    browser = Browser(people["owner"])
    assert browser.client.get("/api/v1/clubs/closed/").status_code == 200
    problem(browser.post("/clubs/closed/players/", {"name": "Ann"}), 403, "csrf_failed")
    secret = _get_new_csrf_string()
    browser.client.cookies[settings.CSRF_COOKIE_NAME] = secret
    problem(browser.post("/clubs/closed/players/", {"name": "Ann"}), 403, "csrf_failed")
    headers = {"X-CSRFToken": secret}
    assert browser.post("/clubs/closed/players/", {"name": "Ann"}, **headers).status_code == 201
    assert not Viewer.of_session(people["owner"]).club_id


def test_a_form_is_not_read_for_its_csrf_token(people: dict[str, User], closed: Any) -> None:
    browser = Browser(people["owner"])
    body = "csrfmiddlewaretoken=x&name=" + "x" * 10_000
    answer = browser.post("/clubs/closed/players/", body, "application/x-www-form-urlencoded")
    problem(answer, 403, "csrf_failed")


def test_a_bad_token_is_401_whatever_the_cookie_says(people: dict[str, User], closed: Any) -> None:
    browser = Browser(people["owner"])
    answer = browser.client.get("/api/v1/clubs/closed/", headers={"Authorization": "Bearer nonsense"})
    problem(answer, 401, "invalid_token")
