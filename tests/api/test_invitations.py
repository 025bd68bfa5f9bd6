"""Invitations over the API: a link that is shown once, for owners."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorepad.models import Change, Club, Invitation, Membership, Player, User
from scorepad.selectors.access import Viewer
from scorepad.services.invitations import create_invitation
from scorepad.services.players import create_player
from tests.api.callers import Caller, problem

PATH = "/clubs/closed/invitations/"
SITE = "http://testserver"


def invite(caller: Caller, **given: Any) -> Any:
    return caller.post(PATH, {"role": "member", **given})


def test_the_link_is_shown_once_and_brings_one_person_in(
    owner: Caller, closed: Club, people: dict[str, User], client: Client
) -> None:
    body = {"id": str(uuid.uuid4()), "role": "scorer"}
    made = owner.post(PATH, body)
    assert made.status_code == 201
    assert made.headers["Location"] == f"/api/v1{PATH}{body['id']}/"
    again = owner.post(PATH, body)
    assert (again.status_code, again.json()) == (200, {k: v for k, v in made.json().items() if k != "url"})
    listed = owner.get(PATH).json()["results"]
    assert listed == [again.json()]
    client.force_login(people["stranger"])
    assert client.post(made.json()["url"].removeprefix(SITE)).status_code == 302
    assert Membership.objects.get(club=closed, user=people["stranger"]).role == "scorer"
    assert owner.get(PATH).json()["results"][0]["used_at"]
    assert Change.objects.filter(club=closed, what="member").count() == 1


def test_the_same_id_for_another_invitation_is_a_conflict(owner: Caller, closed: Club) -> None:
    made = invite(owner, id=str(uuid.uuid4())).json()
    problem(invite(owner, id=made["id"], role="owner"), 409, "id_in_use")
    assert Invitation.objects.get().role == "member"


def test_an_id_of_a_club_that_one_cannot_see_is_a_conflict(owner: Caller, closed: Club, stranger: Caller) -> None:
    made = invite(owner, id=str(uuid.uuid4())).json()
    stranger.post("/clubs/", {"slug": "own", "name": "Own"})
    said = stranger.post("/clubs/own/invitations/", {"id": made["id"], "role": "member"})
    problem(said, 409, "id_in_use")


def test_a_withdrawn_link_opens_nothing(owner: Caller, closed: Club, people: dict[str, User], client: Client) -> None:
    made = invite(owner).json()
    for _ in range(2):
        assert owner.send("DELETE", f"{PATH}{made['id']}/").status_code == 204
    client.force_login(people["stranger"])
    assert client.post(made["url"].removeprefix(SITE)).status_code == 404
    assert not Membership.objects.filter(user=people["stranger"]).exists()


def test_an_invitation_is_withdrawn_in_its_own_club_alone(owner: Caller, closed: Club, hall: Club) -> None:
    made = invite(owner).json()
    problem(owner.send("DELETE", f"/clubs/hall/invitations/{made['id']}/"), 404, "not_found")
    assert Invitation.objects.get().revoked_at is None


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"role": "king"}, "/role"),
        ({"role": None}, "/role"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "/expires_at"),
        ({"expires_at": "tomorrow"}, "/expires_at"),
        ({"player": str(uuid.uuid4())}, "/player"),
        ({"player": 7}, "/player"),
        ({"user": "bob"}, "/user"),
    ],
)
def test_what_cannot_be_meant_is_refused_at_its_place(
    owner: Caller, closed: Club, given: dict[str, Any], pointer: str
) -> None:
    answer = invite(owner, **given)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not Invitation.objects.exists()


def test_a_player_of_another_club_is_one_that_never_was(
    owner: Caller, closed: Club, hall: Club, people: dict[str, User]
) -> None:
    there = create_player(viewer=Viewer.of_session(people["owner"]), club_slug="hall", name="Ann").obj
    problem(invite(owner, player=str(there.pk)), 422, "unknown_player")


def test_the_new_member_is_the_player_he_was_invited_as(
    owner: Caller, closed: Club, people: dict[str, User], client: Client
) -> None:
    ann = create_player(viewer=Viewer.of_session(people["owner"]), club_slug="closed", name="Ann").obj
    made = invite(owner, player=str(ann.pk)).json()
    client.force_login(people["stranger"])
    client.post(made["url"].removeprefix(SITE))
    assert Player.objects.get(pk=ann.pk).user == people["stranger"]


@pytest.mark.parametrize("count", [1, 50])
def test_a_list_costs_the_same_whatever_its_length(
    owner: Caller, closed: Club, people: dict[str, User], count: int
) -> None:
    for _ in range(count):
        create_invitation(viewer=Viewer.of_session(people["owner"]), club_slug="closed", role="member")
    owner.get(PATH)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        listed = owner.get(PATH, {"page_size": 100}).json()
    assert len(listed["results"]) == count
    assert len(asked) == 4, [each["sql"] for each in asked]
