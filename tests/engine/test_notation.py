"""The text form: written by hand, read back to the letter, and refused with a line and a column."""

import json
import string
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.marrakesh import notation, replay
from engine.marrakesh.notation import dump, parse
from engine.marrakesh.reading import read
from engine.marrakesh.record import FORMAT, normalised
from engine.violations import Violation
from scorepad.demo.generator import Habits, match

Json = dict[str, Any]

VECTORS = Path(__file__).parents[1] / "vectors"
RECORDS = [
    json.loads(line)["record"]
    for name in ("matches", "faults")
    for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()
]
HEAD = '[Format "marrakesh-text/1"]\n'
SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}


def well_formed(record: Json) -> Json | None:
    try:
        return normalised(record)
    except Violation:
        return None


def record(*rounds: Json, **fields: Any) -> Json:
    return {"format": FORMAT, **fields, "rounds": [*rounds]}


def dealt(*tricks: Json, **fields: Any) -> Json:
    return {"setup": SETUP, "tricks": [*tricks], **fields}


# -- as a person would write it -----------------------------------------------------------------------------------

SPEC_EXAMPLE: Json = {
    "format": FORMAT,
    "id": "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10",
    "played_at": "2026-11-29T19:30:00+01:00",
    "players": {"red": {"name": "Ann"}, "white": {"name": "Bob"}},
    "options": {"pack": "single", "stake": {"amount": "0.25", "currency": "EUR"}, "oasis": True},
    "rounds": [
        {
            "setup": SETUP,
            "exposed": ["3S"],
            "tricks": [
                {"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]},
                {"leader": "white", "withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]},
                {
                    "lead": "5H",
                    "reply": "5H",
                    "extra": "2C",
                    "plays": ["5/off", "6/1", "6/1", "4/off", "2/off", "1/off", "1/off", "1/off"],
                },
                {"lead": "4H", "reply": "QD"},
            ],
            "unplayed": {"red": ["4S", "3C"], "white": ["QS", "4S"]},
        }
    ],
}


def grammar_example() -> str:
    """The example in the module's own docstring."""
    lines = (notation.__doc__ or "").split("::\n")[1].splitlines()
    return "\n".join(line[4:] for line in lines if line.startswith("    ") or not line)


def test_the_docstring_shows_the_specs_own_match() -> None:
    first, second, third = parse(grammar_example())["rounds"]
    assert {key: value for key, value in first.items() if key != "note"} == SPEC_EXAMPLE["rounds"][0]
    assert second == {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}}
    assert third == {"points": {"red": 6, "white": 1}}


def test_the_specs_own_match_is_written_so() -> None:
    assert dump(SPEC_EXAMPLE) == (
        '[Format "marrakesh-text/1"]\n'
        '[Id "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"]\n'
        '[Played "2026-11-29T19:30:00+01:00"]\n'
        '[Red "Ann"]\n'
        '[White "Bob"]\n'
        '[Pack "single"]\n'
        '[Stake "0.25 EUR"]\n'
        '[Oasis "yes"]\n'
        "\n"
        "Round 1  red 6 1 2 6 4 5  white 3 5 6 1 4 2  exposed 3S\n"
        "1. AS 6D  6/off 1/off\n"
        "2. white QH 6C  withdrawn QD  board 0 1 1 1 0 0\n"
        "3. 5H 5H  extra 2C  5/off 6/1 6/1 4/off 2/off 1/off 1/off 1/off\n"
        "4. 4H QD\n"
        "End  unplayed red 4S 3C white QS 4S\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        # Case, blanks, blank lines, comments, commas and colons; a byte order mark; the line ends of other machines.
        '\ufeff[FORMAT "marrakesh-text/1"]\n\n\n'
        "round 1: RED 6 1 2 6 4 5, WHITE 3 5 6 1 4 2\n 1. as 6d : 6/OFF, 1/off # a remark\n",
        HEAD.replace("\n", "\r\n")
        + "Round 1 red 6 1 2 6 4 5 white 3 5 6 1 4 2\r\n1. A♠ 6♦\r\n   6/off\r\n   1/off\r\n",
        HEAD.replace("\n", "\r") + "Round 1\rred 6 1 2 6 4 5\rwhite 3 5 6 1 4 2\r1. AS 6D plays 6/off 1/off\r",
        HEAD + "Round 1 red 6 1 2 6 4 5 white 3 5 6 1 4 2\n1.AS 6D 6/off;1/off",
        HEAD
        + "# by Bob\nRound 1 setup white 3 5 6 1 4 2 red 6 1 2 6 4 5\n\t1.\tA♠\ufe0e\u00a06♢\t6/off\t1/off\n# the end",
    ],
)
def test_hands_differ(text: str) -> None:
    assert parse(text) == record(dealt({"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}))
    assert parse(text.encode()) == parse(text)


def test_a_line_may_be_broken_between_any_two_words() -> None:
    text = dump(SPEC_EXAMPLE)
    head, body = text.split("\n\n")
    broken = body.replace("  ", "\n    ").replace("6/1 ", "6/1\n").replace("board 0 1", "board\n0 1")
    assert parse(head + "\n\n" + broken) == SPEC_EXAMPLE


@pytest.mark.parametrize("leader", ["w", "white", "W", "White"])
def test_a_leader_may_be_a_letter(leader: str) -> None:
    text = HEAD + f"Round 1 red 6 1 2 6 4 5 white 3 5 6 1 4 2\n1. {leader} AS 6D"
    assert parse(text)["rounds"][0]["tricks"] == [{"leader": "white", "lead": "AS", "reply": "6D"}]


# -- nothing is lost ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [given for given in map(well_formed, RECORDS) if given is not None])
def test_the_vectors_are_read_back(given: Json) -> None:
    assert parse(dump(given)) == given


ODD_TEXTS = [
    "",
    " ",
    "two\nlines",
    "\r\n\t tabs and blanks at both ends \n",
    'a "quoted" word \\ and a backslash \\n',
    "# no comment",
    "[Round 1]",
    "line\u2028and\u2029paragraph\x85separators\x0b\x0c\x1c\x1d\x1e",
    "\ufeffa mark, a \u200b zero width and a \u202e turn",
    "Zoë, 太郎, 👩‍👩‍👧, Ω, \U000e0001\U0010ffff",
    "\x01\x1b[31m\x7f",
]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_notes_and_names_survive(text: str) -> None:
    trick = {"lead": "AS", "reply": "6D", "note": text, "ruling": {"note": text}}
    given = record(
        dealt(trick, note=text, ruling={"note": text, "points": {"red": 1, "white": 0}}),
        note=text,
        ext={text: [text, {"deep": text}]},
        players={"red": {"name": text or "Ann"}, "white": {"name": "Bob"}},
    )
    written = dump(given)
    assert parse(written) == normalised(given)
    assert written.isprintable() or set(written) - set(filter(str.isprintable, written)) == {"\n"}
    assert parse(written.encode()) == normalised(given)


ABSENT_EMPTY_FALSE = [
    record(),
    record(note=""),
    record(options={}),
    record(players={"red": {"name": "Ann"}}),
    record(players={"white": {"id": "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"}}),
    record(options={"pack": "single"}),
    record(options={"oasis": False}),
    record(ext={}),
    record(ext={"n": [1, 1.0, -0.5, 1e300, True, None, "", [], {}]}),
    record(dealt()),
    record(dealt(exposed=[])),
    record(dealt(reshuffled=False)),
    record(dealt(reshuffled=True)),
    record(dealt(unplayed={})),
    record(dealt(unplayed={"red": []})),
    record(dealt(unplayed={"white": ["QS"], "red": []})),
    record({"setup": {"red": [], "white": [0, -3, 77, 10**30]}, "tricks": []}),
    record({"setup": SETUP, "ovals": {"red": [], "white": [9]}, "exposed": ["QS"], "unplayed": {"red": ["AS"]}}),
    record({"setup": SETUP, "points": {"red": 1, "white": -5}, "ruling": {}}),
    record({"points": {"red": 1, "white": 2}, "ruling": {"points": {"red": 3, "white": 4}}}),
    record({"ovals": {"red": [6], "white": [2, 2, 2]}, "pips": {"red": 0, "white": 0}}),
    record(dealt({"lead": "AS", "reply": "6D", "plays": []})),
    record(dealt({"lead": "AS", "reply": "6D", "plays": [], "board": [1, 2, 3, 0, 0, 0]})),
    record(dealt({"lead": "AS", "reply": "6D", "plays": ["6/off"], "board": [0, 0, 0, 0, 0, 0]})),
    record(dealt({"lead": "AS", "reply": "6D", "extra": "QS", "extra_disregarded": False})),
    record(dealt({"lead": "AS", "reply": "6D", "extra_disregarded": True, "ruling": {}})),
    record(dealt({"lead": "AS", "reply": "6D", "ruling": {"leader": "red", "winner": "white"}})),
    record(dealt({"lead": "AS", "reply": "6D", "ruling": {"note": "", "board": [0, 0, 0, 0, 0, 1]}})),
    # No cards and no plays, but what somebody wrote: the rules refuse them, the text keeps them.
    record(dealt({"lead": "as", "reply": "7S", "extra": "", "withdrawn": " AS", "plays": ["6/OFF", "6-2", "", "off"]})),
    record(dealt({"lead": "none", "reply": "red", "plays": ["1234/5", "none", "6/off #"]}, exposed=["none", "A♠"])),
]


@pytest.mark.parametrize("given", ABSENT_EMPTY_FALSE)
def test_absent_empty_and_false_are_kept_apart(given: Json) -> None:
    assert parse(dump(given)) == normalised(given)
    assert json.dumps(parse(dump(given)), sort_keys=True) == json.dumps(normalised(given), sort_keys=True)


def test_null_is_left_out() -> None:
    assert dump(record(dealt(exposed=None), note=None)) == dump(record(dealt()))


def test_what_is_not_of_the_records_shape_cannot_be_written() -> None:
    with pytest.raises(Violation) as refused:
        dump({"format": FORMAT, "rounds": 12})
    assert (refused.value.code, refused.value.path) == ("malformed", "/rounds")
    with pytest.raises(Violation):
        dump(record({"setup": {"red": [10**5000], "white": []}, "tricks": []}))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["single", "double"]), st.integers(0, 12))
def test_matches_are_read_back_and_replay_the_same(seed: int, pack: str, rounds: int) -> None:
    habits = Habits(tricks=4, ovals=1, points=1, boards=0.3, leaders=seed % 2 == 0)
    played = match(Random(seed), options={"pack": pack}, habits=habits, rounds=rounds)
    again = parse(dump(played))
    assert again == played
    assert replay(again) == replay(played)
    assert json.loads(json.dumps(again)) == played


CARDS = st.sampled_from(["AS", "QC", "6D"]) | st.text(max_size=4).filter(lambda text: text.isprintable())
PLAYS = st.sampled_from(["6/off", "5/1"]) | st.text(string.printable, max_size=5)
NUMBERS = st.lists(st.integers(), max_size=7)
NOTES = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
SIDES = st.sampled_from(["red", "white"])
BOARDS = st.lists(st.integers(0, 9), min_size=6, max_size=6)
TRICKS = st.fixed_dictionaries(
    {"lead": CARDS, "reply": CARDS},
    optional={
        "leader": SIDES,
        "withdrawn": CARDS,
        "extra": CARDS,
        "extra_disregarded": st.booleans(),
        "plays": st.lists(PLAYS, max_size=4),
        "board": BOARDS,
        "note": NOTES,
        "ruling": st.fixed_dictionaries({}, optional={"note": NOTES, "leader": SIDES, "winner": SIDES}),
    },
)
ROUNDS = st.fixed_dictionaries(
    {"setup": st.fixed_dictionaries({"red": NUMBERS, "white": NUMBERS}), "tricks": st.lists(TRICKS, max_size=3)},
    optional={
        "exposed": st.lists(CARDS, max_size=2),
        "reshuffled": st.booleans(),
        "unplayed": st.fixed_dictionaries({}, optional={"red": st.lists(CARDS, max_size=2), "white": st.lists(CARDS)}),
        "ruling": st.fixed_dictionaries(
            {"points": st.fixed_dictionaries({"red": st.integers(0, 999), "white": st.integers(0, 999)})},
            optional={"note": NOTES},
        ),
        "note": NOTES,
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ROUNDS, max_size=3), NOTES)
def test_whatever_was_written_down_is_read_back(rounds: list[Json], note: str) -> None:
    given = normalised(record(*rounds, note=note))
    assert parse(dump(given)) == given


# -- what cannot be read ------------------------------------------------------------------------------------------

ROUND = "Round 1 red 6 1 2 6 4 5 white 3 5 6 1 4 2\n"


@pytest.mark.parametrize(
    ("text", "path", "line", "column"),
    [
        ("", "/format", 1, 1),
        ("\n\n", "/format", 3, 1),
        ("# nothing but a comment", "/format", 1, 24),
        ("a shopping list\n- milk", "/format", 1, 1),
        ('[Event "a game of chess"]\n\n1. e4 e5', "/format", 1, 1),
        ('[Format "marrakesh-text/2"]', "/format", 1, 1),
        ("[Format none]", "/format", 1, 1),
        (ROUND, "/format", 1, 1),
        (HEAD + "[Blue none]", "", 2, 1),
        (HEAD + HEAD, "", 2, 1),
        (HEAD + '[Red "Ann]\n', "", 2, 6),
        (HEAD + '[Red "Ann"', "", 2, 11),
        (HEAD + "[Red Ann]", "", 2, 6),
        (HEAD + "[Players none]", "", 2, 1),
        (HEAD + "[Red none]", "/players/red/name", 2, 1),
        (HEAD + "[Red 5]", "/players/red/name", 2, 1),
        (HEAD + '[Stake "0.25"]', "/options/stake", 2, 1),
        (HEAD + '[Stake "free EUR"]', "/options/stake/amount", 2, 1),
        (HEAD + '[Pack "triple"]', "/options/pack", 2, 1),
        (HEAD + '[Oasis "perhaps"]', "/options/oasis", 2, 1),
        (HEAD + "[Options {}]", "/options", 2, 1),
        (HEAD + '[Ext "text"]', "/ext", 2, 1),
        (HEAD + '[Ext {"a": 1, "a": 2}]', "", 2, 6),
        (HEAD + '[Ext {"a": NaN}]', "", 2, 6),
        (HEAD + '[Ext {"a": 1e999}]', "", 2, 6),
        (HEAD + '[Ext {"a": ' + "9" * 5000 + "}]", "", 2, 6),
        (HEAD + "[Ext " + '{"a":' * 100_000 + "]", "", 2, 6),
        (HEAD + "Round 2 points red 1 white 0", "/rounds/0", 2, 7),
        (HEAD + "Round one points red 1 white 0", "/rounds/0", 2, 1),
        (HEAD + "1. AS 6D", "/rounds/0", 2, 1),
        (HEAD + "End", "/rounds/0", 2, 1),
        (HEAD + ROUND + '[Red "Ann"]', "", 3, 1),
        (HEAD + ROUND + "2. AS 6D", "/rounds/0/tricks/0", 3, 1),
        (HEAD + ROUND + "1. AS 6D\n1. AS 6D", "/rounds/0/tricks/1", 4, 1),
        (HEAD + ROUND + "1. AS", "/rounds/0/tricks/0/reply", 3, 6),
        (HEAD + ROUND + "1. AS 7D", "/rounds/0/tricks/0/reply", 3, 7),
        (HEAD + ROUND + "1. blue AS 6D", "/rounds/0/tricks/0/lead", 3, 4),
        (HEAD + ROUND + "1. AS 6D moves 6/off", "/rounds/0/tricks/0", 3, 10),
        (HEAD + ROUND + "1. AS 6D 6/off board x", "/rounds/0/tricks/0/board/0", 3, 22),
        (HEAD + ROUND + "1. AS 6D board 1 2 3", "/rounds/0/tricks/0/board", 3, 10),
        (HEAD + ROUND + "1. AS 6D 6/off note", "/rounds/0/tricks/0/note", 3, 20),
        (HEAD + ROUND + "1. AS 6D 6/off note well", "/rounds/0/tricks/0/note", 3, 21),
        (HEAD + ROUND + '1. AS 6D 6/off note "well', "", 3, 21),
        (HEAD + ROUND + '1. AS 6D 6/off note "a\\qb"', "", 3, 21),
        (HEAD + ROUND + "1. AS 6D extra 2C extra 3C", "/rounds/0/tricks/0", 3, 19),
        (HEAD + ROUND + "1. AS 6D ruling winner nobody", "/rounds/0/tricks/0/ruling/winner", 3, 24),
        (HEAD + ROUND + "End\nEnd", "/rounds/1", 4, 1),
        (HEAD + ROUND + "End\n1. AS 6D", "/rounds/1", 4, 1),
        (HEAD + "Round 1 red 6 1 2 6 4 5", "/rounds/0/setup/white", 2, 9),
        (HEAD + "Round 1 red 6 1 2 6 4 white", "/rounds/0/setup/white/0", 2, 28),
        (HEAD + "Round 1", "/rounds/0/setup", 2, 1),
        (HEAD + "Round 1 ovals red 1 1 1 white 1 1 1", "/rounds/0/pips", 2, 1),
        (HEAD + "Round 1 points red 1 white " + "9" * 5000, "/rounds/0/points/white", 2, 28),
        (HEAD + "Round 1 points red 1 white \0", "/rounds/0/points/white", 2, 28),
        (HEAD + "Round 1 points red 1 white 0 ]", "", 2, 30),
    ],
)
def test_what_cannot_be_read_is_malformed_with_its_place(text: str, path: str, line: int, column: int) -> None:
    with pytest.raises(Violation) as refused:
        parse(text)
    fault = refused.value
    assert (fault.code, fault.path) == ("malformed", path)
    assert (fault.params["line"], fault.params["column"]) == (line, column)


def test_a_refusal_says_what_was_found_and_what_is_allowed() -> None:
    with pytest.raises(Violation) as refused:
        parse(HEAD + ROUND + "1. AS 7D")
    assert refused.value.params["found"] == "7D"
    assert "7D" in refused.value.detail
    assert "a card" in refused.value.detail
    assert "line 3, column 7" in refused.value.detail


@pytest.mark.parametrize(
    "data", [b"\xff\xfe[\x00F\x00", HEAD.encode() + b"# caf\xe9", HEAD.encode() + b"\x80", bytes(range(256))]
)
def test_bytes_that_are_not_utf_8(data: bytes) -> None:
    with pytest.raises(Violation) as refused:
        parse(data)
    assert refused.value.code == "malformed"
    assert "UTF-8" in refused.value.detail


@pytest.mark.parametrize("text", [123, None, bytearray(b"x"), [], object()])
def test_what_is_no_text_is_malformed(text: Any) -> None:
    with pytest.raises(Violation) as refused:
        parse(text)
    assert (refused.value.code, refused.value.path) == ("malformed", "")


@pytest.mark.parametrize("tag", ["[Ext none]", "[Ext NONE]", "[Ext null]", "[Red null]", "[Options null]"])
def test_only_options_can_be_none(tag: str) -> None:
    with pytest.raises(Violation) as refused:
        parse(HEAD + tag)
    assert refused.value.code == "malformed"
    assert refused.value.params["line"] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Round 1. points red 1 white 0", "Round 1, line 2, column 1: Round 1 was expected, not “Round 1.”."),
        ("Round I points red 1 white 0", "Round 1, line 2, column 1: Round 1 was expected, not “Round I”."),
        ("Round 3 points red 1 white 0", "Round 1, line 2, column 7: Round 1 was expected, not Round 3."),
        ("rounds\n\n1", "Round 1, line 2, column 1: Round 1 was expected, not “rounds”."),
        (ROUND + "2. AS 6D", "“1.”, End or Round 2 was expected, not “2.”."),
        ("[RedId none]", 'Line 2, column 1: [RedId "…"], its value in double quotes, was expected, not [RedId none].'),
        ('[Pack "single"]\n[pack "double"]', "[Ext …] was expected, not another [pack …]."),
        ('[BlueId "x"]', "[Ext …] was expected, not [BlueId …]."),
        ("[Red Ann]\n[White none]", "not Ann]."),
        (
            "Round 1 red 6 1 2",
            "Round 1, line 2, column 9: “setup” for White is missing: six dice, each from 1 to 6.",
        ),
        ("Round 1", "Round 1, line 2, column 1: “setup” is missing: six dice of each side."),
        ('[Id "x"]', 'Line 2, column 1: “id” should be a UUID, not "x".'),
    ],
)
def test_a_refusal_names_things_as_they_are_written(text: str, said: str) -> None:
    with pytest.raises(Violation) as refused:
        parse(HEAD + text)
    assert refused.value.detail.endswith(said)


def test_what_breaks_a_rule_is_found_again_in_the_text() -> None:
    text = HEAD + ROUND + "1. AS 6D 6/off 2/off\n"
    reading = read(text)
    with pytest.raises(Violation) as refused:
        replay(reading.record)
    assert refused.value.path == "/rounds/0/tricks/0/plays/1"
    assert reading.position(refused.value.path) == (3, 16)
    assert reading.position("/rounds/0/tricks/0/extra") == (3, 1)
    assert reading.position("/rounds/7") == (1, 1)


def read_or_refused(document: str | bytes) -> bool:
    try:
        return normalised(parse(document))["format"] == FORMAT
    except Violation as fault:
        return fault.code == "malformed" and bool(fault.detail)


WORDS = [
    "Round",
    "1",
    "1.",
    "2.",
    "End",
    "red",
    "white",
    "AS",
    "6D",
    "6/off",
    "board",
    "plays",
    "none",
    "ruling",
    "note",
    '"x"',
    "exposed",
    "[",
]


@settings(max_examples=300, deadline=None)
@given(
    st.text() | st.lists(st.sampled_from([*WORDS, "\n", "\r", "#", '"', "]", "{", "\0"])).map(" ".join) | st.binary()
)
def test_no_text_whatever_raises_anything_but_a_violation(text: str | bytes) -> None:
    for document in (text, HEAD + text if isinstance(text, str) else HEAD.encode() + text):
        assert read_or_refused(document)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_damaged_text_is_read_or_refused(data: st.DataObject) -> None:
    text = dump(deepcopy(SPEC_EXAMPLE))
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 8))
    put = data.draw(st.sampled_from(["", " ", "\n", '"', "[", "]", "#", "x", "9", "red", "none"]))
    assert read_or_refused(text[:at] + put + text[at + length :])
