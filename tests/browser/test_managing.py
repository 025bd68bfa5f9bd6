"""A newcomer's first steps on a phone, and what only a browser tells of pages for managing."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorepad.models import Club, Membership, Player, User
from tests.browser.conftest import Open
from tests.browser.test_pages import sideways
from tests.scorepad.conftest import Circle

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "when in doubt, lead low"


def signed_up(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()


def signed_in(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_a_newcomer_founds_a_club_and_brings_somebody_in(open_page: Open):
    page = open_page("/accounts/login/", 390, timezone_id="Asia/Tokyo")
    page.get_by_role("link", name="No account yet?").click()
    signed_up(page, "ann")
    page.get_by_role("link", name="ann").click()
    page.get_by_role("link", name="Found a club").click()
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    page.get_by_label("Name").fill("The Thursday Table")
    page.get_by_role("button", name="Found it").click()
    expect(page).to_have_url(re.compile("/clubs/the-thursday-table/members/$"))
    expect(page.get_by_role("status")).to_contain_text("The club is founded")
    assert Club.objects.get().time_zone == "Asia/Tokyo"
    page.get_by_role("link", name="New player").click()
    page.get_by_label("Name").fill("Bob Castellan")
    page.get_by_role("button", name="Take in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob Castellan")
    page.goto(page.url.split("/players/")[0] + "/clubs/the-thursday-table/invitations/")
    page.get_by_label("Scorer:").check()
    page.get_by_label("Who is the player").select_option("Bob Castellan")
    page.get_by_role("button", name="Make the link").click()
    assert page.get_by_role("img", name="QR code of the link below").bounding_box()["width"] > 200
    assert sideways(page) == 0

    guest = open_page(re.sub("^http://[^/]+", "", page.locator("#link").inner_text()), java_script_enabled=False)
    guest.get_by_label("Username").fill("bob")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Make an account and come in").click()
    expect(guest.get_by_role("link", name="bob")).to_be_visible()
    assert Membership.objects.get(user__username="bob").role == "scorer"
    assert Player.objects.get().user == User.objects.get(username="bob")


def test_the_admin_asks_the_browser_for_nothing_that_it_may_not_have(circle: Circle, open_page: Open):
    circle.match()
    User.objects.create_superuser("root", password=PASSWORD)
    page = open_page("/admin/")
    signed_in(page, "root")
    expect(page.get_by_role("heading", name="Look up")).to_be_visible()
    page.get_by_role("link", name="Players", exact=True).first.click()
    page.get_by_role("link", name="Ann").click()
    expect(page.get_by_text("Friday Club").first).to_be_visible()
    page.goto(page.url.split("/admin/")[0] + "/admin/scorepad/user/")
    page.get_by_role("link", name="friday-member").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
