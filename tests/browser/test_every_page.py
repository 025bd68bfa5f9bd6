"""What a browser finds on every page: nothing that axe objects to, that scrolls sideways, or that a name has done."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize

from scorepad.models import Club, Player
from scorepad.services.clubs import change_club
from scorepad.services.ladders import create_ladder
from scorepad.services.players import create_player
from scorepad.services.rating import refresh as rate
from scorepad.services.statistics import refresh as count
from tests import every_page
from tests.browser.conftest import Open, session_of
from tests.browser.test_pages import COMPLETE, OPEN, RULED, sideways
from tests.journeys.web import Web
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import tell_all
from tests.scorepad.web.test_corrections import put

pytestmark = pytest.mark.django_db(transaction=True)

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Only what was found wrong comes back: to tell of all that is right takes three times as long as to look.
RUN_AXE = "tags => axe.run({runOnly: {type: 'tag', values: tags}}).then((found) => found.violations)"
# What a width or a scheme of colours can make wrong of a page that is right otherwise.
LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
RUN_LOOKS = "rules => axe.run({runOnly: {type: 'rule', values: rules}}).then((found) => found.violations)"
NARROW, WIDE = {"width": 320, "height": 900}, {"width": 1280, "height": 900}
# A tag that would run, one that would close whatever it stands in, letters from right to left, and no place to break.
HOSTILE = "<img src=x onerror=alert(1)>"
CLOSING = "\"'></title></svg><script>alert(2)</script>{{ 7|add:7 }}"
FROZEN = date(2024, 1, 7)
LONG_AGO = {**COMPLETE, "played_at": "2024-01-04T19:30:00+01:00"}
FROM_THE_RIGHT = "שלום" + "W" * 40


@pytest.fixture
def busy(hall: Circle) -> Circle:
    """A club with something on every page, whose name and whose players' names mean harm."""
    hall.owner.user.set_password("when in doubt, lead low")  # whoever has none is asked to set one, not to change it
    hall.owner.user.save()
    change_club(viewer=hall.owner, club_slug=hall.club.slug, name=HOSTILE)
    names = (HOSTILE, CLOSING, FROM_THE_RIGHT)
    first, second, third = (create_player(viewer=hall.owner, club_slug=hall.club.slug, name=name).obj for name in names)
    complete = hall.match(**COMPLETE, seats={"red": first.pk, "white": second.pk}, table=CLOSING[:40])
    hall.match(**RULED, seats={"red": second.pk, "white": third.pk}, device=HOSTILE)
    hall.match(**OPEN, seats={"red": third.pk, "white": first.pk}, table=HOSTILE)
    put(complete, hall.owner, "amend", {"table": HOSTILE}, CLOSING)
    of_ladder = {"club_slug": hall.club.slug, "game": "marrakesh", "name": HOSTILE, "system": "glicko2"}
    ladder = create_ladder(viewer=hall.owner, **of_ladder, season_end=FROZEN).obj
    told = [hall.match(**LONG_AGO, seats={"red": first.pk, "white": each.pk}) for each in (second, third)]
    tell_all(hall.owner, ladder, FROZEN)
    put(told[0], hall.owner, "void", {}, CLOSING)
    for job in (count, rate):
        list(job(club_id=hall.club.pk))
    return hall


@pytest.mark.parametrize("pages", ["club", "people"])
def test_every_page_is_accessible_and_inert(busy: Circle, open_page: Open, web: Web, pages: str):
    page = open_page("/language/", reduced_motion="reduce")
    club, origin, faults = Club.objects.get(pk=busy.club.pk), "http://{}:{}".format(*web.address), []
    page.context.add_cookies([session_of(busy.owner.user, origin)])
    for address in _addresses(club)[pages]:
        _look_at(page, NARROW, "dark")
        page.goto(origin + address)
        page.evaluate(AXE)
        faults += [f"{address}: {fault}" for fault in (*_of_names(page), *_faults(page, RUN_AXE, RULES))]
        _look_at(page, WIDE, "light")
        faults += [f"{address}, wide: {fault}" for fault in _faults(page, RUN_LOOKS, LOOKS)]
    assert faults == []


def _addresses(club: Club) -> dict[str, list[str]]:
    """Every page, and a player's for whoever has played: ids are made at random, and any of them may come first."""
    of_club = [*every_page.reading(club), *every_page.managing(club), every_page.Page("record", "/record/")]
    of_people = []
    for player in Player.objects.filter(club=club, seats__isnull=False).distinct():
        of_people += [*every_page.reading_of(player), *every_page.managing_of(player)]
    return {
        "club": list(dict.fromkeys(page.address for page in of_club if page not in of_people)),
        "people": [page.address for page in of_people],
    }


def _look_at(page: Page, size: ViewportSize, scheme: Literal["dark", "light"]) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)


def _of_names(page: Page) -> Iterator[str]:
    """What a name has done to the page."""
    if page.locator("img[src=x]").count() or page.locator("script:not([src])").count():
        yield "a name became a tag"
    if "14" in page.title() and "7|add:7" not in page.title():
        yield "a name was computed"


def _faults(page: Page, run: str, rules: list[str]) -> Iterator[str]:
    if beyond := sideways(page):
        yield f"scrolls {beyond} px sideways"
    for found in page.evaluate(run, rules):
        where = ", ".join(" ".join(node["target"]) for node in found["nodes"][:3])
        yield f"{found['id']}: {found['help']} ({where})"
