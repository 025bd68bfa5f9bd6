"""No page leads nowhere: every address that is linked to is one of ours, and of each kind so many are opened."""

from collections import Counter
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from django.test import Client
from django.urls import resolve

from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.pages import read
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
PASSWORD = "when in doubt, lead low"
OF_A_KIND = 8  # a match alone has a hundred steps to be opened at


def test_browsers_that_look_for_an_icon_find_one(client: Client):
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/static/scorepad/favicon")


def test_every_link_of_every_page_answers(make_circle: Callable[..., Circle], client: Client):
    circle = make_circle(visibility="public")
    matches = [circle.match(**whole(VECTORS[n]["record"])) for n in (9, 18, 27)]
    circle.owner.user.set_password(PASSWORD)
    circle.owner.user.save()
    client.force_login(circle.owner.user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    seen, kinds, ahead = set(), Counter(), ["/", "/accounts/logout/", *(f"/matches/{match.pk}/" for match in matches)]
    while ahead:
        address = ahead.pop()
        answer = client.get(address)
        assert answer.status_code == 200, address
        if not answer["Content-Type"].startswith("text/html"):
            continue
        for link in read(answer.content).all("a"):
            path = link.attributes["href"].partition("#")[0]
            target = address.partition("?")[0] + path if path.startswith("?") else path or address
            if target in seen or target.startswith("/static/"):
                continue
            seen.add(target)
            kind = kind_of(target)
            kinds[kind] += 1
            if kinds[kind] <= OF_A_KIND:
                ahead.append(target)
    assert len(kinds) > 30


def kind_of(address: str) -> tuple[str, ...]:
    """Which page it leads to, and what it asks of it; a `Resolver404` where there is none."""
    parts = urlsplit(address)
    return resolve(parts.path).view_name, *sorted(parse_qs(parts.query))
