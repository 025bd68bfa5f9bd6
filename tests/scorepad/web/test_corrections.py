"""Matches that were given up, broken off, declared void or corrected: what the lists and the match page say of them."""

from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from scorepad.models import Entry, Match
from scorepad.selectors.access import Viewer
from scorepad.services.entries import enter
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import entry, vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_evenings import TONIGHT, links, played, section
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, OPEN = (whole(VECTORS[n]["record"]) for n in (9, 27))


@pytest.fixture
def hall(make_circle: Callable[..., Circle]) -> Circle:
    return make_circle(visibility="public")


def put(match: Match, viewer: Viewer, kind: str, data: dict[str, Any], reason: str | None = None) -> None:
    match.refresh_from_db()
    said = {"reason": reason} if reason else {}
    verdict = enter(viewer=viewer, match_id=match.pk, entry=entry(kind, match.version, data, **said))
    assert verdict.refusal is None, verdict.refusal


def row(page: Element, match: Match) -> Element:
    (found,) = [link for link in page.all("a") if link.attributes["href"] == f"/matches/{match.pk}/"]
    return found


def log(page: Element) -> list[str]:
    return [item.text for item in page.all("ol", **{"class": "log"})[0].all("li")]


def test_who_gave_up_is_said_in_the_list_and_on_the_page(hall: Circle, visit: Visit):
    match = played(hall, 7, record=OPEN)
    put(match, hall.owner, "forfeit", {"seat": "white"}, "A train to catch.")
    page = visit("/clubs/friday/")
    assert row(page, match).text.endswith("Bob gave up in round 7")
    assert next(each.text for each in row(page, match) if each.attributes.get("class") == "v") == "Ann"
    shown = visit(f"/matches/{match.pk}/", hall.member)
    assert shown.one("p", **{"class": "say"}).text == "Bob gave up in round 7"
    assert "Bob gave up A train to catch. friday-owner" in log(shown)[0]


def test_what_was_broken_off_is_no_longer_left_open(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT - timedelta(days=7)):
        left, abandoned, void = (played(hall, 7, record=OPEN) for _ in range(3))
        put(abandoned, hall.owner, "abandon", {}, "The lights went out.")
        put(void, hall.owner, "void", {}, "Only a lesson.")
    with time_machine.travel(TONIGHT):
        page = visit("/clubs/friday/")
    assert links(section(page, "Left open")) == [f"/matches/{left.pk}/"]
    assert set(links(section(page, "Earlier"))) == {f"/matches/{match.pk}/" for match in (abandoned, void)}
    assert row(page, abandoned).text.endswith("Abandoned in round 7")
    assert row(page, void).text.endswith("Void")
    assert "void" in row(page, void).attributes["class"].split()
    assert "void" not in row(page, abandoned).attributes["class"].split()


def test_nobody_plays_at_a_table_whose_match_was_given_up_or_void(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT - timedelta(minutes=5)):
        abandoned, void, forfeited = (played(hall, record=OPEN) for _ in range(3))
        put(abandoned, hall.owner, "abandon", {}, "Late.")
        put(void, hall.owner, "void", {}, "A lesson.")
        put(forfeited, hall.owner, "forfeit", {"seat": "red"}, "Late.")
    with time_machine.travel(TONIGHT):
        page = visit("/clubs/friday/")
    assert "At the tables" not in page.text
    assert "1 match finished." in page.text
    assert len(links(section(page, "Finished tonight"))) == 3


def test_a_void_match_says_so_and_leads_to_the_recording_that_counts(hall: Circle, visit: Visit):
    counts, void = played(hall, 7), played(hall, 7)
    put(void, hall.owner, "void", {"duplicate_of": str(counts.pk)}, "Recorded on two tablets.")
    assert row(visit("/clubs/friday/"), void).text.endswith("Void, recorded twice")
    page = visit(f"/matches/{void.pk}/")
    note = page.one("p", **{"class": "note"})
    assert note.text == "This match is void and counts for nothing. It was recorded twice: the recording that counts ."
    assert note.one("a").attributes["href"] == f"/matches/{counts.pk}/"
    assert "void" in page.one("section", **{"class": "sheet pad void"}).attributes["class"]
    assert "45" in page.text  # what was recorded still stands to be read
    assert "This match is void" not in visit(f"/matches/{counts.pk}/").text
    put(void, hall.owner, "restore", {}, "It was another match after all.")
    assert "This match is void" not in visit(f"/matches/{void.pk}/").text


def test_a_void_match_that_was_open_is_at_no_table(hall: Circle, visit: Visit):
    match = played(hall, record=OPEN, table="window")
    put(match, hall.owner, "void", {}, "A lesson.")
    page = visit(f"/matches/{match.pk}/")
    assert not page.all("span", **{"class": "tag on"})
    assert page.one("p", **{"class": "say"}).text == "Left open in round 7"


def test_corrections_are_told_the_latest_first_with_who_when_and_why(hall: Circle, visit: Visit):
    match = played(hall, 7)
    swap = [
        {"op": "replace", "path": "/players/red", "value": {"id": str(hall.bob.pk)}},
        {"op": "replace", "path": "/players/white", "value": {"id": str(hall.ann.pk)}},
    ]
    note = [{"op": "add", "path": "/rounds/1/note", "value": "A cocked die."}]
    put(match, hall.owner, "amend", {"patch": swap}, "The wrong way round.")
    put(match, hall.scorer, "amend", {"patch": note, "rated": False}, "Said afterwards.")
    written = [one.stored_at.astimezone(UTC) for one in Entry.objects.filter(kind="amend").order_by("version")]
    first, second = (f"{at.day} {at:%B %Y, %H:%M}" for at in written)  # the club's own time is UTC
    page = visit(f"/matches/{match.pk}/", hall.member)
    assert log(page) == [
        f"Amended Rated yes → no Round 2: note – → A cocked die. Said afterwards. friday-scorer , {second}",
        f"Amended Red Ann → Bob White Bob → Ann The wrong way round. friday-owner , {first}",
    ]
    for guest in (hall.stranger, hall.nobody):
        said = log(visit(f"/matches/{match.pk}/", guest))
        assert "friday-" not in " ".join(said)
        assert said[1] == f"Amended Red Ann → Bob White Bob → Ann The wrong way round. {first}"


def test_a_correction_that_was_taken_back_is_struck_and_the_undo_told(hall: Circle, visit: Visit):
    match = played(hall, 7)
    put(match, hall.owner, "amend", {"table": "door"}, "Another table.")
    put(match, hall.owner, "undo", {})
    undone, amended = log(visit(f"/matches/{match.pk}/", hall.member))
    assert undone.startswith("Entry 2 was taken back friday-owner")
    assert amended.startswith("Amended taken back since Table – → door Another table.")


def test_slips_taken_back_at_the_table_are_no_corrections(hall: Circle, visit: Visit):
    match = played(hall, record=OPEN)
    trick = match.awaiting["trick"]
    assert trick
    put(match, hall.scorer, "expose", {"round": 7, "card": "QS"})
    put(match, hall.scorer, "undo", {})
    assert "Corrections" not in visit(f"/matches/{match.pk}/", hall.member).text


def test_of_an_open_match_only_its_recorders_read_what_was_corrected(hall: Circle, visit: Visit):
    match = played(hall, record=OPEN)
    note = [{"op": "add", "path": "/rounds/1/note", "value": "A cocked die."}]
    put(match, hall.owner, "amend", {"patch": note}, "She held the Queen of Spades.")
    assert "She held" in log(visit(f"/matches/{match.pk}/", hall.scorer))[0]
    for reader in (hall.member, hall.nobody):
        said = log(visit(f"/matches/{match.pk}/", reader))[0]
        assert said.startswith("Amended ")
        assert "note" not in said
        assert "Spades" not in said


def test_a_card_that_was_misread_is_drawn_before_and_after_with_what_it_did_to_the_score(hall: Circle, visit: Visit):
    match = played(hall, 7)
    misread = [{"op": "replace", "path": "/rounds/1/tricks/4/lead", "value": "2C"}]
    put(match, hall.owner, "amend", {"patch": misread}, "The card was misread.")
    put(match, hall.owner, "amend", {"patch": [{**misread[0], "value": "5S"}]}, "It was not.")
    page = visit(f"/matches/{match.pk}/", hall.nobody)
    back, first = log(page)
    assert first.startswith("Amended Round 2, trick 5: lead Five of Spades → Two of Clubs Score 45–44 → 49–40")
    assert back.startswith("Amended Round 2, trick 5: lead Two of Clubs → Five of Spades Score 49–40 → 45–44")
    assert "friday" not in first


def test_what_money_was_played_for_is_no_guests_to_read_in_a_correction(hall: Circle, visit: Visit):
    match = played(hall, 7)
    record = VECTORS[9]["record"]
    players = {side: {"id": str(player.pk)} for side, player in (("red", hall.ann), ("white", hall.bob))}
    options = {**record["options"], "stake": {"amount": "9.75", "currency": "EUR"}, "oasis": False}
    written = {"played_at": EVENING, "players": players, "options": options, "rounds": record["rounds"]}
    put(match, hall.owner, "replace", {"record": written}, "Agreed otherwise.")
    assert "Stake €0.25 → €9.75 Oasis yes → no" in log(visit(f"/matches/{match.pk}/", hall.member))[0]
    for guest in (hall.stranger, hall.nobody):
        page = visit(f"/matches/{match.pk}/", guest)
        assert "The whole record was written again" in page.text
        assert "€" not in page.text
        assert "Oasis" not in page.text


def test_a_page_with_many_corrections_costs_no_more_than_one_without(
    hall: Circle, client: Client, django_assert_max_num_queries: Callable
):
    match, many = played(hall, 7), played(hall, 7)
    for number in range(9):
        put(many, hall.owner, "amend", {"table": f"{number}"}, "Again.")
    client.force_login(hall.member.user)
    with django_assert_max_num_queries(12) as asked:
        client.get(f"/matches/{match.pk}/")
    with django_assert_max_num_queries(len(asked)):
        client.get(f"/matches/{many.pk}/")
