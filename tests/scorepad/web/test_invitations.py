"""The page of an invitation: looking uses nothing up; an account there is, or a new one, comes in by it."""

import pytest
from django.test import Client

from scorepad.models import Invitation, Membership, User
from scorepad.services.invitations import create_invitation
from tests.scorepad.conftest import Circle

PASSWORD = "seven moons over Fez"


@pytest.fixture
def link(circle: Circle) -> str:
    made = create_invitation(viewer=circle.owner, club_slug=circle.club.slug, role="member", player=circle.ann.pk)
    return f"/invitations/{made.secret}/"


def test_a_newcomer_comes_in_and_is_signed_in(link: str, client: Client, circle: Circle) -> None:
    for _ in range(2):
        seen = client.get(link)
        assert (seen.status_code, "Friday Club" in seen.content.decode()) == (200, True)
    weak = client.post(link, {"username": "newcomer", "password": "password"})
    assert (weak.status_code, "too common" in weak.content.decode()) == (200, True)
    came = client.post(link, {"username": "newcomer", "password": PASSWORD})
    assert (came.status_code, came.headers["Location"]) == (302, "/clubs/friday/")
    assert Membership.objects.get(user__username="newcomer").role == "member"
    assert "newcomer" in client.get("/").content.decode()
    assert Client().get(link).status_code == 404


def test_an_account_there_is_comes_in_by_one_tap(link: str, client: Client, circle: Circle) -> None:
    assert circle.stranger.user is not None
    client.force_login(circle.stranger.user)
    assert circle.stranger.user.username in client.get(link).content.decode()
    assert client.post(link).status_code == 302
    assert Membership.objects.filter(user=circle.stranger.user, club=circle.club).exists()
    assert User.objects.count() == 4


def test_nobody_is_brought_in_from_another_site(link: str, circle: Circle) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert circle.stranger.user is not None
    strict.force_login(circle.stranger.user)
    assert strict.post(link).status_code == 403
    assert Invitation.objects.get().used_at is None


def test_a_clubs_name_is_shown_as_it_is_written(link: str, client: Client, circle: Circle) -> None:
    circle.club.name = "<img src=x onerror=alert(1)>"
    circle.club.save()
    page = client.get(link).content.decode()
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
