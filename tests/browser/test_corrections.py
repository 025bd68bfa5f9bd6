"""What was given up, broken off, void or corrected, as a browser shows it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.test_pages import COMPLETE, OPEN, sideways
from tests.scorepad.conftest import Circle
from tests.scorepad.web.test_corrections import put

pytestmark = pytest.mark.django_db(transaction=True)


def struck(element: Locator) -> bool:
    return "line-through" in element.evaluate("element => getComputedStyle(element).textDecorationLine")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_void_match_is_struck_and_leads_to_the_recording_that_counts(hall: Circle, open_page: Open, width: int):
    counts, void = hall.match(**COMPLETE), hall.match(**COMPLETE)
    put(void, hall.owner, "void", {"duplicate_of": str(counts.pk)}, "Recorded on two tablets.")
    page = open_page("/clubs/friday/", width, java_script_enabled=False)
    rows = page.locator(".mrow")
    assert sorted(struck(row.locator("span").first) for row in rows.all()) == [False, True]
    rows.filter(has_text="Void").click()
    expect(page).to_have_url(re.compile(f"/matches/{void.pk}/$"))
    assert struck(page.locator(".hero .sc"))
    expect(page.get_by_text("Recorded on two tablets.")).to_be_visible()
    page.get_by_role("link", name="the recording that counts").click()
    expect(page).to_have_url(re.compile(f"/matches/{counts.pk}/$"))
    assert not struck(page.locator(".hero .sc"))


@pytest.mark.parametrize("width", [390, 1280])
def test_who_gave_up_and_what_was_broken_off_is_read_in_the_list(hall: Circle, open_page: Open, width: int):
    given_up, broken_off = hall.match(**OPEN), hall.match(**OPEN)
    put(given_up, hall.owner, "forfeit", {"seat": "white"}, "A train to catch.")
    put(broken_off, hall.owner, "abandon", {}, "The lights went out.")
    page = open_page("/clubs/friday/", width)
    expect(page.get_by_text("At the tables")).to_have_count(0)
    expect(page.get_by_text("Abandoned in round 7")).to_be_visible()
    page.get_by_text("Bob gave up in round 7").click()
    expect(page.locator(".say")).to_have_text("Bob gave up in round 7")


def test_long_reasons_scroll_nothing_sideways(hall: Circle, open_page: Open):
    match = hall.match(**COMPLETE)
    put(match, hall.owner, "amend", {"table": "W" * 40}, "W" * 400)
    put(match, hall.owner, "void", {}, "W" * 400)
    for address in ("/clubs/friday/", f"/matches/{match.pk}/"):
        page = open_page(address)
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert sideways(page) == 0, (address, width)
