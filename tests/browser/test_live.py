"""Pages that renew themselves while somebody looks: what is new appears in its place, and what is not costs nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

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
LATER = datetime(2100, 1, 1, tzinfo=UTC)


@contextmanager
def answered(page: Page, address: str, status: int, pause: int = PAUSE) -> Iterator[None]:
    """Time goes by after what is done within; until then at the latest an answer of this status has come. A page on a
    busy machine may well have asked by itself before."""
    with page.expect_response(lambda answer: answer.url.endswith(address) and answer.status == status):
        yield
        page.clock.run_for(pause)


def stop_the_clock(page: Page) -> None:
    page.clock.install()
    page.clock.pause_at(LATER)
    page.reload()


def mark(page: Page) -> None:
    """The card as it is now; one that was drawn anew bears no mark."""
    page.evaluate("document.querySelector('.live').classList.add('marked')")


@pytest.mark.parametrize("address", ["/clubs/friday/", "/"])
def test_a_page_renews_itself_while_somebody_looks(hall: Circle, open_page: Open, address: str):
    match = hall.match(**OPEN)
    page = open_page(address)
    stop_the_clock(page)
    mark(page)
    page.locator(".live").focus()
    with answered(page, address, 200):
        page.clock.resume()
    expect(page.locator(".marked")).to_have_count(0)
    expect(page.locator(".live")).to_be_focused()
    mark(page)
    with answered(page, address, 304):
        pass
    expect(page.locator(".live.marked")).to_have_count(1)
    forfeit = entry("forfeit", match.version, {"seat": "white"}, reason="A train to catch.")
    with answered(page, address, 200):
        enter(viewer=hall.owner, match_id=match.pk, entry=forfeit)
        other = hall.match(**OPEN, table="window")
    expect(page.locator(".live")).to_contain_text("window")
    expect(page.locator(".marked")).to_have_count(0)
    assert page.locator(".live").get_attribute("href") == f"/matches/{other.pk}/"


def test_a_page_that_is_closed_meanwhile_says_so(hall: Circle, chromium: Browser, web: Web):
    """It would show for ever what was; a browser complains of what is not there, so no fixture watches it here."""
    hall.match(**OPEN)
    context = chromium.new_context()
    page = context.new_page()
    page.goto("http://{}:{}/clubs/friday/".format(*web.address))
    stop_the_clock(page)
    delete_club(viewer=hall.owner, slug="friday", confirm="friday")
    page.clock.run_for(PAUSE)
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible(timeout=PATIENCE)
    context.close()
