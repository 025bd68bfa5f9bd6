"""Names taken out of free words: whole words in any spelling, nothing else, and never a longer text."""

from typing import Any

import pytest

from scorepad.services.patches import patched
from scorepad.services.redacting import Redactor

TAKEN_OUT = [
    ("Ann", "Ann was late", "* was late"),
    ("Ann", "ANN, ann; (Ann) Ann's _Ann_", "*, *; (*) *'s _*_"),
    ("Ann", "Annette and Joann", "Annette and Joann"),
    ("Ann", "A\u200bnn and \uff21nn", "* and \uff21nn"),
    ("Ann Lee", "Ann \u00a0  lee; Ann, Lee", "*; Ann, Lee"),
    ("Stra\u00dfer", "STRASSER, stra\u00dfer", "*, *"),
    ("\u00c9va", "E\u0301va, \u00e9VA", "*, *"),
    ("\u0130d\u0131l", "\u0130d\u0131l", "*"),
    ("\u738b", "\u738b\u3055\u3093\u306f", "*\u3055\u3093\u306f"),
    ("<img src=x onerror=alert(1)>", "no: <IMG src=x onerror=alert(1)>!", "no: *!"),
    ("C++", "C++ and C", "* and C"),
    ("Bo", "Bo\nBo \n bo", "*\n* \n *"),
    ("Bo", "nothing here: \u00e9 e\u0301", "nothing here: \u00e9 e\u0301"),
]


@pytest.mark.parametrize(("name", "text", "without"), TAKEN_OUT)
def test_a_name_goes_in_every_spelling_and_nothing_else(name: str, text: str, without: str) -> None:
    redactor = Redactor([name])
    assert redactor.text(text) == without
    assert redactor.text(without) == without
    assert len(without) <= len(text)


def test_a_longer_name_goes_before_a_shorter_one_in_it() -> None:
    assert Redactor(["Ann", "Ann Lee"]).text("Ann Lee and Ann") == "* and *"


def test_nobody_is_taken_out_of_nothing() -> None:
    assert Redactor([]).text("Ann") == "Ann"


def test_of_an_entry_only_free_words_are_read() -> None:
    data = {
        "round": 1, "lead": "AS", "note": "red led AS", "ruling": {"winner": "red", "note": "Red said so"},
        "seats": {"red": "0b2b"}, "table": "red", "ext": {"as": ["AS", 1, None, {"red": "x"}]},
    }  # fmt: skip
    assert Redactor(["Red", "AS"]).data(data) == {
        "round": 1, "lead": "AS", "note": "* led *", "ruling": {"winner": "red", "note": "* said so"},
        "seats": {"red": "0b2b"}, "table": "*", "ext": {"*": ["*", 1, None, {"*2": "x"}]},
    }  # fmt: skip


def test_a_patch_still_does_the_same_to_a_record_without_the_name() -> None:
    record: dict[str, Any] = {"id": "1", "format": "f", "note": "Ann", "ext": {"Ann": {"a/Ann": 1}, "ANN": 2}}
    patch = [
        {"op": "test", "path": "/note", "value": "Ann"},
        {"op": "replace", "path": "/note", "value": "by Ann"},
        {"op": "add", "path": "/rounds", "value": [{"note": "Ann", "tricks": [{"lead": "ann", "note": "ann"}]}]},
        {"op": "test", "path": "/ext/Ann/a~1Ann", "value": 1},
        {"op": "move", "from": "/ext/ANN", "path": "/ext/Ann/ann"},
        {"op": "copy", "from": "/note", "path": "/ext/copied"},
    ]
    redactor = Redactor(["Ann"])
    before, ops = redactor.data(record), redactor.data({"patch": patch})["patch"]
    assert "ann" not in str([before, [op for op in ops if op["path"] != "/rounds"]]).casefold()
    assert redactor.data(patched(record, patch).record) == patched(before, ops).record
    assert patched(before, ops).record["rounds"] == [{"note": "*", "tricks": [{"lead": "ann", "note": "*"}]}]


def test_a_hint_keeps_what_programs_read() -> None:
    hint = {"code": "similar_name", "name": "Code", "params": {"found": "similar_name"}, "pointer": "/code"}
    assert Redactor(["Code", "similar_name"]).told(hint) == {
        "code": "similar_name", "name": "*", "params": {"found": "*"}, "pointer": "/code",
    }  # fmt: skip
