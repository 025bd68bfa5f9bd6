"""Whatever is sent, the answer is one of ours: never a 500, and nothing stored that was refused."""

import json
import uuid
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.models import Entry
from tests.api.callers import PROBLEM, Caller
from tests.api.plays import CLOSE, ROUND, SETUP, TRICKS

Json = dict[str, Any]

HERE = settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

FIELDS = ["id", "kind", "base_version", "data", "reason", "entered_at", "device", "entries", "else"]
OF_A_MATCH = ["id", "game", "played_at", "seats", "options", "rated", "table"]
OF_PEOPLE = ["id", "slug", "name", "time_zone", "visibility", "aliases"]
OF_A_ROUND = ["round", "setup", "reshuffled", "exposed", "unplayed", "ovals", "pips", "points", "red", "white"]
OF_A_TRICK = ["trick", "leader", "withdrawn", "lead", "reply", "extra", "extra_disregarded", "plays", "board", "ruling"]
PARTS = [*OF_A_ROUND, *OF_A_TRICK, "note", "card"]
WORDS = ["AS", "QD", "6/off", "6/1", "red", "white", "2026-11-29T19:30:00Z", "x" * 3000, str(uuid.uuid4())]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(WORDS)
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=7) | st.dictionaries(st.sampled_from(PARTS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)
steps = st.sampled_from([ROUND, TRICKS[0], ("expose", {"round": 1, "card": "4S"}), CLOSE, ("undo", {})])


def answered(caller: Caller, path: str, body: Any) -> None:
    before = Entry.objects.count()
    answer = caller.post(path, json.dumps(body).encode())
    assert answer.status_code < 500, (body, answer.content)
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == PROBLEM
        if "results" not in answer.json():
            assert Entry.objects.count() == before


@HERE
@given(step=steps, changed=st.dictionaries(st.sampled_from(FIELDS), anything, max_size=2), version=st.integers(0, 3))
def test_entries_with_anything_anywhere(step: Any, changed: Json, version: int, owner: Caller, match: Json) -> None:
    kind, data = step
    body = {"id": str(uuid.uuid4()), "kind": kind, "base_version": version, "data": data, **changed}
    answered(owner, f"/matches/{match['id']}/entries/", body)


@HERE
@given(step=steps, changed=st.dictionaries(st.sampled_from(PARTS), anything, max_size=3))
def test_entries_with_anything_in_their_data(step: Any, changed: Json, owner: Caller, match: Json) -> None:
    kind, data = step
    version = owner.get(f"/matches/{match['id']}/").json()["version"]
    made = {"round": 1, "setup": SETUP, **changed} if kind == "round" else {**data, **changed}
    body = {"id": str(uuid.uuid4()), "kind": kind, "base_version": version, "data": made}
    answered(owner, f"/matches/{match['id']}/entries/", body)


@HERE
@given(
    changed=st.dictionaries(
        st.sampled_from(["id", "game", "played_at", "seats", "options", "rated", "table"]), anything
    )
)
def test_matches_with_anything_anywhere(changed: Json, owner: Caller, match: Json) -> None:
    seats = {key: seat["player"] for key, seat in match["seats"].items()}
    body = {"id": str(uuid.uuid4()), "club": "closed", "game": "marrakesh", "played_at": "2026-11-29T19:30:00Z"}
    answered(owner, "/matches/", {**body, "seats": seats, **changed})


@HERE
@given(body=st.dictionaries(st.sampled_from(OF_PEOPLE), anything))
def test_clubs_and_players_with_anything_anywhere(body: Json, owner: Caller, closed: Any) -> None:
    answered(owner, "/clubs/", {"slug": "x", "name": "X", **body})
    answered(owner, "/clubs/closed/players/", {"name": "Ann", **body})
