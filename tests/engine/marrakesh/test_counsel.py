"""What an app without rules is told of a trick: the same as the replay of the match in which it is then recorded."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.games import GAMES
from engine.violations import Violation
from tests.engine import oracle
from tests.engine.marrakesh.test_vectors import MATCHES
from tests.engine.strategies import matches

Json = dict[str, Any]

QUESTIONS = GAMES["marrakesh"].questions
WHITE_LEADS = {
    "board": {"red": [1, 1, 0, 1, 1, 2], "white": [0, 1, 1, 1, 1, 0]},
    "turns": {"red": 0, "white": 1},
    "leader": "white",
}


def ask(name: str, **asked: Any) -> Json:
    """The answer, of the shape that is announced, and nothing done to the question."""
    question, before = QUESTIONS[name], deepcopy(asked)
    answer = question.answer(asked)
    assert asked == before
    Draft202012Validator(question.asked).validate(asked)
    Draft202012Validator(question.answered).validate(answer)
    return answer


def refused(name: str, **asked: Any) -> Violation:
    with pytest.raises(Violation) as caught:
        QUESTIONS[name].answer(asked)
    return caught.value


def trick(**changed: Any) -> Json:
    return ask("trick", **{**WHITE_LEADS, **changed})


def recorded(match: Json) -> Iterator[tuple[Json, Json, Json, Json]]:
    """Each trick of a match: as written down, as replayed, the boards and the turns used before it."""
    for round_, replayed in zip(match["record"]["rounds"], match["replay"]["rounds"], strict=True):
        board = {side: list(oracle_board(round_, side)) for side in ("red", "white")} if replayed["tricks"] else {}
        turns = {"red": 0, "white": 0}
        for written, came in zip(round_.get("tricks") or (), replayed["tricks"] or (), strict=True):
            yield written, came, board, dict(turns)
            turns[came["chip"] or came["winner"]] += 1
            board = came["board"]


def oracle_board(round_: Json, side: str) -> Iterator[int]:
    return (round_["setup"][side].count(point) for point in range(1, 7))


def check(match: Json) -> int:
    """Every trick's recorded outcome is among the answers, with its canonical line when it was recorded as a board."""
    tricks = 0
    for written, came, board, turns in recorded(match):
        winner = came["winner"]
        if came["irregular"]:
            if came["plays"] is not None and came["off"] is not None:
                asked = {name: came[name] for name in ("numbers", "extra_numbers")}
                assert came["board"][winner] in [
                    end["board"] for end in ask("plays", board=board[winner], **asked)["ends"]
                ]
            continue
        cards = {name: written[name] for name in ("lead", "reply", "extra", "extra_disregarded") if name in written}
        answer = ask("trick", board=board, turns=turns, leader=came["leader"], **cards)
        for name in ("winner", "kind", "numbers", "extra_numbers"):
            assert answer[name] == came[name]
        moves = came["off"] is not None
        assert answer["extra_due"] == (moves and came["kind"] != "plain")
        found = [end for end in answer["ends"] if end["board"] == came["board"][winner]]
        if moves:
            assert [(end["off"], end["chip"]) for end in found] == [(came["off"], came["chip"])]
            if written.get("plays") is None:
                assert found[0]["plays"] == came["plays"]
            asked = {name: came[name] for name in ("numbers", "extra_numbers")}
            ends = [{name: end[name] for name in ("board", "plays", "off")} for end in answer["ends"]]
            assert ask("plays", board=board[winner], **asked)["ends"] == ends
        else:
            assert (answer["ends"], answer["chip"]) == ([], came["chip"])
        tricks += 1
    return tricks


def test_every_trick_of_the_golden_matches_came_as_the_answers_say() -> None:
    assert sum(map(check, MATCHES)) > 1000


@given(record=matches(ruled=True))
def test_so_does_every_trick_of_matches_played_at_random(record: Json) -> None:
    check({"record": record, "replay": oracle.replay(record)})


def test_the_round_ends_where_the_replay_says_so() -> None:
    for match in MATCHES:
        for round_, replayed in zip(match["record"]["rounds"], match["replay"]["rounds"], strict=True):
            one = {"record": {"rounds": [round_]}, "replay": {"rounds": [replayed]}}
            answers = []
            for written, came, board, turns in recorded(one):
                cards = {name: written[name] for name in ("lead", "reply", "extra") if name in written}
                if came["irregular"]:
                    break
                answer = ask("trick", board=board, turns=turns, leader=came["leader"], **cards)
                ends = [end["over"] for end in answer["ends"] if end["board"] == came["board"][came["winner"]]]
                answers.append(ends[0] if ends else answer["over"])
            else:
                assert answers == [False] * (len(answers) - 1) + [replayed["complete"]] * bool(answers)


@given(
    board=st.lists(st.integers(0, 5), max_size=6).map(lambda men: [men.count(point) for point in range(6)]),
    cards=st.tuples(st.sampled_from("A23456Q"), st.sampled_from("A23456Q")),
    extra=st.sampled_from([(), (1,), (4,), (6, 6, 6, 6), (2,) * 6]),
)
def test_the_ends_are_those_of_a_second_reading(board: list[int], cards: tuple[str, str], extra: Any) -> None:
    first, second = (oracle_value(card) for card in cards)
    numbers = sorted(number for number in ([first] * 4 if first == second else [first, second]) if number)
    ends = {
        tuple(end["board"]): end["plays"]
        for end in ask("plays", board=board, numbers=numbers, extra_numbers=[*extra])["ends"]
    }
    assert ends == oracle.ends(tuple(board), tuple(numbers), tuple(extra))


def oracle_value(card: str) -> int:
    return "QA23456".index(card)


def test_diagram_a_playing_six_three() -> None:
    """ "He could bear off a man from his 6-point and a man from his 3-point, or he could bear off a man from his
    6-point and move a man from his 4-point down to his 1-point"."""
    ends = {tuple(end["board"]): end["off"] for end in ask("plays", board=[2, 0, 1, 2, 0, 1], numbers=[6, 3])["ends"]}
    assert ends[2, 0, 0, 2, 0, 0] == 2
    assert ends[3, 0, 1, 1, 0, 0] == 1


def test_an_extra_card_that_is_due_is_asked_for_and_then_played() -> None:
    matched = {"lead": "5H", "reply": "4H"}
    due = trick(**matched)
    assert (due["winner"], due["kind"], due["extra_due"], due["numbers"]) == ("red", "suit_match", True, [4, 5])
    assert due["extra_numbers"] == []
    assert due == trick(**matched, extra_disregarded=True) == trick(**matched, extra=None)
    drawn = trick(**matched, extra="4C")
    assert (drawn["extra_due"], drawn["extra_numbers"]) == (True, [4, 4, 4, 4])
    assert max(end["off"] for end in due["ends"]) == 2
    assert max(end["off"] for end in drawn["ends"]) == 4


def test_no_man_off_is_a_chip_in_the_winners_own_oval() -> None:
    high = {"red": [0, 0, 0, 2, 2, 2], "white": [1, 1, 1, 1, 1, 1]}
    answer = trick(board=high, leader="red", lead="AS", reply="2H", turns={"red": 2, "white": 3})
    assert {(end["off"], end["chip"], end["over"]) for end in answer["ends"]} == {(0, "red", True)}
    assert (answer["chip"], answer["over"]) == (None, None)


@pytest.mark.parametrize(
    "done", [{"turns": {"red": 3, "white": 1}}, {"board": {"red": [0] * 6, "white": [6, 0, 0, 0, 0, 0]}}]
)
def test_a_winner_who_can_move_no_more_gives_his_opponent_a_chip(done: Json) -> None:
    answer = trick(leader="red", lead="6S", reply="6H", **done)
    assert (answer["winner"], answer["kind"]) == ("red", "doubles")
    assert (answer["numbers"], answer["extra_due"], answer["ends"]) == ([], False, [])
    assert (answer["chip"], answer["over"]) == ("white", False)


def test_it_says_when_that_chip_ends_the_round() -> None:
    answer = trick(leader="red", lead="6S", reply="5H", turns={"red": 3, "white": 2})
    assert (answer["chip"], answer["over"]) == ("white", True)


def test_a_double_pack_is_not_ruled_out() -> None:
    assert trick(lead="QS", reply="QS")["kind"] == "triples"
    assert trick(lead="4S", reply="4S", extra="4S")["extra_numbers"] == [4, 4, 4, 4]


FAULTS = [
    ({"lead": "KD", "reply": "6C"}, "unknown_card", "/lead"),
    ({"lead": "QS", "reply": "QS", "extra": "QS"}, "too_many_copies", "/extra"),
    ({"lead": "QH", "reply": "6C", "extra": "6C"}, "extra_not_due", "/extra"),
    ({"lead": "QH", "reply": "6C", "extra_disregarded": True}, "extra_not_due", "/extra_disregarded"),
    ({"lead": "5H", "reply": "4H", "extra": "6C", "extra_disregarded": True}, "extra_not_due", "/extra_disregarded"),
    ({"lead": "5H", "reply": "5C", "turns": {"red": 1, "white": 3}, "extra": "AS"}, "extra_not_due", "/extra"),
    ({"lead": "5H", "reply": "5C", "turns": {"red": 3, "white": 3}}, "round_over", ""),
    ({"lead": "5H", "reply": "5C", "turns": {"red": 0, "white": 4}}, "malformed", "/turns/white"),
    ({"lead": "5H", "reply": "5C", "turns": {"red": True, "white": 1}}, "malformed", "/turns/red"),
    ({"lead": "5H", "reply": "5C", "turns": {"white": 1}}, "malformed", "/turns/red"),
    (
        {"lead": "5H", "reply": "5C", "board": {"red": [7, 0, 0, 0, 0, 0], "white": [6, 0, 0, 0, 0, 0]}},
        "malformed",
        "/board/red",
    ),
    ({"lead": "5H", "reply": "5C", "leader": "blue"}, "malformed", "/leader"),
    ({"lead": "5H", "reply": None}, "malformed", "/reply"),
    ({"lead": "5H", "reply": "5C", "plays": []}, "malformed", "/plays"),
]


@pytest.mark.parametrize(("changed", "code", "path"), FAULTS)
def test_what_cannot_be_asked_is_refused_at_its_place(changed: Json, code: str, path: str) -> None:
    violation = refused("trick", **{**WHITE_LEADS, **changed})
    assert (violation.code, violation.path) == (code, path)
    assert violation.detail.endswith(".")


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"numbers": [1, 2, 3]}, "/numbers"),
        ({"numbers": [3, 3]}, "/numbers"),
        ({"numbers": [0, 3]}, "/numbers"),
        ({"numbers": [7]}, "/numbers"),
        ({"numbers": None}, "/numbers"),
        ({"extra_numbers": [1, 2]}, "/extra_numbers"),
        ({"extra_numbers": [2, 2]}, "/extra_numbers"),
        ({"board": [0, 0, 0]}, "/board"),
        ({"board": [-1, 0, 0, 0, 0, 2]}, "/board"),
        ({"board": [10**40, 0, 0, 0, 0, 2]}, "/board"),
        ({"board": [1.0, 0, 0, 0, 0, 2]}, "/board/0"),
        ({"extra": "6C"}, "/extra"),
    ],
)
def test_numbers_that_no_card_gives_are_refused(changed: Json, path: str) -> None:
    violation = refused("plays", **{"board": [2, 0, 1, 2, 0, 1], "numbers": [6, 3], **changed})
    assert (violation.code, violation.path) == ("malformed", path)


@pytest.mark.parametrize("asked", [None, [], "trick", 3])
@pytest.mark.parametrize("name", QUESTIONS)
def test_no_object_is_no_question(name: str, asked: Any) -> None:
    with pytest.raises(Violation, match="should be an object"):
        QUESTIONS[name].answer(asked)


@pytest.mark.parametrize("name", QUESTIONS)
def test_its_example_is_answered(name: str) -> None:
    assert ask(name, **QUESTIONS[name].example)["ends"]
