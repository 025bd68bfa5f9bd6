"""The recorder as people use it: whole rounds by taps, what is seldom, what was wrong, two tablets that disagree."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad.models import Entry, Match
from scorepad.services.pairings import create_pairing
from scorepad.services.players import create_player
from tests.browser.tablets import Tablet
from tests.browser.test_every_page import AXE, RULES, RUN_AXE
from tests.browser.test_pages import sideways
from tests.journeys.web import Web
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import FIRST_ROUND, vectors, written_down

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
Tablets = Callable[..., Tablet]
MATCH = vectors()[9]["record"]
TAPPED = ("lead", "reply", "extra", "extra_disregarded")
PHONE = {"width": 390, "height": 844}
SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary")]
  .filter((each) => each.offsetParent !== null && !each.closest("summary ~ *, .note, .said"))
  .map((each) => [each.getBoundingClientRect(), each.textContent || each.name])
  .filter(([box]) => box.height && (box.height < 43.5 || box.width < 35.5))
  .map(([box, told]) => `${told}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


@pytest.fixture
def tablet(chromium: Browser, web: Web) -> Iterator[Tablets]:
    made: list[Tablet] = []

    def of(user: Any, hash_: str = "", size: Any = PHONE, **options: Any) -> Tablet:
        made.append(Tablet(chromium, "http://{}:{}".format(*web.address), **options))
        (made[-1].sign_in(user) if user else made[-1]).open(hash_)
        made[-1].page.set_viewport_size(size)
        return made[-1]

    yield of
    for each in made:
        each.context.close()
    assert [each.complaints for each in made] == [[] for _ in made]


def ask(page: Page) -> str:
    return page.locator("h1").inner_text()


def card(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f".key7[data-card='{name}']").click()


def faults(page: Page) -> list[str]:
    """What axe, the width of the screen and the size of a finger object to."""
    page.evaluate(AXE)
    found = [f"{each['id']}: {each['nodes'][0]['target']}" for each in page.evaluate(RUN_AXE, RULES)]
    return found + [f"{sideways(page)} px sideways"] * (sideways(page) > 0) + page.evaluate(SMALL)


def told(tablet: Tablet, match: Match, what: str) -> Json:
    """What the server says of a match by now, to whoever holds the tablet."""
    return tablet.context.request.get(f"{tablet.address}/api/v1/matches/{match.pk}/{what}/").json()  # type: ignore[no-any-return]


def test_what_is_seldom_is_found_and_written_down(circle: Circle, tablet: Tablets):
    """record.md's first round: a card exposed, one taken back, cards left in hand; the next by its ovals."""
    match = circle.match()
    one = tablet(circle.scorer.user, f"#match={match.pk}")
    page = one.page
    unusual = page.get_by_role("link", name="Something unusual")
    expect(page.locator(".hint")).to_be_visible()
    # The pad before anything is on it, and from there the match's own page.
    page.locator(".rbar .t").click()
    expect(page.get_by_text("Nothing is written yet.")).to_be_visible()
    expect(page.get_by_role("link", name="The match’s page")).to_have_attribute("href", f"/matches/{match.pk}/")
    assert page.locator("table").count() == 0
    page.get_by_role("link", name="Back to the table").click()
    for number in [*FIRST_ROUND["setup"]["red"], *FIRST_ROUND["setup"]["white"]]:
        left = page.locator(".hint").inner_text()
        page.locator(f".dkey[data-number='{number}']").click()
        expect(page.locator(".hint", has_text=left)).to_have_count(0)
    expect(page.locator(".steps")).to_contain_text("Equal in Ones and Twos; Bob has more Threes and leads.")
    unusual.click()
    assert faults(page) == []
    # Whoever has turned aside comes back to the question, and does not leave the table.
    page.get_by_role("button", name="A ruling on this trick").click()
    page.get_by_role("button", name="Back to the question").click()
    expect(page.get_by_role("heading", name="Which card did Bob lead?")).to_be_focused()
    unusual.click()
    page.get_by_role("button", name="A card was seen by accident").click()
    card(page, "3S")
    expect(page.get_by_role("heading", name="Which card did Bob lead?")).to_be_focused()
    card(page, "AS", "6D")
    page.locator(".end", has_text="6/off 1/off").click()
    unusual.click()
    page.get_by_role("button", name="Bob led a card face up").click()
    card(page, "QD", "QH", "6C")
    # 6-0 with no man on the 6-point: the highest man goes off, and nobody is asked.
    expect(page.locator(".steps")).to_contain_text("plays 6: one man off")
    card(page, "5H", "5H", "2C")
    expect(page.locator(".steps")).to_contain_text("Ann wins · triples")
    expect(page.locator(".steps")).to_contain_text("plays triple-5, then four Twos: all six men off")
    expect(page.get_by_role("heading", name="Which card did Ann lead?")).to_be_focused()
    card(page, "4H", "QD")
    expect(page.locator(".steps")).to_contain_text("Ann scores 13: Backgammon, Chip")
    expect(page.locator("#told")).to_contain_text("It stands 13 to 0.")
    page.get_by_role("button", name="Cards left in hand").click()
    card(page, "4S", "3C", "QS", "4S")
    expect(page.get_by_role("heading", name="What did Ann throw?")).to_be_focused()
    unusual.click()
    page.get_by_role("button", name="This round by its ovals").click()
    for number in (2, 2, 1, 0, 1, 1, 4, 9):
        asked = page.locator("h1").element_handle()
        page.locator(f".key7[data-number='{number}']").click()
        page.wait_for_function("heading => !heading.isConnected", arg=asked)
    expect(page.locator("#pill")).to_have_text("all sent")
    first, second = told(one, match, "record")["rounds"]
    assert first["exposed"] == ["3S"]
    assert first["tricks"][1]["withdrawn"] == "QD"
    assert first["unplayed"] == {"red": ["4S", "3C"], "white": ["QS", "4S"]}
    assert second == {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}}


@pytest.mark.parametrize(
    ("size", "scheme"), [({"width": 320, "height": 640}, "dark"), ({"width": 1280, "height": 800}, "light")]
)
def test_the_screens_are_for_every_finger_and_every_eye(circle: Circle, tablet: Tablets, size: Any, scheme: str):
    name = "<img src=x onerror=alert(1)>שלום" + "W" * 40
    hostile = create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name).obj
    match = circle.match(seats={"red": hostile.pk, "white": circle.bob.pk}, table="W" * 40)
    one = tablet(circle.scorer.user, f"#match={match.pk}", size, color_scheme=scheme)
    page = one.page
    expect(page.locator("h1")).to_contain_text("throw?")
    assert faults(page) == []
    one.enter(str(match.pk), *list(written_down(MATCH))[:4])
    expect(page.locator("h1")).to_contain_text("lead?")
    assert faults(page) == []
    card(page, "4C", "6C")
    expect(page.locator("h1")).to_contain_text("draw?")
    card(page, "AS")
    expect(page.locator(".end").first).to_be_visible()
    assert faults(page) == []
    for see in ("pad", "unusual", "queue", "end"):
        page.evaluate("see => (location.hash = see)", f"#match={match.pk}&see={see}")
        expect(page.locator("h1")).to_be_focused()
        assert faults(page) == [], see
    for hash_ in ("#queue", "#start=", "#"):
        page.evaluate("hash => (location.hash = hash)", hash_)
        expect(page.locator("h1")).to_be_focused()
        assert faults(page) == [], hash_
    assert page.locator("img").count() == 0


def test_whoever_may_record_in_no_club_hears_why_instead_of_a_form(circle: Circle, tablet: Tablets):
    closed, member = "Nobody is signed in here.", "an owner of yours makes you a scorer"
    for user, here, start in ((None, "once while there is a network", closed), (circle.member.user, member, member)):
        page = tablet(user, "#start=").page
        expect(page.get_by_text(here)).to_be_visible()
        expect(page.get_by_role("button", name="Start recording")).to_be_hidden()
        page.evaluate("location.hash = '#'")
        expect(page.get_by_text(start)).to_be_visible()
        assert page.get_by_role("link", name="Start a match").count() == 0


def test_what_was_wrong_is_taken_back_put_right_or_refused_at_once(circle: Circle, tablet: Tablets):
    match = circle.match()
    one = tablet(circle.scorer.user, f"#match={match.pk}")
    page, (opening, first) = one.page, list(written_down(MATCH))[:2]
    one.enter(str(match.pk), opening, first)
    expect(page.locator("h1")).to_have_text("Which card did Bob lead?")
    # By the keyboard alone: rank, then suit; the boards by their place.
    page.keyboard.type("3s")
    expect(page.locator("h1")).to_have_text("Which card did Ann play?")
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.type("2d")
    expect(page.locator("h1")).to_have_text("Where do Bob’s men stand now?")
    page.keyboard.press("1")
    expect(page.locator("h1")).to_have_text("Which card did Bob lead?")
    # The last entry comes back with its taps, so that only the wrong one is tapped again.
    page.get_by_role("button", name="Undo trick 2").click()
    expect(page.locator("h1")).to_have_text("Where do Bob’s men stand now?")
    page.get_by_role("button", name="Undo card").click()
    card(page, "2H")
    expect(page.locator(".steps")).to_contain_text("plays 3 and 2")
    page.locator(".end").first.click()
    expect(page.locator("h1")).to_have_text("Which card did Bob lead?")
    # Corrected from the pad, with a reason, by one amendment.
    page.locator(".rbar .t").click()
    page.get_by_role("button", name="Round 1").click()
    page.locator("#inside-1 li button").nth(1).click()
    expect(page.get_by_text("Correcting Round 1, trick 2.")).to_be_visible()
    assert faults(page) == []
    card(page, "3S", "2D")
    page.locator(".end").first.click()
    expect(page.get_by_text("The score stays 0–0.")).to_be_visible()
    page.get_by_role("button", name="Misread at the table").click()
    expect(page.locator("h1")).to_have_text("Which card did Bob lead?")
    expect(page.locator("#pill")).to_have_text("all sent")
    amended = Entry.objects.filter(match=match).latest("version")
    assert (amended.kind, amended.reason) == ("amend", "Misread at the table")
    assert told(one, match, "record")["rounds"][0]["tricks"][1]["reply"] == "2D"
    # A third copy of a card is refused at the tap, and nothing was entered.
    card(page, "3S", "3S")
    expect(page.get_by_role("alert")).to_contain_text("The Three of Spades is one too many")
    # Another question has nothing to do with that; and what is said of a round by its points names them.
    page.get_by_role("link", name="Something unusual").click()
    page.get_by_role("button", name="This round by its points").click()
    expect(page.locator("h1")).to_have_text("How many points did Ann score?")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(".key7[data-number='6']").click()
    expect(page.locator("h1")).to_have_text("How many points did Bob score?")
    page.locator(".key7[data-number='0']").click()
    page.get_by_role("button", name="Forgotten").click()
    expect(page.locator("#told")).to_have_text("Ann scores 6. Bob scores nothing. It stands 6 to 0.")


def test_two_tablets_see_each_other_and_a_person_chooses_between_them(circle: Circle, tablet: Tablets):
    match = circle.match()
    one, other = (tablet(circle.scorer.user, f"#match={match.pk}") for _ in range(2))
    opening, first = list(written_down(MATCH))[:2]
    for each in (one, other):
        expect(each.page.locator("h1")).to_have_text("What did Ann throw?")
    one.enter(str(match.pk), opening)
    expect(other.page.locator("h1")).to_have_text("Which card did Ann lead?")
    other.context.set_offline(True)
    one.enter(str(match.pk), first)
    card(other.page, "6C", "6D")
    if other.page.locator("h1[data-ask=extra]").count():
        card(other.page, "AS")
    expect(other.page.locator(".end").first).to_be_visible()
    other.page.locator(".end").first.click()
    expect(other.page.locator("#pill")).to_have_text("1 waiting")
    expect(other.page.get_by_role("status").filter(has_text="safe on this device")).to_be_visible()
    one.queue("sent")
    other.context.set_offline(False)
    expect(other.page.locator("h1")).to_have_text("Two versions")
    mine, theirs = other.page.locator(".version").all()
    expect(mine.get_by_role("img", name="Six of Clubs")).to_be_visible()
    expect(theirs.get_by_role("img", name="Five of Clubs")).to_be_visible()
    assert faults(other.page) == []
    theirs.get_by_role("button", name="This one is right").click()
    expect(other.page.locator("h1")).to_have_text("Which card did Bob lead?")
    expect(other.page.locator("#pill")).to_have_text("all sent")
    assert told(other, match, "record")["rounds"][0]["tricks"][0]["lead"] == first[1]["lead"]


def test_a_paired_tablet_goes_on_and_a_name_taken_meanwhile_is_written_anew(circle: Circle, tablet: Tablets):
    match = circle.match()
    paired = create_pairing(viewer=circle.owner, match_id=match.pk, name="Table 3")
    nobody = tablet(None, f"#pair={paired.code}")
    expect(nobody.page.locator("h1")).to_have_text("What did Ann throw?")
    # What it enters stands in the journal under the name that it was given.
    nobody.enter(str(match.pk), next(iter(written_down(MATCH))))
    nobody.sees(str(match.pk), 2)
    assert Entry.objects.get(match=match, version=2).device == "Table 3"
    # Nobody is signed in on it: the club's pages may be closed to it, and it may start no match.
    nobody.enter(str(match.pk), ("forfeit", {"seat": "red"}))
    expect(nobody.page.locator(".verdict")).to_contain_text("Ann gave up.")
    assert nobody.page.locator("a[href^='#start='], a[href^='/matches/']").count() == 0
    again = tablet(None, f"#pair={paired.code}")
    expect(again.page.get_by_text("This code was used already or has run out.")).to_be_visible()

    page = tablet(circle.scorer.user, "#start=").page
    page.get_by_label("Red").select_option("Ann")
    page.get_by_label("White").select_option("Somebody new…")
    page.get_by_label("Name of the new player").last.fill("Carla")
    create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Carla")
    page.get_by_role("button", name="Start recording").click()
    expect(page.get_by_role("heading", name="A new player was refused")).to_be_visible()
    page.get_by_label("Another name").fill("Carla B.")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("h1")).to_have_text("What did Ann throw?")
    expect(page.locator("#pill")).to_have_text("all sent")
    assert Match.objects.exclude(pk=match.pk).get().seats.get(number=2).player.name == "Carla B."
