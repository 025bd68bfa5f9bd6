"""The whole way, on a phone: a newcomer signs up, founds a club, records a match while the network comes and goes,
corrects a trick, and reads the ladder that a real worker has kept up to date.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.marrakesh import replay
from scorepad.local import processes
from scorepad.models import Match
from tests.browser.tablets import Tablet
from tests.browser.test_recorder_screens import MATCH, PHONE, card
from tests.journeys.web import Web

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
TAPPED = ("lead", "reply", "extra", "extra_disregarded", "plays", "board")
AT_LENGTH = 60_000
# Plays what lies on the table: looks which question is asked, taps the answer, and counts what each trick has cost.
PLAY = """async (rounds) => {
  const question = () => document.querySelector("h1[data-ask]");
  const tap = async (target) => {
    const asked = question();
    if (!target) throw new Error(`nothing to tap: ${document.body.innerText}`);
    target.click();
    while (asked.isConnected || !question()) await new Promise((resolve) => setTimeout(resolve, 3));
  };
  const find = (selector) => document.querySelector(selector);
  const named = (text) => [...document.querySelectorAll(".btns button")].find((each) => each.textContent === text);
  const cost = { setups: [], tricks: [], asked: 0 };
  for (const { setup, tricks } of rounds) {
    const dice = [...setup.red, ...setup.white];
    for (const number of dice) await tap(find(`.dkey[data-number="${number}"]`));
    cost.setups.push(dice.length);
    for (const trick of tricks) {
      let taps = 0;
      do {
        const { ask } = question().dataset;
        if (ask === "lead" || ask === "reply") await tap(find(`.key7[data-card="${trick[ask]}"]`));
        else if (ask === "board") await tap(find(`.end[data-board="${trick.board.join("")}"]`)), (cost.asked += 1);
        else if (trick.extra) await tap(find(`.key7[data-card="${trick.extra}"]`));
        else await tap(named(trick.disregarded ? "Led on without drawing" : "No card was drawn"));
        taps += 1;
      } while (!["lead", "dice", "over"].includes(question().dataset.ask));
      cost.tricks.push(taps);
    }
  }
  return cost;
}"""


def tapped(match: Json) -> Json:
    """The match as taps alone tell it: without what only few write down."""
    rounds = [
        {"setup": each["setup"], "tricks": [{k: trick[k] for k in TAPPED if k in trick} for trick in each["tricks"]]}
        for each in match["rounds"]
    ]
    return {**match, "options": {"pack": "double"}, "rounds": rounds}


def at_the_table(record: Json) -> list[Json]:
    """What lies on the table: dice, cards, and where the winner's men stand after each trick."""
    return [
        {
            "setup": written["setup"],
            "tricks": [
                {
                    **trick,
                    "board": became["board"][became["winner"]],
                    "disregarded": trick.get("extra_disregarded", False),
                }
                for trick, became in zip(written["tricks"], judged["tricks"], strict=True)
            ],
        }
        for written, judged in zip(record["rounds"], replay(record)["rounds"], strict=True)
    ]


def test_a_newcomer_records_a_match_through_a_cut_and_reads_the_ladder(
    chromium: Browser, web: Web, worker: processes.Child
):
    record = tapped(MATCH)
    table = at_the_table(record)
    phone = Tablet(chromium, "http://{}:{}".format(*web.address)).open()
    page = phone.page
    page.set_viewport_size(PHONE)
    _sign_up(page, phone.address)
    _found_a_club(page)
    _set_up_a_ladder(page)
    page.get_by_role("link", name="Record", exact=True).click()
    phone.keep_app()
    _start_a_match(page)
    _play(page, table[:1])
    expect(page.locator(".steps")).to_contain_text("Round 1 is over")
    expect(page.locator("#pill")).to_have_text("all sent", timeout=AT_LENGTH)
    _play_on_while_the_network_is_cut(phone, table[1:3])
    _play(page, table[3:])
    expect(page.locator(".final")).to_contain_text("45–44")
    expect(page.locator(".verdict")).to_contain_text("Ann wins by 1 point.")
    _correct_the_last_trick(page, record)
    expect(page.locator("#pill")).to_have_text("all sent", timeout=AT_LENGTH)
    _is_stored(phone, record)
    _read_the_ladder(page, phone.address)
    phone.context.close()
    assert phone.complaints == []


def _sign_up(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_role("link", name="No account yet?").click()
    page.get_by_label("Username").fill("newcomer")
    for field in page.locator("input[type=password]").all():
        field.fill("when in doubt, lead low")
    page.get_by_role("button", name="Make an account").click()


def _found_a_club(page: Page) -> None:
    page.get_by_role("link", name="Found a club").first.click()
    page.get_by_label("Name").fill("The Kitchen Table")
    page.get_by_role("button", name="Found it").click()
    page.get_by_role("link", name="Club", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing recorded yet")).to_be_visible()


def _set_up_a_ladder(page: Page) -> None:
    page.get_by_role("link", name="Set up a ladder").click()
    page.get_by_label("Name").fill("All evenings")
    page.get_by_role("button", name="See who would stand where").click()
    page.get_by_role("button", name="Make this ladder").click()
    expect(page.get_by_role("heading", name="All evenings")).to_be_visible()


def _start_a_match(page: Page) -> None:
    # The clubs are being fetched, which takes a robot longer than to fill in a form.
    expect(page.get_by_text("No club is known on this device yet.")).to_be_hidden()
    for number, (side, name) in enumerate({"Red": "Ann", "White": "Bob"}.items()):
        page.get_by_label(side).select_option("Somebody new…")
        page.get_by_label("Name of the new player").nth(number).fill(name)
    page.get_by_role("button", name="Double, 104 cards").click()
    page.get_by_role("button", name="Start recording").click()
    expect(page.get_by_role("heading", name="What did Ann throw?")).to_be_focused()


def _play(page: Page, rounds: list[Json]) -> None:
    """ "At most 4 taps a trick and 12 for the setups." """
    cost = page.evaluate(PLAY, rounds)
    assert max(cost["setups"]) <= 12
    assert max(cost["tricks"]) <= 4
    # Where but one board is legal it is filled in by itself.
    assert cost["asked"] < len(cost["tricks"])


def _play_on_while_the_network_is_cut(phone: Tablet, rounds: list[Json]) -> None:
    """Two rounds without a network, and between them the phone loses its page; it loses nothing else."""
    page = phone.page
    phone.context.set_offline(True)
    _play(page, rounds[:1])
    expect(page.locator("#pill")).to_contain_text("waiting")
    page.reload()
    expect(page.get_by_role("heading", name="What did Ann throw?")).to_be_focused()
    _play(page, rounds[1:])
    assert _rounds_stored() == 1
    phone.context.set_offline(False)
    expect(page.locator("#pill")).to_have_text("all sent", timeout=AT_LENGTH)
    assert _rounds_stored() == 3


def _rounds_stored() -> int:
    return Match.objects.get().rounds.count()


def _correct_the_last_trick(page: Page, record: Json) -> None:
    """Its reply was of another suit than was tapped: as nobody could move any more, nothing else changes."""
    trick = record["rounds"][11]["tricks"][5]
    assert (trick["lead"], trick["reply"]) == ("5D", "AH")
    trick["reply"] = "AS"
    page.locator(".rbar .t").click()
    page.get_by_role("button", name="Round 12").click()
    page.locator("#inside-12 li button").nth(5).click()
    card(page, trick["lead"], trick["reply"])
    page.get_by_role("button", name="Misread at the table").click()
    expect(page.locator(".final")).to_contain_text("45–44")


def _is_stored(phone: Tablet, record: Json) -> None:
    """To the last card, and it comes to what the engine makes of it."""
    match = Match.objects.get()
    address = f"{phone.address}/api/v1/matches/{match.pk}"
    stored, became = (phone.page.request.get(f"{address}/{what}/").json() for what in ("record", "replay"))
    cards = [[(t["lead"], t["reply"], t.get("extra")) for t in each["tricks"]] for each in stored["rounds"]]
    assert cards == [[(t["lead"], t["reply"], t.get("extra")) for t in each["tricks"]] for each in record["rounds"]]
    said = replay(record)
    assert {key: became[key] for key in ("running", "totals", "result")} == {
        key: said[key] for key in ("running", "totals", "result")
    }
    assert [each["ovals"] for each in became["rounds"]] == [each["ovals"] for each in said["rounds"]]
    assert [str(seat.player) for seat in match.seats.order_by("number")] == ["Ann", "Bob"]


def _read_the_ladder(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="The Kitchen Table").first.click()
    page.get_by_role("link", name="Ladders").click()
    page.get_by_role("link", name="All evenings").click()
    expect(page.get_by_role("heading", name="All evenings")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Ann")
    for _ in range(60):
        if row.count() and "1–0" in row.first.inner_text():
            break
        page.wait_for_timeout(1000)
        page.reload()
    expect(row.first).to_contain_text("1–0")
