"""Pages that renew themselves while somebody looks: what is new appears in its place, and what is not costs nothing."""

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad.services.entries import enter
from scorepad.services.erasing import delete_club
from tests.browser.conftest import Open
from tests.browser.tablets import PATIENCE
from tests.journeys.web import Web
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry, vectors
from tests.scorepad.web.test_pad import whole

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = whole(vectors()[27]["record"])
PAUSE = 11_000


def asked_anew(page: Page, address: str) -> int:
    """Time goes by; the status of the answer to what was asked for then."""
    with page.expect_response(lambda answer: answer.url.endswith(address)) as asked:
        page.clock.run_for(PAUSE)
    return asked.value.status


def mark(page: Page) -> None:
    """The card as it is now; one that was drawn anew bears no mark."""
    page.evaluate("document.querySelector('.live').classList.add('marked')")


@pytest.mark.parametrize("address", ["/clubs/friday/", "/"])
def test_a_page_renews_itself_while_somebody_looks(hall: Circle, open_page: Open, address: str):
    match = hall.match(**OPEN)
    page = open_page(address)
    page.clock.install()
    page.reload()
    mark(page)
    page.locator(".live").focus()
    asked_anew(page, address)
    expect(page.locator(".marked")).to_have_count(0)
    expect(page.locator(".live")).to_be_focused()
    mark(page)
    assert asked_anew(page, address) == 304
    forfeit = entry("forfeit", match.version, {"seat": "white"}, reason="A train to catch.")
    enter(viewer=hall.owner, match_id=match.pk, entry=forfeit)
    other = hall.match(**OPEN, table="window")
    expect(page.locator(".live.marked")).to_have_count(1)
    assert asked_anew(page, address) == 200
    expect(page.locator(".marked")).to_have_count(0)
    expect(page.locator(".live")).to_contain_text("window")
    assert page.locator(".live").get_attribute("href") == f"/matches/{other.pk}/"


def test_a_page_that_is_closed_meanwhile_says_so(hall: Circle, chromium: Browser, web: Web):
    """It would show for ever what was; a browser complains of what is not there, so no fixture watches it here."""
    hall.match(**OPEN)
    context = chromium.new_context()
    page = context.new_page()
    page.goto("http://{}:{}/clubs/friday/".format(*web.address))
    page.clock.install()
    page.reload()
    delete_club(viewer=hall.owner, slug="friday", confirm="friday")
    page.clock.run_for(PAUSE)
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible(timeout=PATIENCE)
    context.close()
