"""The screen on the clubhouse wall: who plays, with boards and cards as they lie, read from afar."""

from collections.abc import Callable

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.scorepad.conftest import Circle
from tests.scorepad.tables import FIRST_ROUND, SETUP
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_corrections import put
from tests.scorepad.web.test_evenings import COMPLETE, TONIGHT, played, section
from tests.scorepad.web.test_stage import is_board, men

SCREEN = "/clubs/friday/screen/"
DEALT = {"rounds": [{"setup": SETUP, "tricks": []}]}
ONE_TRICK = {"rounds": [{"setup": SETUP, "tricks": FIRST_ROUND["tricks"][:1]}]}
OVER = {"rounds": [FIRST_ROUND]}


@pytest.fixture
def hall(make_circle: Callable[..., Circle]) -> Circle:
    return make_circle(visibility="public")


def tables(page: Element) -> list[Element]:
    return [link for link in page.all("a") if link.attributes.get("class") == "live"]


def boards(page: Element) -> list[str]:
    return [drawn.attributes["aria-label"].split(".")[0] for drawn in page.all("svg") if is_board(drawn)]


def test_the_boards_as_they_stand_and_the_trick_that_left_them_so(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT):
        played(hall, record=DEALT, table="10")
        played(hall, record=ONE_TRICK, table="9")
        ninth, tenth = tables(visit(SCREEN))
    assert ("Table 9" in ninth.text, "Table 10" in tenth.text) == (True, True)
    # "Each player then arranges his six men so as to correspond to the numbers thrown": 612645 and 356142.
    assert boards(tenth) == [men("Red", [1, 1, 0, 1, 1, 2]), men("White", [1, 1, 1, 1, 1, 1])]
    # White has more Threes and leads; the Ace of Spades takes the Six of Diamonds and plays 6 and 1, two men off.
    assert boards(ninth) == [men("Red", [1, 1, 0, 1, 1, 2]), men("White", [0, 1, 1, 1, 1, 0])]
    assert "Bob wins plays 6 and 1: two men off" in ninth.text
    assert "wins" not in tenth.text


def test_between_rounds_nothing_lies_there_that_is_veiled(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT):
        played(hall, record=OVER)
        (table,) = tables(visit(SCREEN))
    assert "13" in table.text
    assert boards(table) == []
    assert "wins" not in table.text


def test_when_nobody_plays_any_more_it_shows_what_was_played_last(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT):
        played(hall, 7)
        assert "45" in section(visit(SCREEN), "Thursday 19 November 2026").text
        played(hall, record=COMPLETE)
        page = visit(SCREEN)
    assert tables(page) == []
    assert "45" in section(page, "Finished tonight").text
    assert "19 November" not in page.text


def test_a_void_match_is_nothing_to_be_read_from_afar(hall: Circle, visit: Visit):
    with time_machine.travel(TONIGHT):
        put(played(hall, record=COMPLETE), hall.owner, "void", {}, "A lesson.")
        played(hall, 7)
        page = visit(SCREEN)
    assert "Finished tonight" not in page.text
    assert "45" in section(page, "Thursday 19 November 2026").text


def test_twenty_tables_ask_no_more_than_two_and_show_no_boards_that_nobody_could_read(hall: Circle, client: Client):
    asked = []
    with time_machine.travel(TONIGHT):
        for already, wanted in ((0, 2), (2, 20)):
            for number in range(already, wanted):
                played(hall, record=ONE_TRICK, table=str(number + 1))
            with CaptureQueriesContext(connection) as queries:
                page = client.get(SCREEN)
            asked.append((len(queries), page.content.count(b'class="live"'), b'class="board' in page.content))
    assert asked == [(asked[0][0], 2, True), (asked[0][0], 20, False)]
    assert asked[0][0] <= 12


def test_it_is_seen_by_whoever_sees_the_club(circle: Circle, visit: Visit):
    visit(SCREEN, circle.member)
    visit(SCREEN, circle.stranger, status=404)
    visit(SCREEN, status=404)
