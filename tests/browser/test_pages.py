"""The pages as a browser shows them: without JavaScript, at every width, in the dark and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorepad.services.players import create_player
from tests.browser.conftest import Open
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.test_pad import whole

pytestmark = pytest.mark.django_db(transaction=True)

VECTORS = vectors()
COMPLETE, RULED, OPEN = (whole(VECTORS[n]["record"]) for n in (9, 4, 27))
HOSTILE = "<img src=x onerror=alert(1)>" + "שלום" + "W" * 40


def sideways(page: Page) -> int:
    """How far the page scrolls sideways."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_a_round_opens_to_its_tricks_and_closes_again_without_javascript(hall: Circle, open_page: Open):
    page = open_page(f"/matches/{hall.match(**COMPLETE).pk}/", java_script_enabled=False)
    assert page.locator(".tricks").count() == 0
    page.get_by_role("link", name="Round 10").click()
    expect(page).to_have_url(re.compile(r"\?round=10#round-10$"))
    items = page.locator(".tricks > li")
    assert items.count() == 7
    assert "Ann wins · suit-match plays 3 and 1, then 5: three men off" in " ".join(items.nth(3).inner_text().split())
    assert page.get_by_role("img", name="Red: one on 4, one on 2. Ovals: 1, 3").count() == 3
    assert page.get_by_role("img", name="Null of Clubs").count() == 1
    page.get_by_role("link", name="Round 10").click()
    assert page.locator(".tricks").count() == 0


def test_nothing_scrolls_sideways(hall: Circle, open_page: Open):
    hostile = create_player(viewer=hall.owner, club_slug=hall.club.slug, name=HOSTILE).obj
    seats = {"red": hall.ann.pk, "white": hostile.pk}
    longest = dict(COMPLETE, note="W" * 300)
    ruled, live = hall.match(**RULED, table="W" * 40), hall.match(**OPEN, seats=seats, table="W" * 40)
    noted = hall.match(**longest, seats=seats, device="W" * 40)
    page = open_page("/language/")
    origin = page.url.removesuffix("/language/")
    for address in (
        "/",
        "/clubs/friday/",
        "/clubs/friday/matches/?player=ann",
        "/clubs/friday/players/",
        "/search/?q=wwww",
        f"/matches/{noted.pk}/?round=10",
        f"/matches/{ruled.pk}/?round=10&view=table",
        f"/matches/{live.pk}/?round=7",
        "/accounts/login/",
        "/api/v1/docs/",
    ):
        page.goto(origin + address)
        for width, scheme in ((390, "dark"), (820, "light")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            assert sideways(page) == 0, (address, width)


def test_a_hostile_name_stays_inert(hall: Circle, open_page: Open):
    hostile = create_player(viewer=hall.owner, club_slug=hall.club.slug, name=HOSTILE).obj
    match = hall.match(**COMPLETE, seats={"red": hostile.pk, "white": hall.bob.pk})
    for address in ("/clubs/friday/", f"/matches/{match.pk}/?round=10"):
        page = open_page(address)
        assert page.locator("img").count() == 0
        assert page.get_by_text(HOSTILE).count()


def test_signing_in_opens_a_private_club(circle: Circle, open_page: Open):
    match = circle.match(**COMPLETE)
    user = circle.member.user
    assert user is not None
    user.set_password("when in doubt, lead low")
    user.save()
    page = open_page("/", 390)
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill("when in doubt, lead low")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Friday Club").click()
    page.locator(".mrow").click()
    expect(page).to_have_url(re.compile(f"/matches/{match.pk}/$"))
    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_the_keyboard_reaches_content_and_rounds(hall: Circle, open_page: Open):
    page = open_page(f"/matches/{hall.match(**COMPLETE).pk}/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.get_by_role("link", name="Round 3").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?round=3#round-3$"))


def test_on_paper_a_match_is_one_page_of_a4(hall: Circle, open_page: Open):
    record = dict(RULED, note="played at the fair")
    page = open_page(f"/matches/{hall.match(**record).pk}/?round=10")
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    assert not page.locator(".tricks").is_visible()
    assert not page.locator(".top").is_visible()
    assert page.locator(".sign").is_visible()
