"""Django's admin: for staff, to look things up; it writes next to nothing, and shows no secret."""

import re
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from scorepad.admin import site
from scorepad.models import ApiToken, Entry, Invitation, LedgerCheck, Match, User
from scorepad.services.accounts import delete_account
from scorepad.services.invitations import create_invitation
from scorepad.services.ladders import create_ladder
from scorepad.services.tokens import issue_token
from tests.scorepad.conftest import Circle

SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def running(circle: Circle) -> Circle:
    """A club with one of everything that staff may look up."""
    match = circle.match()
    create_ladder(viewer=circle.owner, club_slug="friday", game="marrakesh", name="Spring", system="glicko2")
    create_invitation(viewer=circle.owner, club_slug="friday", role="member", id=uuid4())
    issue_token(user=circle.owner.user, name="tablet", scopes=["record"], club=circle.club)
    TOTP.activate(circle.member.user, SECRET)
    LedgerCheck.objects.create()
    assert Entry.objects.filter(match=match).exists()
    return circle


def signed_in(**what: Any) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("staff", password="a password of staff", **what))
    return client


def pages() -> dict[Any, str]:
    return {model: f"admin:{model._meta.app_label}_{model._meta.model_name}" for model in site._registry}


def test_it_is_for_staff_alone(running: Circle) -> None:
    asked = Client().get("/admin/", follow=True)
    assert asked.request["PATH_INFO"] == "/accounts/login/"
    client = Client()
    client.force_login(running.owner.user)
    assert client.get("/admin/", follow=True).status_code == 403
    assert client.get("/admin/scorepad/match/", follow=True).status_code == 403
    staff = signed_in(is_staff=True)
    assert staff.get("/admin/").status_code == 200
    assert staff.get("/admin/scorepad/user/").status_code == 403


def test_everything_is_shown_but_secrets_and_nothing_is_inline(running: Circle) -> None:
    root = signed_in(is_staff=True, is_superuser=True)
    kept = [
        SECRET,
        *ApiToken.objects.values_list("digest", flat=True),
        *Invitation.objects.values_list("digest", flat=True),
        Authenticator.objects.get().data["secret"],
        *User.objects.values_list("password", flat=True),
    ]
    for model, name in pages().items():
        things = model._default_manager.values_list("pk", flat=True)
        for address in [reverse(f"{name}_changelist"), *(reverse(f"{name}_change", args=[pk]) for pk in things)]:
            answer = root.get(address)
            assert answer.status_code == 200, address
            page = answer.content.decode()
            assert [secret for secret in kept if secret and secret in page] == [], address
            assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")|\sstyle=|\son\w+=", page), (
                address
            )


@pytest.mark.parametrize("asked", ["match/?status__exact=%00", "user/?username__exact=a%00", "player/?q=%00"])
def test_what_no_database_can_hold_is_asked_for_in_vain(running: Circle, asked: str) -> None:
    assert signed_in(is_staff=True, is_superuser=True).get(f"/admin/scorepad/{asked}", follow=True).status_code == 200


def test_it_writes_next_to_nothing(running: Circle) -> None:
    root = signed_in(is_staff=True, is_superuser=True)
    writable = {"admin:scorepad_user": {"change"}, "admin:mfa_authenticator": {"delete"}}
    for model, name in pages().items():
        forbidden = {"change", "delete"} - writable.get(name, set())
        things = model._default_manager.values_list("pk", flat=True)
        addresses = [reverse(f"{name}_{what}", args=[pk]) for what in forbidden for pk in things]
        for address in [reverse(f"{name}_add"), *addresses]:
            assert root.post(address, {"post": "yes"}).status_code == 403, address
    assert Match.objects.count() == 1


def test_what_it_does_write(running: Circle) -> None:
    root = signed_in(is_staff=True, is_superuser=True)
    person = running.member.user
    RecoveryCodes.activate(person)
    step = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    root.post(reverse("admin:mfa_authenticator_delete", args=[step.pk]), {"post": "yes"})
    assert not Authenticator.objects.exists()  # whoever has found the codes does not get in by them later
    root.post(reverse("admin:scorepad_user_change", args=[person.pk]), {"username": "root", "is_staff": "on"})
    person.refresh_from_db()
    assert (person.username, person.is_staff, person.is_active) == ("friday-member", True, False)
    root.post(reverse("admin:scorepad_user_change", args=[person.pk]), {"is_active": "on"})
    assert root.get(f"/admin/scorepad/user/{person.pk}/password/", follow=True).request["PATH_INFO"] == "/admin/"
    delete_account(viewer=running.member, confirm="friday-member")
    assert "friday-member" not in root.get("/admin/").content.decode()  # nor among what was done lately


def test_guesses_at_a_password_are_made_where_they_are_counted(running: Circle) -> None:
    staff = signed_in(is_staff=True)
    form = {"old_password": "a password of staff", "new_password1": SECRET, "new_password2": SECRET}
    answer = staff.post("/admin/password_change/", form)
    assert answer["Location"] == reverse("account_change_password")
    assert User.objects.get(username="staff").check_password("a password of staff")
