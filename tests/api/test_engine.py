"""The rules for whoever asks: the golden matches and faults go in and come out as the engine alone has them."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games import MARRAKESH
from tests.api.callers import PROBLEM, Caller, problem
from tests.api.test_anything import anything
from tests.engine.marrakesh.test_vectors import FAULTS, MATCHES

Json = dict[str, Any]

REPLAY, TRICK, PLAYS = (f"/engine/marrakesh/{name}/" for name in ("replay", "trick", "plays"))
A_TRICK = MARRAKESH.questions["trick"].example
SOME_NUMBERS = MARRAKESH.questions["plays"].example

pytestmark = pytest.mark.django_db


def as_text(text: str | bytes) -> Any:
    raw = text if isinstance(text, bytes) else text.encode()
    return Caller().client.generic("POST", f"/api/v1{REPLAY}", raw, CONTENT_TYPE="text/plain; charset=utf-8")


@pytest.mark.parametrize("match", MATCHES, ids=[f"match-{number}" for number in range(len(MATCHES))])
def test_a_match_comes_back_as_its_replay(match: Json) -> None:
    answer = Caller().post(REPLAY, match["record"])
    assert (answer.status_code, answer.json()) == (200, match["replay"])
    text = as_text(MARRAKESH.dump_text(match["record"]))
    assert (text.status_code, text.json()) == (200, match["replay"])


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{number}-{fault['fault']}" for number, fault in enumerate(FAULTS)])
def test_a_fault_is_refused_at_its_place(fault: Json) -> None:
    said = problem(Caller().post(REPLAY, fault["record"]), 422, fault["code"])
    (error,) = said["errors"]
    assert (error["pointer"], error["record_pointer"]) == (fault["path"], fault["path"])
    assert said["detail"] == error["detail"]


def test_a_fault_in_a_text_is_told_by_line_and_column() -> None:
    written = '[Format "marrakesh-text/1"]\n\nRound 1  red 6 1 2 6 4 5  white 3 5 6 1 4 2\n1. AS 6D  6/off 2/off\n'
    said = problem(as_text(written), 422, "illegal_play")
    (error,) = said["errors"]
    assert (error["pointer"], error["record_pointer"]) == ("", "/rounds/0/tricks/0/plays/1")
    assert (error["params"]["line"], error["params"]["column"]) == (4, 17)
    assert said["legal"] == error["params"]["legal"]


@pytest.mark.parametrize("text", ["", "hello", "\ufeff", '[Format "marrakesh-text/2"]', "Round 1", "\U0001f600"])
def test_a_text_of_no_match_is_refused_and_never_an_empty_match(text: str) -> None:
    problem(as_text(text), 422, "malformed")


def test_a_text_that_is_no_utf8_is_refused() -> None:
    problem(as_text(b'[Format "marrakesh-text/1"]\xff'), 400, "bad_encoding")


def test_a_trick_is_asked_about_before_and_after_the_extra_card() -> None:
    asked = {**A_TRICK, "lead": "5H", "reply": "5H"}
    due = Caller().post(TRICK, asked).json()
    assert (due["winner"], due["kind"], due["extra_due"]) == ("red", "triples", True)
    drawn = Caller().post(TRICK, {**asked, "extra": "2C"}).json()
    assert drawn["extra_numbers"] == [2, 2, 2, 2]
    off = [end for end in drawn["ends"] if end["board"] == [0] * 6]
    line = ["6/1", "6/1", "5/off", "4/off", "2/off", "1/off", "1/off", "1/off"]
    assert off == [{"board": [0] * 6, "plays": line, "off": 6, "chip": None, "over": False}]


def test_numbers_are_asked_about() -> None:
    ends = Caller().post(PLAYS, {"board": [0, 0, 0, 0, 0, 1], "numbers": [2, 6]}).json()["ends"]
    assert ends == [{"board": [0] * 6, "plays": ["6/off"], "off": 1}]


def test_a_trick_that_cannot_be_is_refused_as_the_rules_do() -> None:
    said = problem(Caller().post(TRICK, {**A_TRICK, "extra": "6C"}), 422, "extra_not_due")
    (error,) = said["errors"]
    assert (error["pointer"], error["record_pointer"]) == ("/extra", None)
    problem(Caller().post(TRICK, {**A_TRICK, "hand": ["6C"]}), 422, "malformed")
    problem(Caller().post(PLAYS, {**SOME_NUMBERS, "numbers": [1, 2, 3]}), 422, "malformed")


@pytest.mark.parametrize("path", [REPLAY, TRICK, PLAYS])
def test_nothing_is_looked_up_for_it(path: str) -> None:
    body = {REPLAY: MATCHES[0]["record"], TRICK: A_TRICK, PLAYS: SOME_NUMBERS}[path]
    with CaptureQueriesContext(connection) as queries:
        assert Caller().post(path, body).status_code == 200
    assert len(queries) == 0


@pytest.mark.parametrize(
    "path", ["/engine/", "/engine/marrakesh/", "/engine/chess/replay/", "/engine/marrakesh/repair/"]
)
def test_what_no_game_answers_is_not_there(path: str) -> None:
    problem(Caller().post(path, {}), 404, "not_found")
    problem(Caller().get(path), 404, "not_found")


@pytest.mark.parametrize("path", [REPLAY, TRICK, PLAYS])
def test_it_is_only_asked_by_post_and_takes_no_parameters(path: str) -> None:
    problem(Caller().get(path), 405, "method_not_allowed")
    problem(Caller().post(f"{path}?pack=double", A_TRICK), 400, "unknown_parameter")
    problem(Caller().post(path, b"[]"), 400, "not_an_object")
    problem(Caller().post(path, b"{" * 50), 400, "too_deep")
    problem(Caller().post(path, b""), 400, "malformed_json")
    sent = Caller().client.generic("POST", f"/api/v1{path}", b"{}", content_type="application/xml")
    problem(sent, 415, "unsupported_media_type")


HERE = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def answered(path: str, body: Any) -> None:
    answer = Caller().post(path, json.dumps(body).encode())
    assert answer.status_code < 500, (body, answer.content)
    if answer.status_code != 200:
        assert answer.headers["Content-Type"] == PROBLEM


@HERE
@given(changed=st.dictionaries(st.sampled_from([*MARRAKESH.questions["trick"].asked["properties"], "else"]), anything))
def test_a_trick_with_anything_anywhere(changed: Json) -> None:
    answered(TRICK, {**A_TRICK, **changed})


@HERE
@given(changed=st.dictionaries(st.sampled_from([*SOME_NUMBERS, "else"]), anything))
def test_numbers_with_anything_anywhere(changed: Json) -> None:
    answered(PLAYS, {**SOME_NUMBERS, **changed})


@HERE
@given(
    number=st.integers(0, len(MATCHES) - 1),
    changed=st.dictionaries(st.sampled_from(["setup", "tricks", "ruling", "exposed", "unplayed", "ovals"]), anything),
    around=st.dictionaries(
        st.sampled_from(["format", "options", "players", "ext", "note", "id"]), anything, max_size=1
    ),
)
def test_a_record_with_anything_in_a_round(number: int, changed: Json, around: Json) -> None:
    record = MATCHES[number]["record"]
    first, *others = record["rounds"] or [{}]
    answered(REPLAY, {**record, "rounds": [{**first, **changed}, *others], **around})


@HERE
@given(text=st.text() | st.binary(), at=st.integers(0, 2000))
def test_a_text_with_anything_in_it(text: str | bytes, at: int) -> None:
    written = MARRAKESH.dump_text(MATCHES[0]["record"]).encode()
    added = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    answer = as_text(written[:at] + added + written[at:])
    assert answer.status_code < 500, (text, at)
