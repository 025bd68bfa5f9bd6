"""What is tapped at the table reaches the server, whatever becomes of the network, the page and the other tablet."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser

from scorepad.models import Entry, Match, Player
from scorepad.services.pairings import create_pairing
from tests.browser.tablets import Tablet
from tests.journeys.web import Web
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors, written_down

pytestmark = pytest.mark.django_db(transaction=True)

GIVEN = vectors()[9]
OPTIONS = GIVEN["record"]["options"]
TAPPED = list(written_down(GIVEN["record"]))
FIRST_SETUP, FIRST, SECOND, THIRD = TAPPED[:4]
PLAIN_HTTP = """
delete Navigator.prototype.serviceWorker;
delete Navigator.prototype.locks;
delete Navigator.prototype.storage;
delete Crypto.prototype.randomUUID;
"""
PRIVATE = "IDBFactory.prototype.open = () => { throw new DOMException('Not here.', 'SecurityError'); };"
WITHIN = 3.0  # seconds
Tablets = Callable[..., Tablet]


@pytest.fixture
def tablet(chromium: Browser, web: Web) -> Iterator[Tablets]:
    made: list[Tablet] = []

    def of(user: Any = None, **options: Any) -> Tablet:
        made.append(Tablet(chromium, "http://{}:{}".format(*web.address), **options))
        return made[-1].sign_in(user).open() if user else made[-1]

    yield of
    for each in made:
        each.context.close()
    assert [each.complaints for each in made] == [[] for _ in made]


def journal(match: Match | str) -> list[tuple[str, Any]]:
    lines = Entry.objects.filter(match=match).order_by("version")
    return [(line.kind, line.data) for line in lines]


def record_of(tablet: Tablet, match: Match | str) -> Any:
    return tablet.call("view", str(match))["folded"]["record"]


def states(tablet: Tablet, match: Match | str) -> list[str]:
    return [entry["state"] for entry in tablet.call("view", str(match))["entries"]]


def test_a_match_begun_without_a_network_is_kept_by_the_device_and_goes_out_in_order(circle: Circle, tablet: Tablets):
    at_the_table = tablet(circle.scorer.user).keep_app()
    at_the_table.context.set_offline(True)
    seats = {"red": {"player": str(circle.ann.pk), "name": "Ann"}, "white": {"name": "Carla"}}
    wanted = {"club": circle.club.slug, "game": "marrakesh", "seats": seats, "options": OPTIONS}
    match = at_the_table.call("startMatch", wanted)
    at_the_table.enter(match, *TAPPED[:20])
    waiting = at_the_table.queue("waiting")
    assert (waiting["count"], waiting["kept"]) == (22, "device")
    assert waiting["offlineSince"] is not None
    tapped = record_of(at_the_table, match)
    at_the_table.open(f"#match={match}")
    assert at_the_table.queue("waiting")["count"] == 22
    assert record_of(at_the_table, match) == tapped
    assert not Match.objects.exists()
    at_the_table.context.set_offline(False)
    at_the_table.queue("sent")
    (create, *entries) = journal(match)
    assert create[0] == "create"
    assert entries == TAPPED[:20]
    assert Player.objects.get(name="Carla").pk in Match.objects.get().seats.values_list("player", flat=True)
    assert record_of(at_the_table, match) == tapped


def test_lost_answers_a_dead_page_and_a_server_that_is_down_double_nothing(circle: Circle, tablet: Tablets, web: Web):
    match = str(circle.match(options=OPTIONS).pk)
    one = tablet(circle.scorer.user)
    assert one.call("adopt", match)["status"] == 200
    one.lose_answers(2)
    one.enter(match, *TAPPED[:3])
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:3]
    # The page dies while its entries are under way: whether they were stored, it will never know.
    one.page.unroute_all()
    one.page.route("**/entries/", lambda route: route.fetch() and None)
    one.enter(match, *TAPPED[3:5])
    one.queue("sending")
    one.open()
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:5]
    web.kill()
    one.enter(match, *TAPPED[5:7])
    assert one.queue("waiting")["count"] == 2
    web.start()
    one.queue("sent")
    assert journal(match)[1:] == TAPPED[:7]
    assert states(one, match) == ["sent"] * 7


def test_a_device_offers_again_what_a_backup_that_was_played_back_lacks(circle: Circle, tablet: Tablets):
    one = tablet(circle.scorer.user)
    seats = {"red": {"name": "Carla"}, "white": {"name": "Dan"}}
    wanted = {"club": circle.club.slug, "game": "marrakesh", "seats": seats, "options": OPTIONS}
    match = one.call("startMatch", wanted)
    one.enter(match, *TAPPED[:3])
    one.queue("sent")
    before = journal(match)
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {Match._meta.db_table}, {Player._meta.db_table} CASCADE")
    one.forget_epoch()
    one.open(f"#match={match}")
    assert one.once(lambda: journal(match), lambda after: len(after) == 4) == before
    one.queue("sent")
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Carla", "Dan"]


def test_a_new_version_is_taken_when_nobody_is_in_the_middle_of_a_trick(circle: Circle, tablet: Tablets):
    match = str(circle.match(options=OPTIONS).pk)
    one = tablet(circle.scorer.user).keep_app().open(f"#match={match}")
    one.page.locator(".dkey[data-number='6']").click()
    one.page.wait_for_timeout(500)
    one.context.add_cookies([{"name": "django_language", "value": "de", "url": one.address}])
    one.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    one.page.wait_for_timeout(1_000)
    assert one.page.evaluate("document.documentElement.lang") == "en"
    one.page.goto(f"{one.address}/record/#queue")
    one.page.wait_for_function("() => document.documentElement.lang === 'de'")
    one.context.set_offline(True)
    one.open()
    assert one.page.evaluate("document.documentElement.lang") == "de"


def test_what_never_left_the_device_is_taken_back_silently_and_what_did_is_undone(circle: Circle, tablet: Tablets):
    match = str(circle.match(options=OPTIONS).pk)
    one = tablet(circle.scorer.user)
    one.call("adopt", match)
    one.enter(match, FIRST_SETUP, FIRST)
    one.queue("sent")
    assert one.call("takeBack", match)["kind"] == "undo"
    one.queue("sent")
    one.context.set_offline(True)
    one.enter(match, FIRST)
    one.once(lambda: one.queue()["offlineSince"])
    one.enter(match, SECOND)
    assert one.call("takeBack", match)["state"] == "dropped"
    assert len(record_of(one, match)["rounds"][0]["tricks"]) == 1
    one.context.set_offline(False)
    one.queue("sent")
    assert [kind for kind, _ in journal(match)[1:]] == ["round", "trick", "undo", "trick"]
    # Its answer is lost: it may be stored, and only an undo takes it back for certain.
    one.lose_answers(1)
    one.enter(match, SECOND)
    one.once(lambda: one.call("view", match)["entries"][-1]["tried"])
    assert one.call("takeBack", match)["kind"] == "undo"
    one.queue("sent")
    assert [kind for kind, _ in journal(match)[5:]] == ["trick", "undo"]
    assert len(record_of(one, match)["rounds"][0]["tricks"]) == 1


def test_two_tablets_see_each_other_within_three_seconds_and_a_person_settles_what_differs(
    circle: Circle, tablet: Tablets
):
    match = str(circle.match(options=OPTIONS).pk)
    one, other = (tablet(circle.scorer.user).open(f"#match={match}") for _ in range(2))
    for each in (one, other):
        each.call("adopt", match)
        each.call("open", match)
    # They differ over the dice, and the one that comes second is right.
    kind, thrown = FIRST_SETUP
    red, white = thrown["setup"]["red"], thrown["setup"]["white"]
    one.context.set_offline(True)
    one.enter(match, FIRST_SETUP)
    other.enter(match, (kind, {**thrown, "setup": {"red": white, "white": red}}))
    other.queue("sent")
    one.context.set_offline(False)
    one.queue("conflict")
    one.call("resolve", match, "mine", "The boards were mixed up.")
    one.enter(match, FIRST)
    one.queue("sent")
    took = [other.sees(match, 4)]
    assert record_of(other, match)["rounds"][0]["setup"] == thrown["setup"]
    # Both saw the same card fall: nothing is doubled, and nobody is asked.
    one.context.set_offline(True)
    one.enter(match, SECOND)
    other.enter(match, SECOND)
    other.queue("sent")
    one.context.set_offline(False)
    one.queue("sent")
    assert journal(match)[3:] == TAPPED[1:3]
    # They differ, and the one at the table is right.
    one.context.set_offline(True)
    kind, played = THIRD
    misread = {**played, "note": "as the other tablet has it"}
    one.enter(match, THIRD)
    other.enter(match, (kind, misread))
    other.queue("sent")
    one.context.set_offline(False)
    problem = one.queue("conflict")
    assert (problem["count"], problem["match"]) == (1, match)
    shown = one.call("view", match)["problem"]
    assert (shown["data"], shown["conflict"]["theirs"]["data"]) == (played, misread)
    assert shown["conflict"]["mayReplace"]
    one.call("resolve", match, "mine", "It was so.")
    one.queue("sent")
    assert journal(match)[-1][0] == "amend"
    took.append(other.sees(match, 7))
    assert record_of(other, match)["rounds"][0]["tricks"][2] == {
        name: value for name, value in played.items() if name not in ("round", "trick")
    }
    # They differ again, and the other is right: what hung on this one goes with it, and the list still has it.
    one.context.set_offline(True)
    kind, played = TAPPED[4]
    one.enter(match, (kind, {**played, "note": "misread"}), ("undo", {}), TAPPED[4])
    other.enter(match, TAPPED[4], TAPPED[5])
    other.queue("sent")
    one.context.set_offline(False)
    one.queue("conflict")
    one.call("resolve", match, "theirs")
    one.queue("sent")
    assert states(one, match)[-3:] == ["dropped", "dropped", "sent"]
    assert [kind for kind, _ in journal(match)[6:]] == ["amend", "trick", "trick"]
    assert record_of(one, match) == record_of(other, match)
    # Where the machine was busy each time, they are to be quick once.
    for version, (kind, data) in enumerate(TAPPED[6:20], start=10):
        if min(took) < WITHIN:
            break
        one.enter(match, (kind, data))
        took.append(other.sees(match, version))
    assert min(took) < WITHIN


def test_what_the_rules_refuse_holds_back_what_follows_until_somebody_mends_it(circle: Circle, tablet: Tablets):
    match = str(circle.match(options=OPTIONS).pk)
    one = tablet(circle.scorer.user)
    one.call("adopt", match)
    kind, played = FIRST
    leader = GIVEN["replay"]["rounds"][0]["leader"]
    other = {"red": "white", "white": "red"}[leader]
    one.context.set_offline(True)
    one.enter(match, FIRST_SETUP, (kind, {**played, "leader": other}), SECOND)
    one.context.set_offline(False)
    refused = one.queue("refused")
    assert refused["count"] == 1
    problem = one.call("view", match)["problem"]
    assert (problem["answer"]["status"], problem["answer"]["code"]) == (422, "wrong_leader")
    assert problem["answer"]["errors"][0]["pointer"].startswith("/data/")
    assert journal(match)[1:] == [FIRST_SETUP]
    one.call("mend", match, {"kind": kind, "data": played})
    one.queue("sent")
    assert journal(match)[1:] == [FIRST_SETUP, FIRST, SECOND]
    assert states(one, match) == ["sent", "dropped", "sent", "sent"]


def test_a_paired_tablet_on_plain_http_records_its_match_and_says_that_its_page_must_stay_open(
    circle: Circle, tablet: Tablets
):
    match = circle.match(options=OPTIONS)
    pairing = create_pairing(viewer=circle.scorer, match_id=match.pk)
    one = tablet(before=PLAIN_HTTP).open()
    assert one.call("pair", pairing.code)["match"] == str(match.pk)
    assert one.call("pair", pairing.code)["said"]["status"] == 404
    one.enter(str(match.pk), *TAPPED[:2])
    sent = one.queue("sent")
    assert (sent["kept"], sent["persisted"]) == ("page", False)
    (_, *lines) = Entry.objects.filter(match=match).order_by("version")
    assert {line.token_id is None for line in lines} == {False}
    assert {uuid.UUID(str(line.entry_id)).version for line in lines} == {4}
    # Two pages of one device: both see what is tapped in either, and one of them sends it.
    posted = one.watch_entries()
    beside = one.context.new_page()
    beside.goto(one.page.url)
    one.enter(str(match.pk), *TAPPED[2:6])
    one.queue("sent")
    assert journal(match.pk)[1:] == TAPPED[:6]
    assert len(posted) == len(set(posted)) == 4
    one.open()
    one.enter(str(match.pk), TAPPED[6])
    one.queue("sent")
    assert journal(match.pk)[1:] == TAPPED[:7]


def test_a_browser_that_keeps_nothing_says_so_and_one_that_is_signed_out_loses_nothing(circle: Circle, tablet: Tablets):
    match = str(circle.match(options=OPTIONS).pk)
    private = tablet(circle.scorer.user, before=PRIVATE)
    private.call("adopt", match)
    private.enter(match, FIRST_SETUP)
    assert private.queue("sent")["kept"] == "memory"
    kept = tablet(circle.scorer.user)
    kept.call("adopt", match)
    kept.context.clear_cookies()
    kept.enter(match, FIRST)
    assert kept.queue("sign_in")["count"] == 1
    kept.sign_in(circle.scorer.user).open()
    kept.queue("sent")
    assert journal(match)[1:] == [FIRST_SETUP, FIRST]
