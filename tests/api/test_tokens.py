"""Tokens over the API: never above their owner, shown once, ended at once."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from scorepad.models import ApiToken, Club, Membership, User
from scorepad.services.tokens import issue_token
from tests.api.callers import BASE, Caller, problem

Json = dict[str, Any]


def body(**changed: Any) -> Json:
    return {"id": str(uuid.uuid4()), "name": "tablet", "scopes": ["record"], **changed}


def made(caller: Caller, **changed: Any) -> Json:
    answer = caller.post("/tokens/", body(**changed))
    assert answer.status_code == 201, answer.content
    shown: Json = answer.json()
    return shown


def test_a_token_is_shown_once_and_opens_what_it_says(owner: Caller, closed: Club) -> None:
    sent = body(club="closed")
    first, again = owner.post("/tokens/", sent), owner.post("/tokens/", sent)
    assert (first.status_code, again.status_code) == (201, 200)
    secret = first.json()["token"]
    assert again.json() == {name: value for name, value in first.json().items() if name != "token"}
    assert first["Location"] == f"/api/v1/tokens/{sent['id']}/"
    assert Caller(secret).get("/clubs/closed/").status_code == 200
    assert Caller(secret).post("/clubs/closed/players/", {"name": "Ann"}).status_code == 201
    row = ApiToken.objects.get(pk=sent["id"])
    assert secret not in (row.prefix, row.digest)
    assert secret[13:] not in row.digest


def test_the_same_id_for_another_token_is_refused(owner: Caller, stranger: Caller, closed: Club) -> None:
    sent = body()
    assert owner.post("/tokens/", sent).status_code == 201
    for changed in (
        {"name": "other"},
        {"scopes": ["read"]},
        {"club": "closed"},
        {"expires_at": "2030-01-01T00:00:00Z"},
    ):
        problem(owner.post("/tokens/", {**sent, **changed}), 409, "id_in_use")
    problem(stranger.post("/tokens/", sent), 409, "id_in_use")
    assert ApiToken.objects.filter(name__in=("tablet", "other")).count() == 1


def test_withdrawing_ends_it_at_once_and_twice_is_the_same(owner: Caller, db: None) -> None:
    shown = made(owner, scopes=["read"])
    caller = Caller(shown["token"])
    assert caller.get("/").status_code == 200
    for _ in range(2):
        assert owner.send("DELETE", f"/tokens/{shown['id']}/").status_code == 204
    problem(caller.get("/"), 401, "invalid_token")
    listed = {row["id"]: row for row in owner.get("/tokens/").json()["results"]}
    assert listed[shown["id"]]["revoked_at"] is not None
    assert listed[shown["id"]]["last_used_at"] is not None
    assert all("token" not in row for row in listed.values())


def test_nobody_sees_or_ends_the_tokens_of_others(owner: Caller, stranger: Caller, db: None) -> None:
    shown = made(owner)
    assert shown["id"] not in {row["id"] for row in stranger.get("/tokens/").json()["results"]}
    problem(stranger.send("DELETE", f"/tokens/{shown['id']}/"), 404, "not_found")
    assert ApiToken.objects.get(pk=shown["id"]).revoked_at is None


@pytest.mark.parametrize(
    ("name", "scopes", "status"),
    [
        ("owner", ["manage"], 201),
        ("scorer", ["record"], 201),
        ("scorer", ["manage"], 422),
        ("member", ["read"], 201),
        ("member", ["read", "record"], 422),
        ("stranger", ["read"], 404),
    ],
)
def test_a_token_for_a_club_is_never_above_the_role_there(
    name: str, scopes: list[str], status: int, callers: dict[str, Caller], closed: Club, hall: Club
) -> None:
    for club in ("closed", "hall"):
        before = ApiToken.objects.count()
        answer = callers[name].post("/tokens/", body(scopes=scopes, club=club))
        assert answer.status_code == status, answer.content
        if status != 201:
            assert ApiToken.objects.count() == before
        if status == 422:
            assert problem(answer, 422, "scope_above_role")["errors"][0]["pointer"] == "/scopes"


def test_a_role_lost_later_is_lost_to_the_token(owner: Caller, people: dict[str, User], closed: Club) -> None:
    caller = Caller(made(owner, club="closed")["token"])
    Membership.objects.create(club=closed, user=people["stranger"], role="owner")
    Membership.objects.filter(club=closed, user=people["owner"]).update(role="member")
    problem(caller.post("/clubs/closed/players/", {"name": "Ann"}), 403, "forbidden")


def test_a_token_makes_none_that_reaches_beyond_itself(people: dict[str, User], closed: Club, hall: Club) -> None:
    end = timezone.now() + timedelta(days=1)
    limited = issue_token(user=people["owner"], name="limited", scopes=["manage"], club=closed, expires_at=end)[1]
    caller = Caller(limited)
    shown = made(caller)
    assert (shown["club"], shown["expires_at"]) == ("closed", end.isoformat().replace("+00:00", "Z"))
    problem(caller.post("/tokens/", body(club="hall")), 404, "not_found")
    later = (end + timedelta(seconds=1)).isoformat()
    problem(caller.post("/tokens/", body(expires_at=later)), 422, "outlives_caller")
    assert {row["id"] for row in caller.get("/tokens/").json()["results"]} == {
        str(token.pk) for token in ApiToken.objects.filter(club=closed)
    }


@pytest.mark.parametrize("scope", ["read", "record"])
def test_a_lesser_token_has_nothing_to_do_with_tokens(scope: str, callers: dict[str, Caller], owner: Caller) -> None:
    shown, caller = made(owner), callers[f"owner:{scope}"]
    problem(caller.get("/tokens/"), 403, "forbidden")
    problem(caller.post("/tokens/", body()), 403, "forbidden")
    problem(caller.send("DELETE", f"/tokens/{shown['id']}/"), 403, "forbidden")
    assert ApiToken.objects.get(pk=shown["id"]).revoked_at is None


def test_whoever_is_nobody_is_asked_to_sign_in(db: None) -> None:
    for answer in (Caller().get("/tokens/"), Caller().post("/tokens/", body())):
        problem(answer, 401, "authentication_required")


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"name": ""}, "/name"),
        ({"name": "\u200b"}, "/name"),
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["all"]}, "/scopes/0"),
        ({"scopes": "read"}, "/scopes"),
        ({"scopes": [True]}, "/scopes/0"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "/expires_at"),
        ({"expires_at": "tomorrow"}, "/expires_at"),
        ({"club": 5}, "/club"),
        ({"id": "x"}, "/id"),
        ({"else": 1}, "/else"),
    ],
)
def test_what_is_malformed_is_told_at_its_place(changed: Json, place: str, owner: Caller, db: None) -> None:
    before = ApiToken.objects.count()
    said = problem(owner.post("/tokens/", body(**changed)), 422, "malformed")
    assert said["errors"][0]["pointer"].startswith(place)
    assert ApiToken.objects.count() == before


def test_a_session_makes_tokens_too_with_its_csrf_token(people: dict[str, User]) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(people["member"])
    problem(client.post(f"{BASE}/tokens/", body(), content_type="application/json"), 403, "csrf_failed")
    client.get("/accounts/logout/")
    crumb = {"X-CSRFToken": client.cookies[settings.CSRF_COOKIE_NAME].value}
    answer = client.post(f"{BASE}/tokens/", body(), content_type="application/json", headers=crumb)
    assert answer.status_code == 201, answer.content


def test_a_list_of_one_costs_as_many_queries_as_one_of_fifty(
    owner: Caller, closed: Club, django_assert_num_queries: Any
) -> None:
    def listed(rows: int) -> None:
        with django_assert_num_queries(2):
            assert len(owner.get("/tokens/", {"page_size": rows}).json()["results"]) == rows

    owner.get("/tokens/")  # which notes that the token was used
    made(owner, club="closed")
    listed(1)
    for _ in range(50):
        made(owner, club="closed")
    listed(50)
