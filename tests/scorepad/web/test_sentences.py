"""Sentences in the rulebook's words; its own examples where it has them."""

import re

import pytest

from scorepad.web.marrakesh import sentences
from scorepad.web.marrakesh.words import Names

NAMES = Names.of({"red": "Ann Verhoeven", "white": "Bob Castellan"})


def plain(html: str) -> str:
    return re.sub(r'</?bdi>|<span class="nb">|</span>', "", html)


def turn(**said: object) -> dict[str, object]:
    return {"off": 1, "chip": None, "numbers": [4], "extra_numbers": [], "plays": ["4/off"], **said}


@pytest.mark.parametrize(
    ("played", "extra", "sentence"),
    [
        # "if Red leads the Heart Four (face down), and White plays the Club Six, ... Red would move 6-4"
        (turn(numbers=[4, 6], off=2), None, "plays 6 and 4: two men off"),
        # "Red would play 5-1 and draw a card. If this card were the Club Three, Red could play a 3"
        (turn(numbers=[1, 5], extra_numbers=[3], off=1), "3C", "plays 5 and 1, then 3: one man off"),
        # "if Red's extra card were the Club Five, he would play four Fives"
        (turn(numbers=[1, 5], extra_numbers=[5] * 4, off=6), "5C", "plays 5 and 1, then four Fives: all six men off"),
        # "If Red's extra card were also a Heart Five, he would play six Fives"
        (turn(numbers=[1, 5], extra_numbers=[5] * 6, off=6), "5H", "plays 5 and 1, then six Fives: all six men off"),
        # "White wins the trick and would play double-2"; "when a Null is drawn as the extra card, no play is made"
        (turn(numbers=[2] * 4, off=3), "QS", "plays double-2, then nothing: three men off"),
        # "Red wins and would play triple-5"
        (turn(numbers=[5] * 6, extra_numbers=[2] * 4, off=6), "2C", "plays triple-5, then four Twos: all six men off"),
        # "Red would get to play 5-0, and his only play would be to move a man down"
        (turn(numbers=[5], off=0, chip="red"), None, "plays 5: none off, a null chip"),
        # "he would neither play double-4 nor pick an extra card; he simply gives Red a null chip"
        (turn(numbers=[], off=None, chip="red", plays=[]), None, "cannot move: a null chip for Ann"),
        # two Nulls are doubles and play nothing
        (turn(numbers=[], extra_numbers=[6], off=1), "6D", "plays nothing, then 6: one man off"),
        (turn(plays=None, off=0, chip="red"), None, "left the board as shown: none off, a null chip"),
    ],
)
def test_what_the_winner_of_a_trick_did(played, extra, sentence):
    assert plain(sentences.play_sentence(played, extra, NAMES)) == sentence


@pytest.mark.parametrize(
    ("red", "white", "leader", "sentence"),
    [
        # "Red leads, for both he and White have the same number of Ones and Twos, but he has more Threes."
        ([3, 3, 3, 1, 1, 6], [6, 5, 3, 3, 1, 1], "red", "Equal in Ones and Twos; Ann has more Threes and leads."),
        ([1, 2, 3, 4, 5, 6], [2, 2, 3, 4, 5, 6], "red", "Ann has more Ones and leads."),
        ([1, 3, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], "white", "Equal in Ones; Bob has more Twos and leads."),
        ([1, 2, 3, 4, 5, 5], [1, 2, 3, 4, 6, 6], "red", "Equal in Ones to Fours; Ann has more Fives and leads."),
        ([1, 1, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], "white", "Ann has more Ones, but Bob led, by ruling."),
    ],
)
def test_who_leads_and_why(red, white, leader, sentence):
    assert plain(sentences.lead_reason({"red": red, "white": white}, leader, NAMES)) == sentence


def result(running, **said):
    decided = {"winner": "red", "decided_by": "score", "margin": 1, "oasis": None, "multiplier": 1, "payoff": None}
    red, white = running[-1]
    return {
        "running": running,
        "totals": {"red": red, "white": white},
        "rounds_scored": {"red": 9, "white": 8},
        "best_round": {"red": 16, "white": 13},
        "result": {**decided, "margin": abs(red - white), **said},
    }


@pytest.mark.parametrize(
    ("replay", "sentence"),
    [
        (result([[0, 4], [3, 4], [6, 4], [7, 4]]), "Ann wins by 3 points, first ahead in round 3"),
        (result([[3, 0], [3, 4], [6, 4], [5, 4]]), "Ann wins by 1 point, ahead for good from round 3"),
        (result([[3, 0], [4, 0]]), "Ann wins by 4 points, first ahead in round 1"),
        (result([[0, 0], [4, 4], [4, 5]], winner="white"), "Bob wins by 1 point, first ahead in round 3"),
        (
            result([[3, 3]], decided_by="rounds_scored", margin=0),
            "Equal in points: Ann wins, having scored in 9 rounds to 8",
        ),
        (
            result([[3, 3]], decided_by="best_round", margin=0),
            "Equal in points and rounds scored: Ann wins by the best single round, 16 to 13",
        ),
        (
            result([[3, 3]], winner=None, decided_by=None, margin=0),
            "A draw: equal in points, in rounds scored and in the best single round",
        ),
        (
            result([[9, 3]], oasis="great_oasis"),
            "Ann wins by 6 points, first ahead in round 1. A Great Oasis: the margin is tripled.",
        ),
        (
            result([[3, 3]], decided_by="rounds_scored", margin=0, oasis="oasis"),
            "Equal in points: Ann wins, having scored in 9 rounds to 8. An Oasis, with no margin to multiply.",
        ),
    ],
)
def test_how_a_match_was_decided(replay, sentence):
    assert plain(sentences.result_sentence(replay, NAMES)) == sentence


def test_what_comes_next():
    assert plain(sentences.awaited({"round": 8, "trick": 4, "leader": "white"}, NAMES)) == "Round 8, trick 4: Bob leads"
    assert sentences.awaited({"round": 6, "trick": None, "leader": None}, NAMES) == "Round 6: the deal comes next"
    assert sentences.awaited_briefly({"round": 6, "trick": None, "leader": None}) == "round 6, dealing"


def test_a_hostile_name_stays_text():
    names = Names.of({"red": "<img/src=x/onerror=alert(1)>", "white": "B"})
    sentence = sentences.play_sentence(turn(numbers=[], off=None, chip="red", plays=[]), None, names)
    assert "<img" not in sentence
    assert "&lt;img" in sentence
