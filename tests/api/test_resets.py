"""A link for a new password, made over the API."""

import pytest
from django.test import Client

from scorepad.models import Club, Membership, User
from tests.api.callers import Caller, problem

NEW = "when in doubt, lead low"


@pytest.fixture
def path(closed: Club) -> str:
    ref = Membership.objects.get(club=closed, user__username="scorer").ref
    return f"/clubs/closed/members/{ref}/reset/"


def test_an_owner_copies_a_link_to_a_member(owner: Caller, path: str, client: Client) -> None:
    made = owner.post(path, {})
    assert made.status_code == 201
    assert set(made.json()) == {"user", "url", "expires_at"}
    assert made.json()["user"] == "scorer"
    url = made.json()["url"]
    assert url.startswith("http://testserver/accounts/password/")
    twice = dict.fromkeys(("new_password1", "new_password2"), NEW)
    assert client.post(url.removeprefix("http://testserver"), twice).status_code == 200
    assert User.objects.get(username="scorer").check_password(NEW)


def test_an_account_that_reaches_further_is_not_the_owners_to_open(owner: Caller, path: str, stranger: Caller) -> None:
    stranger.post("/clubs/", {"slug": "far", "name": "Far"})
    stranger.post("/clubs/far/members/", {"user": "scorer", "role": "member"})
    said = problem(owner.post(path, {}), 403, "forbidden")
    assert "far" not in said["detail"].split(), "which other clubs there are is nobody's business"


def test_an_unknown_field_is_refused(owner: Caller, path: str) -> None:
    problem(owner.post(path, {"password": NEW}), 422, "malformed")
