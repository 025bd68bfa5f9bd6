"""Versions and slots: what came too late, what is not awaited yet, and what an undo takes back."""

from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Entry, Match, Round, Setup, Trick
from scorepad.refusals import Conflict, Invalid
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import rows_of
from scorepad.services.entries import enter
from scorepad.services.ledger import problems_of
from tests.scorepad.conftest import Circle
from tests.scorepad.services.entering import FIRST, ROUND, SECOND, refusal
from tests.scorepad.tables import Json, entry


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match()


# -- versions and slots -----------------------------------------------------------------------------------------------


def test_whoever_missed_something_hears_what(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    refused = refusal(lambda: table("trick", 2, {**FIRST, "lead": "2S"}), Conflict)
    assert (refused.code, refused.params["version"]) == ("stale_version", 3)
    assert refused.detail == "This match is at version 3 by now; 1 entry came since yours."
    assert [(line["version"], line["kind"], line["data"]) for line in refused.params["missed"]] == [(3, "trick", FIRST)]
    assert refused.params["awaiting"] == {"round": 1, "trick": 2, "leader": "white"}


def test_whoever_has_seen_nothing_yet_hears_all(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    refused = refusal(lambda: table("trick", 0, FIRST), Conflict)
    assert (refused.code, refused.params["version"]) == ("stale_version", 2)
    assert [line["kind"] for line in refused.params["missed"]] == ["create", "round"]


def test_an_entry_that_would_still_fit_waits_for_its_sender_to_look(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("expose", 2, {"round": 1, "card": "3S"})
    assert refusal(lambda: table("trick", 2, FIRST), Conflict).code == "stale_version"


def test_a_slot_that_holds_something_else_is_taken(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    assert refusal(lambda: table("trick", 3, {**FIRST, "lead": "2S"}), Conflict).code == "slot_taken"
    assert refusal(lambda: table("round", 3, {**ROUND, "reshuffled": True}), Conflict).code == "slot_taken"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("trick", {**SECOND, "trick": 3}),
        ("trick", {**SECOND, "round": 2, "trick": 1}),
        ("round", {**ROUND, "round": 2}),
        ("expose", {"round": 2, "card": "3S"}),
        ("close_round", {"round": 2, "note": "late"}),
    ],
)
def test_what_is_not_awaited_is_not_next(table: Callable[..., Any], kind: str, data: Json) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    refused = refusal(lambda: table(kind, 3, data), Conflict)
    assert (refused.code, refused.params["awaiting"]) == ("not_next", {"round": 1, "trick": 2, "leader": "white"})
    assert refused.detail == "Next is round 1, trick 2: White leads."


def test_what_is_next_is_said_before_the_first_round_and_after_the_last(circle: Circle) -> None:
    pad = [{"points": {"red": 3, "white": 0}} for _ in range(12)]
    for rounds, said in ((None, "Next is the beginning of round 1."), (pad, "The match is complete.")):
        match = circle.match(rounds=rounds)
        late = entry("round", 1, {**ROUND, "round": 13})
        refused = refusal(
            lambda match=match, late=late: enter(viewer=circle.scorer, match_id=match.pk, entry=late), Conflict
        )
        assert (refused.code, refused.detail) == ("not_next", said)


def test_nobody_can_have_seen_a_version_that_is_not_there(table: Callable[..., Any]) -> None:
    assert refusal(lambda: table("round", 2, ROUND), Conflict).code == "not_next"


def test_a_card_exposed_twice_is_two_cards_unless_both_devices_mean_the_same(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    first = table("expose", 2, {"round": 1, "card": "3S"})
    assert table("expose", 2, {"round": 1, "card": "3S"}).entry_id == first.entry_id
    assert table("expose", 3, {"round": 1, "card": "3S"}).stored
    assert Setup.objects.get().exposed == ["3S", "3S"]
    assert refusal(lambda: table("expose", 3, {"round": 1, "card": "4S"}), Conflict).code == "stale_version"


# -- undo -------------------------------------------------------------------------------------------------------------


def test_undo_takes_the_entries_back_as_a_stack(circle: Circle, match: Match, table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    table("trick", 3, SECOND)
    assert table("undo", 4, {}).awaiting == {"round": 1, "trick": 2, "leader": "white"}
    assert table("undo", 5, {}).awaiting == {"round": 1, "trick": 1, "leader": "white"}
    table("trick", 6, FIRST)
    assert table("undo", 7, {}).version == 8
    assert table("undo", 8, {}).awaiting == {"round": 1, "trick": None, "leader": None}
    assert list(Entry.objects.filter(kind="undo").order_by("version").values_list("undoes", flat=True)) == [4, 3, 7, 2]
    assert not Round.objects.exists()
    assert not Trick.objects.exists()
    assert refusal(lambda: table("undo", 9, {}), Conflict).code == "nothing_to_undo"
    match.refresh_from_db()
    assert list(problems_of(rows_of(match), lines_of(match))) == []


def test_two_devices_that_take_back_the_same_take_it_back_once(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    first = table("undo", 3, {})
    second = table("undo", 3, {})
    assert (second.stored, second.entry_id) == (False, first.entry_id)


def test_an_undo_meant_for_another_entry_is_stale(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    assert refusal(lambda: table("undo", 2, {}), Conflict).code == "stale_version"


def test_an_undo_that_came_after_something_new_is_not_the_one_meant_before(table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    table("undo", 3, {})
    assert refusal(lambda: table("undo", 2, {}), Conflict).code == "stale_version"


def test_an_undo_says_nothing_more(table: Callable[..., Any]) -> None:
    assert refusal(lambda: table("undo", 1, {"version": 1}), Invalid).errors[0]["pointer"] == "/data/version"
