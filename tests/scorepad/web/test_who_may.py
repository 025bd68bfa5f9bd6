"""Who gets to which page, of a public club and of a private one; and that whoever does not changes nothing there.

The table below is the rule; the pages are those of tests/every_page.py, and one that is missing here fails.
"""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse

from scorepad.models import Membership, User
from scorepad.services.players import create_player
from tests import every_page
from tests.every_page import Page
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import new_ladder, rated
from tests.scorepad.tables import vectors
from tests.scorepad.web.pages import Element, read
from tests.scorepad.web.test_pad import whole

ROLES = ("owner", "scorer", "member")
# A role gives the same in every club; it is the others who are told different things. A neighbour owns the other club.
PEOPLE = {"private": (*ROLES, "stranger", "guest"), "public": ("stranger", "guest")}
READERS = ("member", "guest")
OF_NO_CLUB = ("home", "search")
COMPLETE = whole(vectors()[9]["record"])

# The least role that gets to a page; "anybody" is whoever is signed in, and "guest" everyone.
MANAGING = {
    "club_new": "anybody",
    "club_settings": "owner",
    "club_delete": "owner",
    "club_members": "member",
    "member": "member",
    "member_leaves": "member",
    "club_invitations": "owner",
    "club_imports": "scorer",
    "player_new": "scorer",
    "player_change": "scorer",
    "player_merge": "owner",
    "player_anonymise": "owner",
    "ladder_new": "owner",
    "ladder_change": "owner",
    "ladder_freeze": "owner",
    "ladder_delete": "owner",
    "match_change": "scorer",
    "match_pair": "scorer",
    "account": "anybody",
    "account_change_password": "anybody",
    "account_delete": "anybody",
    "mfa_index": "anybody",
    "tokens": "anybody",
    "language": "guest",
}
# What of a form is not filled in already when it is opened, for somebody who means it.
MEANT = {
    "club_settings": {"name": "Ours now"},
    "club_delete": {"confirm": "{slug}"},
    "club_members": {"user": "{stranger}", "role": "member"},
    "member": {"role": "scorer"},
    "player_new": {"name": "Dora"},
    "player_change": {"name": "Somebody else"},
    "player_anonymise": {"confirm": "{player}"},
    "ladder_new": {"name": "Another ladder", "do": "1"},
    "ladder_change": {"name": "Theirs", "do": "1"},
    "ladder_delete": {"confirm": "The ladder"},
    "match_change": {"reason": "A jest.", "do": "1"},
    "match_pair": {"name": "Tablet"},
}


@pytest.fixture
def clubs(make_circle: Callable[..., Circle]) -> dict[str, Circle]:
    """A public club and a private one, with something on each page."""
    circles = {each: make_circle(each, each) for each in ("public", "private")}
    for circle in circles.values():
        new_ladder(circle, name="The ladder")
        circle.match(**COMPLETE)
        circle.match()
        create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Carla")
        rated(circle)
    circles["public"].neighbour = circles["private"].owner
    circles["private"].neighbour = circles["public"].owner
    User.objects.update(password=make_password("a password"))
    return circles


def client_of(circle: Circle, who: str, **options: Any) -> Client:
    client = Client(**options)
    if who != "guest":
        client.force_login(User.objects.get(pk=getattr(circle, who).user.pk))
    return client


def expected(page: Page, who: str, *, private: bool) -> int:
    """What the rule says that somebody is answered."""
    least = MANAGING.get(page.name)
    if least is None:
        return 404 if private and who not in ROLES and page.name not in OF_NO_CLUB else 200
    if who == "guest" and least != "guest":
        return 302
    if least in ("guest", "anybody"):
        return 200
    if who not in ROLES:
        return 404
    return 200 if ROLES.index(who) <= ROLES.index(least) else 403


def test_each_page_is_for_whom_it_is(clubs: dict[str, Circle]):
    faults = {}
    for kind, circle in clubs.items():
        reading, managing = every_page.reading(circle.club), every_page.managing(circle.club)
        for who in PEOPLE[kind]:
            client = client_of(circle, who)
            for page in [*(reading if who in READERS else ()), *managing]:
                status, due = client.get(page.address).status_code, expected(page, who, private=kind == "private")
                if status != due:
                    faults[kind, who, page.address] = f"{status}, not {due}"
    assert faults == {}


def test_whoever_may_not_or_was_led_here_by_another_site_changes_nothing(clubs: dict[str, Circle]):
    faults, before = {}, written()
    for kind, circle in clubs.items():
        opened = {page: filled(circle, page) for page in every_page.managing(circle.club)}
        assert {page.name for page in opened} == set(MANAGING)
        for who in (*PEOPLE[kind], "neighbour"):
            client, led = client_of(circle, who), client_of(circle, who, enforce_csrf_checks=True)
            for page, form in opened.items():
                due = expected(page, who, private=kind == "private")
                statuses = {led.post(page.address, form).status_code: 403}
                if due != 200:
                    statuses |= {client.post(page.address, form).status_code: due}
                if any(status != wanted for status, wanted in statuses.items()):
                    faults[kind, who, page.address] = statuses
    assert faults == {}
    assert written() == before


def test_what_is_another_clubs_is_not_here_by_way_of_ones_own(clubs: dict[str, Circle]):
    ours, theirs = clubs["private"], clubs["public"]
    ref = Membership.objects.get(user=theirs.member.user).ref
    client, before = client_of(ours, "owner"), written()
    for name in ("member", "member_leaves", "member_reset"):
        address = reverse(name, args=[ours.club.slug, ref])
        assert client.post(address, {"role": "scorer"}).status_code == 404, name
    withdrawn = reverse("invitation_withdrawn", args=[ours.club.slug, uuid4()])
    assert client.post(withdrawn).status_code == 404
    merged = client.post(reverse("player_merge", args=[ours.ann.pk]), {"into": theirs.ann.pk, "do": "1"})
    assert merged.status_code in (200, 404)
    assert client.post(reverse("player_unmerge", args=[theirs.ann.pk])).status_code == 404
    assert written() == before


def test_a_form_sent_twice_does_once_what_it_does(clubs: dict[str, Circle]):
    circle = clubs["private"]
    done = []
    for page in every_page.managing(circle.club):
        if page.name in ("club_delete", "account_delete", "account_change_password"):
            continue
        form, client = filled(circle, page), client_of(circle, "owner")
        before = written()
        client.post(page.address, form)
        once = written()
        assert client.post(page.address, form).status_code < 500
        assert written() == once, page.address
        done += [page.name] * (once != before)
    assert {"club_settings", "club_invitations", "player_new", "player_change", "match_pair"} <= set(done)


def written() -> dict[str, list[Any]]:
    """Everything that the installation has written down, but when somebody signed in last."""
    rows = {
        model.__name__: model._default_manager.order_by("pk").values()
        for model in apps.get_app_config("scorepad").get_models()
    }
    rows["User"] = User.objects.order_by("pk").values("username", "password", "is_active")
    return {name: list(found) for name, found in rows.items()}


def filled(circle: Circle, page: Page) -> dict[str, str]:
    """The form of a page as its owner opens it, filled in by somebody who means it."""
    opened = read(client_of(circle, "owner").get(page.address).content).one("main")
    given = {"slug": circle.club.slug, "stranger": circle.stranger.user.username, "player": ""}
    if page.name == "player_anonymise":
        given["player"] = circle.ann.name
    meant = {name: value.format(**given) for name, value in MEANT.get(page.name, {}).items()}
    return dict(fields_in(opened)) | meant


def fields_in(page: Element) -> Iterator[tuple[str, str]]:
    for field in page:
        name, value = field.attributes.get("name"), field.attributes.get("value", "")
        if not name or name == "csrfmiddlewaretoken":
            continue
        if field.tag == "select":
            options = field.all("option")
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            yield name, chosen[0].attributes.get("value", "") if chosen else ""
        elif field.tag == "textarea":
            yield name, field.text
        elif field.tag == "input" and (
            field.attributes.get("type") not in ("radio", "checkbox") or "checked" in field.attributes
        ):
            yield name, value
