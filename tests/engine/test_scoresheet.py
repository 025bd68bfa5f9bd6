"""The score sheet in text, as on the printed pad."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.record import FORMAT
from engine.marrakesh.scoresheet import score_sheet

Json = dict[str, Any]

LINES = (Path(__file__).parents[1] / "vectors" / "matches.jsonl").read_text().splitlines()
VECTORS = [json.loads(line) for line in LINES]
PLAYERS = {"red": {"name": "Ann"}, "white": {"name": "Bob"}}
NOBODY_SCORES = {"points": {"red": 0, "white": 0}}


def sheet(*rounds: Json, tricks: bool = False, **fields: Any) -> str:
    record = {"format": FORMAT, "players": PLAYERS, **fields, "rounds": [*rounds]}
    return score_sheet(record, replay(record), tricks=tricks)


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ({"red": {"name": "Ann"}}, ["Ann (Red)", "White"]),
        ({"white": {"name": "Bob"}}, ["Red", "Bob (White)"]),
        ({"red": {"id": "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"}}, ["Red", "White"]),
        (None, ["Red", "White"]),
    ],
)
def test_whoever_has_no_name_is_called_by_his_side(players: Json | None, names: list[str]) -> None:
    record = {"format": FORMAT, "rounds": []} | ({} if players is None else {"players": players})
    head = next(line for line in score_sheet(record, replay(record)).splitlines() if line.count("|") == 2)
    assert [head.split("|")[0].strip(), head.split("|")[2].strip()] == names


def rows(text: str) -> dict[int, list[str]]:
    """The two halves of each row of the pad."""
    found = [line.split("|") for line in text.splitlines() if line.count("|") == 2 and line.split("|")[1].strip()]
    return {int(number.strip(" †")): [red.strip(), white.strip()] for red, number, white in found}


def test_a_running_score_is_kept() -> None:
    """A first round of 4-0, then three points each: "the score sheet after two rounds would show 7-3"."""
    text = sheet({"points": {"red": 4, "white": 0}}, {"points": {"red": 3, "white": 3}}, NOBODY_SCORES)
    assert rows(text)[1] == ["+4    4", "0"]
    assert rows(text)[2] == ["+3    7", "3    +3"]
    # "The numbers written down are exactly the same as for the previous round."
    assert rows(text)[3] == ["7", "3"]
    assert rows(text)[4] == ["", ""]
    assert "The match is under way: 7-3 after 3 rounds." in text


def test_the_pad_has_twelve_rows_and_a_line_at_each_shuffle() -> None:
    lines = sheet().splitlines()
    pad = lines[lines.index(next(line for line in lines if "Ann (Red)" in line)) + 1 :]
    assert list(rows(sheet())) == [*range(1, 13)]
    assert [index for index, line in enumerate(pad) if set(line) == set("-+")] == [0, 4, 8, 12, 16]


def test_the_scorer_stands_on_the_left_and_every_line_of_the_pad_is_as_wide() -> None:
    text = score_sheet(VECTORS[9]["record"], VECTORS[9]["replay"])
    lines = [line for line in text.splitlines() if "|" in line or "+--" in line]
    names, rule = lines[:2]
    middle = len(rule) // 2
    assert rule == rule[::-1]
    assert {line.index("|" if "|" in line else "+") for line in lines} == {middle - 3}
    assert {line.rindex("|" if "|" in line else "+") for line in lines} == {middle + 2}
    assert max(map(len, lines)) == len(rule)
    assert names.split() == ["Red", "|", "|", "White"]


def test_patterns_chips_and_pips_in_the_scorecards_words() -> None:
    """A Casablanca (6) and a Double-Chip (4) are 10 points."""
    first = {"ovals": {"red": [2, 2, 2], "white": [0, 0, 3]}}
    second = {"ovals": {"red": [1, 4, 1], "white": [0, 0, 0]}}
    third = {"ovals": {"red": [2, 0, 1], "white": [1, 1, 1]}, "pips": {"red": 4, "white": 9}}
    text = sheet(first, second, third)
    assert rows(text)[1][0].split() == ["2-2-2", "Casablanca,", "Double-Chip", "+10", "10"]
    assert rows(text)[2][0].split() == ["1-4-1", "El", "Ayun,", "Grand", "Fez", "+30", "40"]
    assert rows(text)[2][1].split() == ["0", "*-*-*"]
    assert rows(text)[3][0].split() == ["2-*-1", "Little", "Fez,", "Pips", "+5", "45"]
    assert rows(text)[3][1].split() == ["1", "+1", "Chip", "1-1-1"]
    assert "* a null chip" in text


@pytest.mark.parametrize(
    ("rounds", "options", "said"),
    [
        ([{"points": {"red": 3, "white": 0}}] + [NOBODY_SCORES] * 11, {}, ["Ann (Red) wins 3-0, by 3 points."]),
        (
            [{"points": {"red": 0, "white": 3}}, {"points": {"red": 3, "white": 0}}, {"points": {"red": 1, "white": 0}}]
            + [{"points": {"red": 0, "white": 1}}]
            + [NOBODY_SCORES] * 8,
            {},
            ["Drawn at 4-4: equal also in rounds scored in and in the best single round."],
        ),
        (
            [{"points": {"red": 4, "white": 0}}] + [{"points": {"red": 0, "white": 1}}] * 4 + [NOBODY_SCORES] * 7,
            {},
            ["Bob (White) wins at 4-4, by rounds scored in."],
        ),
        (
            [{"points": {"red": 6, "white": 0}}] * 10 + [NOBODY_SCORES] * 2,
            {"stake": {"amount": "0.25", "currency": "EUR"}, "oasis": True},
            ["Oasis: the margin counts 2 times.", "Payoff: 120 points, 30.00 EUR."],
        ),
        (
            [{"points": {"red": 0, "white": 1}}] * 12,
            {"stake": {"amount": "2", "currency": "USD"}, "oasis": True},
            ["Bob (White) wins 12-0, by 12 points.", "Perfect Oasis", "Payoff: 48 points, 96 USD."],
        ),
    ],
)
def test_who_wins_and_what_it_pays(rounds: list[Json], options: Json, said: list[str]) -> None:
    text = sheet(*rounds, options=options)
    assert all(line in text for line in said)
    assert ("Payoff" in text) == ("stake" in options)


def test_rulings_and_notes_stand_under_the_pad() -> None:
    ruled = {**NOBODY_SCORES, "ruling": {"points": {"red": 5, "white": 0}, "note": "the pad\nsays so"}, "note": "late"}
    text = sheet(ruled)
    assert "|  1†|" in text
    assert "† Round 1: the pad says so" in text
    assert "Round 1: late" in text


def test_tricks_are_opened_on_request() -> None:
    """The record and replay of the spec's first trick: White leads the Ace of Spades and plays 6-1."""
    dealt = {
        "setup": {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]},
        "exposed": ["3S"],
        "tricks": [
            {"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]},
            {"withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]},
            {"lead": "5H", "reply": "5H", "extra": "2C", "board": [0, 0, 0, 0, 0, 0]},
            {"lead": "4H", "reply": "QD"},
        ],
        "unplayed": {"red": ["4S", "3C"], "white": ["QS", "4S"]},
    }
    assert "6D" not in sheet(dealt)
    text = sheet(dealt, tricks=True)
    assert "Round 1: Red throws 6-6-5-4-2-1 and White throws 6-5-4-3-2-1; White leads; out of play: 3S" in text
    first, second, third, fourth = (line for line in text.splitlines() if line[:3].strip() in ("1", "2", "3", "4"))
    assert first.split() == ["1", "6D", "AS", "led", "White:", "6-1", "6/off", "1/off", "2", "6-6-5-4-2-1", "5-4-3-2"]
    assert "QH led, not QD" in second
    assert "Red, triples: 6×5, 2C drawn: 4×2" in third
    assert third.split()[-3:] == ["6", "off", "4-3-2"]
    assert "chip to White" in fourth
    assert "Left in Red's hand: 4S 3C" in text


def test_nothing_that_was_written_moves_the_cursor_of_a_terminal() -> None:
    players = {"red": {"name": "Ann\x1b[2J"}, "white": {"name": "Bob\u202e"}}
    text = sheet({**NOBODY_SCORES, "note": "a\x07b\nc"}, players=players, note="\x1b]0;title")
    assert all(char.isprintable() for line in text.split("\n") for char in line)


@pytest.mark.parametrize("vector", VECTORS)
def test_every_vector_has_a_sheet(vector: Json) -> None:
    text = score_sheet(vector["record"], vector["replay"], tricks=True)
    totals = sorted(vector["replay"]["totals"].values())
    assert f"{totals[1]}-{totals[0]}" in text or f"{totals[0]}-{totals[1]}" in text
