"""What a correction changed on the score pad: cards and boards drawn, in playing order."""

from copy import deepcopy
from typing import Any

from engine.games import MARRAKESH
from scorepad.web.marrakesh.changed import changes
from tests.scorepad.tables import vectors

VECTORS = vectors()
RECORD = VECTORS[9]["record"]


def told(record: Any) -> tuple[Any, Any]:
    return record, MARRAKESH.replay(record)


def changed(record: Any) -> list[tuple[str, str, str]]:
    return [(change.place, change.before, change.after) for change in changes(told(RECORD), told(record))]


def test_a_record_that_is_the_same_has_no_changes():
    for vector in VECTORS:
        assert list(changes(told(vector["record"]), told(deepcopy(vector["record"])))) == []


def test_a_board_is_drawn_with_the_men_of_whoever_won_the_trick():
    record = deepcopy(RECORD)
    trick = record["rounds"][0]["tricks"][0]
    del trick["plays"]
    trick["board"] = [2, 1, 1, 0, 0, 1]  # what the plays led to: White's, who won it
    plays, board = sorted(changed(record))[::-1]
    assert plays == ("Round 1, trick 1: plays", "<bdi>3/off 6/1</bdi>", "–")
    assert board[:2] == ("Round 1, trick 1: board", "–")
    assert 'aria-label="White: one on 6, one on 3, one on 2, two on 1. Ovals: empty"' in board[2]


def test_a_die_that_was_misread_shows_both_setups():
    record = deepcopy(RECORD)
    record["rounds"] = [{**record["rounds"][0], "tricks": []}]
    before = deepcopy(record)
    record["rounds"][0]["setup"]["red"] = [3, 2, 3, 1, 3, 6]
    ((place, then, now),) = [(each.place, each.before, each.after) for each in changes(told(before), told(record))]
    assert place == "Round 1, Red: setup"
    assert 'aria-label="Red: three on 3, two on 2, one on 1. Ovals: empty"' in then
    assert 'aria-label="Red: one on 6, three on 3, one on 2, one on 1. Ovals: empty"' in now


def test_what_stands_beside_the_tricks_is_said_in_words():
    record = deepcopy(RECORD)
    record["rounds"][2]["note"] = "A <b>cocked</b> die."
    record["rounds"][11] = {"points": {"red": 3, "white": 9}}
    record["options"] = {"pack": "double"}
    said = changed(record)
    assert said[:3] == [
        ("Stake", "<bdi>€0.25</bdi>", "–"),
        ("Oasis", "yes", "no"),
        ("Round 3: note", "–", "<bdi>A &lt;b&gt;cocked&lt;/b&gt; die.</bdi>"),
    ]
    assert ("Round 12, Red: points", "–", "<bdi>3</bdi>") in said
    tricks = [place for place, _, after in said if place.startswith("Round 12, trick") and after == "–"]
    assert len(tricks) == len(RECORD["rounds"][11]["tricks"])
