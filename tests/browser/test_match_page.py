"""The match page in a browser: it renews itself while the match goes on, steps by keys, and goes onto paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorepad.services.entries import enter
from tests.browser.conftest import Open
from tests.browser.test_live import answered, stop_the_clock
from tests.browser.test_pages import COMPLETE, RULED
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import FIRST_ROUND, entry

pytestmark = pytest.mark.django_db(transaction=True)

TRICKS = FIRST_ROUND["tricks"]
PAUSE = 4_000


def mark(page: Page) -> None:
    page.evaluate("document.querySelector('#match').classList.add('marked')")


def test_whoever_follows_sees_each_trick_where_it_falls(hall: Circle, open_page: Open):
    match = hall.match(rounds=[{**FIRST_ROUND, "tricks": TRICKS[:2]}])
    address = f"/matches/{match.pk}/?round=now"
    page = open_page(address, 390)
    stop_the_clock(page)
    told, stage = page.locator("#told"), page.locator(".stage")
    expect(told).to_have_text("Ann 0, Bob 0. Round 1, trick 3: Bob leads")
    expect(stage.get_by_role("heading")).to_have_text("Trick 2")
    mark(page)
    with answered(page, address, 200, PAUSE):
        page.clock.resume()
    expect(page.locator("#match.marked")).to_have_count(0)
    mark(page)
    page.locator("#step-back").focus()
    with answered(page, address, 304, PAUSE):
        pass
    expect(page.locator("#match.marked")).to_have_count(1)
    trick = entry("trick", match.version, {"round": 1, "trick": 3, **TRICKS[2]})
    with answered(page, address, 200, PAUSE):
        enter(viewer=hall.scorer, match_id=match.pk, entry=trick)
    expect(stage.get_by_role("heading")).to_have_text("Trick 3")
    expect(stage.locator(".say")).to_contain_text("Ann wins · triples")
    expect(stage.get_by_role("img", name="Red: no men left. Ovals: 6")).to_be_visible()
    expect(told).to_have_text("Ann 0, Bob 0. Round 1, trick 4: Ann leads")
    expect(page.locator("#step-back")).to_be_focused()
    abandon = entry("abandon", match.version + 1, {}, reason="Late.")
    with answered(page, address, 200, PAUSE):
        enter(viewer=hall.scorer, match_id=match.pk, entry=abandon)
    expect(page.locator(".hero .say")).to_have_text("Abandoned in round 1")
    expect(page.locator("[data-live]")).to_have_count(0)


def test_arrow_keys_turn_the_steps_in_place_and_links_do_without_a_script(hall: Circle, open_page: Open):
    match = hall.match(**COMPLETE)
    page = open_page(f"/matches/{match.pk}/?round=10")
    page.evaluate("window.kept = true")
    page.locator("#step-by-step").click()
    heading = page.locator(".stage h2")
    expect(heading).to_have_text("Opening setup")
    for key, title in (("ArrowRight", "Trick 1"), ("ArrowRight", "Trick 2"), ("ArrowLeft", "Trick 1")):
        page.keyboard.press(key)
        expect(heading).to_have_text(title)
    expect(page).to_have_url(re.compile(r"\?round=10&step=1$"))
    expect(page.locator("#told")).to_have_text(re.compile("^Round 10, trick 1: Ann wins"))
    page.get_by_role("link", name="Round 3", exact=True).click()
    expect(page.locator(".tricks")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?round=3"))
    assert page.evaluate("window.kept")  # it was one page all the time
    page = open_page(f"/matches/{match.pk}/?round=10&step=6", java_script_enabled=False)
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".stage h2")).to_have_text("The round is over")
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_url(re.compile(r"\?round=11&step=0#round-11$"))


def test_every_sheet_of_paper_is_one_page_of_its_size(hall: Circle, open_page: Open):
    match = hall.match(**{**RULED, "note": "played at the fair"}, table="Table by the window")
    page = open_page("/")
    origin = page.url.rstrip("/")
    for address in ("/clubs/friday/paper/", f"/matches/{match.pk}/paper/"):
        for query, box in (("", b"594.95996 841.91998"), ("?paper=letter", b"612 792")):
            page.goto(origin + address + query)
            printed = page.pdf(prefer_css_page_size=True)
            assert printed.count(b"/Type /Page\n") == 1, address + query
            assert b"/MediaBox [0 0 " + box in printed, address + query
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for hidden in (".top", ".sizes", ".crumb", ".foot"):
        assert not page.locator(hidden).is_visible()
    assert page.locator(".qr-code svg").is_visible()
