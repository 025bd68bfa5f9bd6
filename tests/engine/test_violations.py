import copy
import json
import pickle
from typing import Any

import pytest

from engine.violations import SENTENCES, Violation, in_place, pointer
from engine.wording import writable


def test_a_pointer_escapes_its_steps() -> None:
    """RFC 6901."""
    assert pointer() == ""
    assert pointer("rounds", 8, "a/b~c") == "/rounds/8/a~1b~0c"
    assert pointer("") == "/"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("", ""),
        ("/options/oasis", ""),
        ("/rounds/7", "round 8"),
        ("/rounds/7/tricks/2/lead", "round 8, trick 3"),
        ("/rounds/7/tricks/2/plays", "round 8, trick 3"),
        ("/rounds/7/tricks/2/plays/1", "round 8, trick 3, play 2"),
        ("/rounds/11/unplayed/red/0", "round 12"),
        ("/rounds", ""),
        ("/rounds/x", ""),
        ("/a/rounds~1/3", ""),
        ("/data/trick", ""),
        ("/rounds/" + "9" * 5000, ""),
    ],
)
def test_a_place_is_told_as_the_table_tells_it(path: str, place: str) -> None:
    assert in_place(path) == place


@pytest.mark.parametrize("code", SENTENCES)
def test_every_code_has_a_sentence_even_without_its_numbers(code: str) -> None:
    detail = Violation(code, "/rounds/0/tricks/1/lead").detail
    assert detail.startswith("Round 1, trick 2: ")
    assert "{" not in detail
    assert detail.endswith(".")


def test_a_code_of_another_room_is_told_too() -> None:
    assert Violation("out_of_time", "").detail == "Out of time."


@pytest.mark.parametrize(
    ("code", "path", "params", "detail"),
    [
        (
            "wrong_leader",
            "/rounds/7/tricks/2/leader",
            {"found": "white", "legal": ["red"]},
            "Round 8, trick 3: Red had to lead, not White.",
        ),
        (
            "plays_missing",
            "/rounds/0/tricks/0/plays",
            {"winner": "red", "numbers": (4,), "board": (0, 0, 0, 0, 1, 1), "legal": ["6/2", "5/1"]},
            "Round 1, trick 1: Red still has 4 to play with one each on 6 and 5; legal: 6/2 or 5/1.",
        ),
        (
            "illegal_play",
            "/rounds/0/tricks/0/plays/1",
            {"winner": "red", "numbers": (4,), "board": (0, 0, 0, 0, 1, 1), "legal": ["6/2", "5/1"], "found": "4/off"},
            "Round 1, trick 1, play 2: Red cannot play 4/off with one each on 6 and 5; with 4 left, legal: 6/2 or 5/1.",
        ),
        (
            "bad_play",
            "/rounds/0/tricks/0/plays/0",
            {"found": "6-off"},
            'Round 1, trick 1, play 1: "6-off" is no play; write 6/4 for a man moved, 4/off for a man borne off.',
        ),
        (
            "impossible_points",
            "/rounds/0/points",
            {"red": 1000, "white": 0, "most": 999},
            "Round 1: a score that stood is from 0 to 999 on each side, not 1000 to 0.",
        ),
        ("malformed", "/format", {}, "“format” is missing."),
        ("malformed", "/rounds", {"expected": "a list", "found": 12}, "“rounds” should be a list, not 12."),
        (
            "unknown_card",
            "/rounds/0/exposed/0",
            {"found": ""},
            "Round 1: an empty text is no card; a card is A, 2 to 6 or Q, then S, H, D or C.",
        ),
        ("malformed", "", {"expected": "an object", "found": None}, "The record should be an object, not nothing."),
        (
            "bad_play",
            "",
            {"found": "{winner}"},
            '"{winner}" is no play; write 6/4 for a man moved, 4/off for a man borne off.',
        ),
    ],
)
def test_the_sentence_is_for_the_person_at_the_table(code: str, path: str, params: dict[str, Any], detail: str) -> None:
    violation = Violation(code, path, params)
    assert violation.detail == detail
    assert str(violation) == detail


@pytest.mark.parametrize(
    ("path", "params", "detail"),
    [
        ("/rounds/0/tricks/0/reply", {"expected": "a text", "found": 6}, "should be a text, not 6."),
        ("/rounds/0/setup/red/5", {"expected": "an integer", "found": "6"}, 'should be an integer, not "6".'),
        ("/rounds", {"expected": "a list", "found": ["x"]}, "should be a list, not a list."),
        ("/format", {"expected": "a text", "found": []}, "should be a text, not an empty list."),
        ("/format", {"expected": "a text", "found": [1, 2]}, "should be a text, not the list 1, 2."),
        ("/rounds", {"expected": "a list", "found": "red"}, 'should be a list, not "red".'),
        ("/rounds", {"expected": "a list", "found": 10**5000}, "should be a list, not a very large number."),
    ],
)
def test_a_text_that_was_found_stands_in_quotes(path: str, params: dict[str, Any], detail: str) -> None:
    assert Violation("malformed", path, params).detail.endswith(detail)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/rounds/1", "Round 2: the round is missing."),
        ("/rounds/1/tricks/0", "Round 2, trick 1: the trick is missing."),
        ("/rounds/0/exposed/1", "Round 1: the second of “exposed” is missing."),
        ("/rounds/0/exposed/10", "Round 1: the 11th of “exposed” is missing."),
        ("/rounds/0/exposed/21", "Round 1: the 22nd of “exposed” is missing."),
        ("/rounds/0/setup/white", "Round 1: “setup” for White is missing."),
        ("/rounds/0/unplayed/red/2", "Round 1: the third of “unplayed” for Red is missing."),
        ("/players/red/name", "“name” is missing."),
        ("/0", "“0” is missing."),
        ("/a~1b/c~0d", "“c~d” is missing."),
    ],
)
def test_a_field_is_named_by_what_it_is(path: str, said: str) -> None:
    assert Violation("malformed", path).detail == said


BOARDS = [(0, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 1), (1, 0, 0, 1, 0, 0), (0, 0, 0, 0, 2, 0)]


@pytest.mark.parametrize(
    ("code", "params", "detail"),
    [
        (
            "unreachable_board",
            {
                "winner": "red",
                "board": (1, 1, 0, 2, 0, 2),
                "numbers": (6, 1),
                "found": [1, 0, 0, 0, 1, 0],
                "legal": BOARDS,
            },
            "Red cannot come from two each on 6 and 4, one each on 2 and 1 to one each on 5 and 1 with 6-1; "
            "nearest to it: one each on 6 and 1; or one each on 4 and 1; or two on 1.",
        ),
        (
            "unreachable_board",
            {"winner": "red", "board": (2, 0, 0, 0, 0, 0), "numbers": (), "found": [0] * 6, "legal": [(2, *[0] * 5)]},
            "Red cannot come from two on 1 to no man left with no number; nearest to it: two on 1.",
        ),
        (
            "impossible_board",
            {"winner": "white", "men": 1, "found": [7, 0, 0, 0, 0, 1]},
            "White had 1 man on the board before, and cannot have one on 6, 7 on 1 after.",
        ),
        (
            "impossible_ovals",
            {"side": "red", "men": 1, "least": 1, "most": 6, "found": 9},
            "Red has 1 man left, so 1 to 6 pips, not 9.",
        ),
        (
            "impossible_ovals",
            {"side": "red", "found": []},
            "Red's ovals cannot be an empty list: there are one to three, until the sixth man or the third turn.",
        ),
        ("unknown_card", {"found": "as"}, '"as" is no card; a card is A, 2 to 6 or Q, then S, H, D or C.'),
    ],
)
def test_boards_and_men_are_told_as_they_stand_on_the_table(code: str, params: dict[str, Any], detail: str) -> None:
    assert Violation(code, "", params).detail == detail


def test_what_is_legal_is_at_hand() -> None:
    assert Violation("illegal_play", "", {"legal": ["6/2"]}).legal == ["6/2"]
    assert Violation("round_over", "").legal is None


def endless() -> list[Any]:
    value: list[Any] = []
    value += [value] * 2000
    return value


def abyss() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    "found",
    [
        10**5000,
        -(10**5000),
        float("nan"),
        float("inf"),
        1e308,
        "x" * 10_000,
        "\ud800\0",
        {"\udc00": {"a": {"b": {"c": {"d": 1}}}}},
        {1: 2, None: 3, (1, 2): 4},
        object(),
        b"bytes",
        {1, 2},
        endless(),
        abyss(),
        [[[[[[1]]]]]],
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_was_found_can_be_written_as_json(found: object) -> None:
    violation = Violation("malformed", "/rounds", {"expected": "a list", "found": found, "nested": {"found": found}})
    assert len(json.dumps(violation.params, allow_nan=False)) < 2_000_000
    assert violation.detail.encode()
    assert len(violation.detail) < 500


def test_plain_values_are_told_as_they_are() -> None:
    value = {"a": [1, -2, True, None, "AS", [0, 1]], "b": 0.5}
    assert writable(value) == value


def test_it_survives_a_queue() -> None:
    violation = Violation("wrong_leader", "/rounds/0/tricks/0/leader", {"found": "red", "legal": ["white"]})
    for again in (pickle.loads(pickle.dumps(violation)), copy.deepcopy(violation)):
        assert (again.code, again.path, again.params) == (violation.code, violation.path, violation.params)
