"""What goes wrong at a table all the same: two tablets that do the same at once, others that answer in the server's
place, a browser that takes its database away, a clock that is set, a pairing that is over."""

import re
import uuid
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorepad.models import ApiToken, Membership
from scorepad.services.entries import enter
from scorepad.services.pairings import create_pairing
from tests.browser.test_recorder_queue import PLAIN_HTTP, Tablets, journal, record_of, states, tablet
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors, written_down

__all__ = ["tablet"]
pytestmark = pytest.mark.django_db(transaction=True)

# With the double pack the very same card may be seen twice: nothing but the order of events tells a repeat.
GIVEN = next(
    vector["record"]
    for vector in vectors()
    if vector["record"].get("options", {}).get("pack") == "double" and vector["record"]["rounds"][0].get("exposed")
)
TAPPED = list(written_down(GIVEN))
SEEN_AT = next(index for index, (kind, _) in enumerate(TAPPED) if kind == "expose")
SET_BACK = """async () => {
  const { sync } = await import(document.querySelector("script[type=module]").src);
  await sync.store.changeSetting("scorepad-sending", () => ({ holder: "another", until: Date.now() + 86_400_000 }));
}"""
FULL = """() => {
  window.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("No room is left.", "QuotaExceededError"); };
}"""
ROOM = "() => { IDBObjectStore.prototype.put = window.put; }"
TAKEN_AWAY = """async () => {
  const { sync } = await import(document.querySelector("script[type=module]").src);
  sync.store.shelf.opened.close();
}"""


def test_what_two_tablets_did_alike_is_there_once_though_one_has_heard_of_it_before_it_sent_its_own(
    circle: Circle, tablet: Tablets
):
    match = str(circle.match(options=GIVEN["options"]).pk)
    one, other = (tablet(circle.scorer.user).open(f"#match={match}") for _ in range(2))
    for each in (one, other):
        each.call("adopt", match)
        each.call("open", match)
    one.enter(match, *TAPPED[:SEEN_AT])
    one.queue("sent")

    def alike(*done: Any) -> None:
        """Both do it; the one that was away hears of the other's before it sends its own."""
        for each in (one, other):
            each.sees(match, len(journal(match)))
        one.context.set_offline(True)
        one.once(lambda: one.page.evaluate("() => !navigator.onLine"))
        for each in (one, other):
            for method, given in done:
                each.call(method, match, *given)
        other.queue("sent")
        one.page.route("**/entries/", lambda route: route.abort())
        one.context.set_offline(False)
        one.sees(match, len(journal(match)))
        one.page.unroute_all()
        one.queue("sent")

    card = {"kind": "expose", "data": TAPPED[SEEN_AT][1]}
    alike(("enqueue", [card]))
    assert journal(match)[1:] == TAPPED[: SEEN_AT + 1]
    alike(("takeBack", []))
    assert journal(match)[1:] == [*TAPPED[: SEEN_AT + 1], ("undo", {})]
    # One of them has the second copy of that card fall, too.
    one.enter(match, TAPPED[SEEN_AT], TAPPED[SEEN_AT])
    one.queue("sent")
    assert record_of(one, match)["rounds"][0]["exposed"] == [card["data"]["card"]] * 2
    assert set(states(one, match)) == {"sent"}


def test_whoever_answers_in_the_servers_place_and_a_browser_that_lets_go_of_what_it_keeps_lose_nothing(
    circle: Circle, tablet: Tablets
):
    match = str(circle.match(options=GIVEN["options"]).pk)
    one = tablet(circle.scorer.user, before=PLAIN_HTTP).open(f"#match={match}")
    one.call("adopt", match)
    # There is no room left on the device: it says so, and what was tapped is still there to be tapped again.
    one.page.evaluate(FULL)
    dice = [number for side in ("red", "white") for number in TAPPED[0][1]["setup"][side]]
    for number in dice:
        one.page.locator(f".dkey[data-number='{number}']").click()
    one.page.get_by_text("This device could not keep that").wait_for()
    assert journal(match)[1:] == []
    one.page.evaluate(ROOM)
    one.page.locator(f".dkey[data-number='{dice[-1]}']").click()
    one.queue("sent")
    assert one.once(lambda: journal(match)[1:]) == TAPPED[:1]
    # A network whose terms nobody has accepted yet answers everything with a page of its own, and with success.
    one.page.route(
        "**/api/**", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Hotel</h1>")
    )
    one.enter(match, TAPPED[1])
    assert one.once(one.queue, lambda queue: queue["offlineSince"])["kind"] == "waiting"
    one.page.unroute_all()
    one.call("wake")
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:2]
    # Another page of this device was sending when it died, and then somebody set the clock back by a day.
    one.page.evaluate(SET_BACK)
    one.enter(match, TAPPED[2])
    one.queue("sent")
    # The browser takes the database away from a page that has slept.
    one.page.evaluate(TAKEN_AWAY)
    one.enter(match, TAPPED[3])
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:4]
    assert record_of(one, match)["rounds"][0]["tricks"][1]["lead"] == TAPPED[3][1]["lead"]


def test_when_a_pairing_is_over_whoever_signs_in_on_the_tablet_goes_on(circle: Circle, tablet: Tablets):
    match = circle.match(options=GIVEN["options"])
    pairing = create_pairing(viewer=circle.owner, match_id=match.pk)
    one = tablet().open()
    assert one.call("pair", pairing.code)["match"] == str(match.pk)
    one.enter(str(match.pk), TAPPED[0])
    one.queue("sent")
    ApiToken.objects.update(expires_at=timezone.now())
    one.enter(str(match.pk), TAPPED[1])
    assert one.queue("sign_in")["count"] == 1
    one.sign_in(circle.scorer.user).call("wake")
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:2]


def test_an_undo_never_takes_back_what_another_wrote_meanwhile_and_without_its_match_nothing_waits(
    circle: Circle, tablet: Tablets
):
    match = str(circle.match(options=GIVEN["options"]).pk)
    one, other = (tablet(circle.scorer.user).open(f"#match={match}") for _ in range(2))
    for each in (one, other):
        each.call("adopt", match)
    one.enter(match, *TAPPED[:3])
    one.queue("sent")
    other.call("adopt", match)
    # The answer to an undo is lost on its way there, and meanwhile the other tablet goes on.
    one.page.route("**/entries/", lambda route: route.abort())
    one.call("takeBack", match)
    one.once(lambda: one.queue()["offlineSince"])
    other.enter(match, TAPPED[3])
    other.queue("sent")
    one.call("open", match)
    one.sees(match, 5)
    one.page.unroute_all()
    one.queue("conflict")
    problem = one.call("view", match)["problem"]["conflict"]
    assert (problem["code"], problem["mayReplace"]) == ("stale_version", False)
    one.page.get_by_role("button", name="Give mine up").click()
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:4]
    # Nobody plays against himself: such a match is refused, and what was tapped for it goes with it.
    ann = {"player": str(circle.ann.pk), "name": "Ann"}
    wanted = {"club": circle.club.slug, "game": "marrakesh", "seats": {"red": ann, "white": ann}}
    never = one.call("startMatch", wanted)
    one.enter(never, TAPPED[0])
    one.queue("refused")
    one.call("giveUp", never)
    one.queue("sent")
    assert states(one, never) == ["dropped", "dropped"]


def test_a_role_that_comes_and_goes_and_a_match_that_another_ends_leave_the_table_as_it_is(
    circle: Circle, tablet: Tablets
):
    match = circle.match(options=GIVEN["options"])
    role = Membership.objects.filter(user=circle.scorer.user)
    one = tablet(circle.scorer.user).open(f"#match={match.pk}")
    page = one.page
    one.sees(str(match.pk), 1)
    # Stored, but the journal has not come back before he may not record any more: what he has tapped he knows.
    page.route(re.compile(r"/entries/\?"), lambda route: route.abort())
    one.context.set_offline(True)
    one.once(lambda: page.evaluate("() => !navigator.onLine"))
    one.enter(str(match.pk), *TAPPED[: SEEN_AT + 3])
    one.context.set_offline(False)
    one.once(lambda: set(states(one, match)) == {"sent"})
    role.update(role="member")
    page.unroute_all()
    one.call("wake")
    one.sees(str(match.pk), SEEN_AT + 4)
    leads = [data["lead"] for kind, data in TAPPED[: SEEN_AT + 3] if kind == "trick"]
    assert [trick["lead"] for trick in record_of(one, match)["rounds"][0]["tricks"]] == leads
    # On another tablet he sees of it what a member may, and records it once he may.
    other = tablet(circle.scorer.user).open(f"#match={match.pk}")
    expect(other.page.get_by_text("it is not yours to record")).to_be_visible()
    role.update(role="scorer")
    other.once(lambda: (other.call("view", str(match.pk))["folded"] or {}).get("record"))
    assert record_of(other, match) == record_of(one, match)
    expect(other.page.get_by_text("it is not yours to record")).to_have_count(0)
    # Away from the network he goes on, and meanwhile the match is given up elsewhere: that is what he is told.
    one.context.set_offline(True)
    one.once(lambda: page.evaluate("() => !navigator.onLine"))
    one.enter(str(match.pk), *TAPPED[SEEN_AT + 3 : SEEN_AT + 5])
    gave_up = {"id": str(uuid.uuid4()), "kind": "forfeit", "data": {"seat": "red"}, "reason": "He had to leave."}
    enter(viewer=circle.owner, match_id=match.pk, entry={**gave_up, "base_version": SEEN_AT + 4})
    one.context.set_offline(False)
    one.queue("conflict")
    expect(page.locator(".version").last).to_contain_text("Forfeit")
    page.get_by_role("button", name="Give mine up").click()
    one.queue("sent")
    assert states(one, match)[-2:] == ["dropped", "dropped"]
    assert [kind for kind, _ in journal(match)[-2:]] == [TAPPED[SEEN_AT + 2][0], "forfeit"]
