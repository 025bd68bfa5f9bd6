"""A tablet goes from hand to hand: what it shows to whom, what may never go out, and a clock that nobody has set."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from engine.marrakesh import replay
from scorepad.models import Entry, Match
from scorepad.services.erasing import delete_club
from tests.browser.test_recorder_queue import Tablets, journal, states, tablet
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors, written_down

__all__ = ["tablet"]
pytestmark = pytest.mark.django_db(transaction=True)

GIVEN = vectors()[9]["record"]
TAPPED = list(written_down(GIVEN))
STILL_INSTALLING = """ServiceWorkerContainer.prototype.register = async () =>
  Object.assign(new EventTarget(), { installing: new EventTarget(), update: async () => undefined });
"""
PASSWORD = "seven oxen, one moon"
THREE_HOURS_FAST = """{
  const Right = Date;
  const now = () => Right.now() + 3 * 3_600_000;
  globalThis.Date = class extends Right {
    constructor(...given) { super(...(given.length ? given : [now()])); }
    static now() { return now(); }
  };
}"""


def test_what_was_fetched_is_shown_to_who_fetched_it_and_what_waits_to_everybody(circle: Circle, tablet: Tablets):
    settled, waiting, other = (str(circle.match(options=GIVEN["options"]).pk) for _ in range(3))
    one = tablet(circle.scorer.user)
    for match in (settled, waiting):
        one.call("adopt", match)
        one.enter(match, TAPPED[0])
    one.queue("sent")
    # Tapped where nobody answers: who is signed in cannot be asked again between the end of the session and the tap.
    one.context.set_offline(True)
    one.enter(waiting, TAPPED[1])
    one.context.clear_cookies()
    one.context.set_offline(False)
    one.queue("sign_in")
    # Nobody: one match alone is there, and whose taps they were is told.
    one.open()
    page = one.page
    expect(page.get_by_text("Nobody is signed in here.")).to_be_visible()
    expect(page.locator("a.live")).to_have_count(1)
    assert page.locator("a.live").get_attribute("href") == f"#match={waiting}"
    page.goto(f"{one.address}/record/#start=")
    expect(page.get_by_text("No club is known on this device yet.")).to_be_visible()
    assert page.get_by_role("option", name="Ann").count() == 0
    page.goto(f"{one.address}/record/#queue")
    expect(page.locator(".sent li")).to_have_count(2)
    scorer = circle.scorer.user.get_username()
    expect(page.locator(".sent li").filter(has_text="waiting")).to_contain_text(f"Tapped while {scorer} was signed in.")
    page.goto(f"{one.address}/record/#match={settled}")
    expect(page.get_by_text("Somebody has to sign in to fetch it.")).to_be_visible()
    # Somebody else of the club: his own way to all of them, and what waited goes out when he takes it on.
    one.sign_in(circle.owner.user).open()
    held = one.queue("held")
    assert (held["count"], held["names"]) == (1, [scorer])
    one.enter(waiting, TAPPED[2])
    page = one.page
    page.get_by_role("link", name="What can be done").click()
    expect(
        page.get_by_text(f"1 entry that {scorer} tapped waits here until {scorer} signs in again.").first
    ).to_be_visible()
    assert journal(waiting)[1:] == TAPPED[:1]
    page.get_by_role("button", name=f"Send it as {circle.owner.user.get_username()}").click()
    one.queue("sent")
    assert journal(waiting)[1:] == TAPPED[:3]
    one.page.goto(f"{one.address}/record/")
    expect(one.page.get_by_role("heading", name="Going on in the club")).to_be_visible()
    hrefs = {f"#match={match}" for match in (settled, waiting, other)}
    expect(one.page.locator("a.live")).to_have_count(3)
    assert {each.get_attribute("href") for each in one.page.locator("a.live").all()} == hrefs
    # Somebody of no club at all sees nothing of it.
    one.context.clear_cookies()
    one.sign_in(circle.stranger.user).open()
    expect(one.page.get_by_text("You may record in no club yet")).to_be_visible()
    expect(one.page.locator("a.live")).to_have_count(0)


def test_nothing_goes_out_in_the_name_of_who_signs_in_after_who_has_tapped_it(circle: Circle, tablet: Tablets):
    for viewer in (circle.scorer, circle.stranger):
        assert viewer.user is not None
        viewer.user.set_password(PASSWORD)
        viewer.user.save()
    ann, stranger = circle.scorer.user, circle.stranger.user
    match = str(circle.match(options=GIVEN["options"]).pk)
    one = tablet()

    def sign_in(user: Any) -> None:
        """On a page beside the recorder's, which stays open and hears nothing of it."""
        beside = one.context.new_page()
        one.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
        beside.goto(f"{one.address}/accounts/login/")
        beside.locator("input[name=login]").fill(user.get_username())
        beside.locator("input[name=password]").fill(PASSWORD)
        beside.get_by_role("button", name="Sign in").click()
        beside.wait_for_url(lambda url: "/login/" not in url)
        beside.close()

    sign_in(ann)
    one.open(f"#match={match}")
    one.once(lambda: one.call("view", match))
    one.enter(match, TAPPED[0])
    one.queue("sent")
    # Stored, but the answer is lost, and nothing goes out after it: whose it is, the journal knows by now.
    one.page.route("**/entries/", lambda route: route.abort())
    one.lose_answers(1)
    one.enter(match, TAPPED[1])
    one.once(lambda: journal(match)[1:] == TAPPED[:2])
    one.enter(match, TAPPED[2])
    sign_in(stranger)
    one.page.unroute_all()
    one.call("wake")
    assert one.queue("held")["names"] == [ann.get_username()]
    expect(one.page.locator("h1")).to_have_text("The match")
    one.page.goto(f"{one.address}/record/#queue")
    one.page.get_by_text(f"that {ann.get_username()} tapped").wait_for()
    expect(one.page.locator(".sent li")).to_have_count(0)
    expect(one.page.get_by_role("button", name="Send")).to_have_count(0)
    assert journal(match)[1:] == TAPPED[:2]
    sign_in(ann)
    one.call("wake")
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:3]
    assert set(Entry.objects.filter(match=match, version__gt=1).values_list("actor", flat=True)) == {ann.pk}
    assert states(one, match) == ["sent"] * 3


def test_what_can_never_go_out_is_saved_as_a_file_and_given_up(circle: Circle, tablet: Tablets, tmp_path: Path):
    one = tablet(before=STILL_INSTALLING)
    one.sign_in(circle.scorer.user).open()
    seats = {"red": {"player": str(circle.ann.pk), "name": "Ann"}, "white": {"name": "Carla"}}
    one.context.set_offline(True)
    wanted = {"club": circle.club.slug, "game": "marrakesh", "seats": seats, "options": GIVEN["options"]}
    match = one.call("startMatch", wanted)
    one.enter(match, *TAPPED[:3])
    one.queue("waiting")
    page = one.page
    page.evaluate("hash => (location.hash = hash)", f"#match={match}")
    # The app is not kept yet, and nobody speaks of plain HTTP.
    expect(page.get_by_role("status").filter(has_text="are safe on this device")).not_to_contain_text("HTTPS")
    delete_club(viewer=circle.owner, slug=circle.club.slug, confirm=circle.club.slug)
    one.context.set_offline(False)
    assert one.queue("forbidden")["count"] == 5
    page.get_by_role("link", name="What can be done").click()
    expect(page.get_by_text("5 entries may not go out")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the match as a file").click()
    saved.value.save_as(tmp_path / "match.json")
    record: dict[str, Any] = json.loads((tmp_path / "match.json").read_text())
    assert record["players"] == {"red": {"name": "Ann"}, "white": {"name": "Carla"}}
    assert "id" not in record
    (begun,) = replay(record)["rounds"]
    assert [trick["lead"] for trick in record["rounds"][0]["tricks"]] == [data["lead"] for _, data in TAPPED[1:3]]
    assert not begun["complete"]
    page.get_by_role("button", name="Give up what waits").click()
    one.queue("sent")
    assert states(one, match) == ["dropped"] * 5
    page.goto(f"{one.address}/record/")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    expect(page.locator("a.live")).to_have_count(0)


def test_a_clock_that_is_wrong_is_told_of_and_dates_no_match(circle: Circle, tablet: Tablets):
    one = tablet(before=THREE_HOURS_FAST)
    one.sign_in(circle.scorer.user).open().keep_app()
    expect(one.page.get_by_text("The clock of this device is 3 hours fast")).to_be_visible()
    people = {"red": circle.ann, "white": circle.bob}
    seats = {side: {"player": str(player.pk), "name": player.name} for side, player in people.items()}
    wanted = {"club": circle.club.slug, "game": "marrakesh", "seats": seats}
    known = one.call("startMatch", wanted)
    # Begun before any answer had told the time, and dated before it is sent.
    one.context.set_offline(True)
    one.open()
    unknown = one.call("startMatch", wanted)
    one.enter(unknown, TAPPED[0])
    one.context.set_offline(False)
    one.queue("sent")
    for match in (known, unknown):
        played = Match.objects.get(pk=match).played_at
        assert abs(played - timezone.now()) < timedelta(minutes=30)
    entered = one.call("view", unknown)["entries"][0]["entered_at"]
    assert abs(datetime.fromisoformat(entered) - timezone.now()) < timedelta(minutes=30)
