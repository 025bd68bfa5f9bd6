"""No page leads nowhere: every address that is linked to answers."""

from collections.abc import Callable

from django.test import Client

from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.pages import read
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
PASSWORD = "when in doubt, lead low"


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
    seen, ahead = set(), ["/", "/accounts/logout/", *(f"/matches/{match.pk}/" for match in matches)]
    while ahead:
        address = ahead.pop()
        answer = client.get(address)
        assert answer.status_code == 200, address
        if not answer["Content-Type"].startswith("text/html"):
            continue
        for link in read(answer.content).all("a"):
            path = link.attributes["href"].partition("#")[0]
            target = address.partition("?")[0] + path if path.startswith("?") else path or address
            if target not in seen and not target.startswith("/static/"):
                seen.add(target)
                ahead.append(target)
    assert len(seen) > 30
