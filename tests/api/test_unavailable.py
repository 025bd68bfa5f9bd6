"""While the database is away, or somebody holds what is asked for, a client is told to send the same again."""

from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.api.callers import Caller, problem
from tests.api.plays import ROUND, entry

Json = dict[str, Any]


def test_with_the_database_away_reads_and_writes_ask_to_send_again(
    transactional_db: None, owner: Caller, match: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, sent = f"/matches/{match['id']}/", entry(ROUND, 1)
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nowhere")
        connection.close()
        answers = [owner.get(path), owner.post(f"{path}entries/", sent), Caller().get("/clubs/")]
        connection.close()
    for answer in answers:
        problem(answer, 503, "unavailable")
        assert int(answer["Retry-After"]) >= 1
    assert owner.post(f"{path}entries/", sent).status_code == 201


def test_a_row_that_stays_locked_asks_to_send_again(transactional_db: None, owner: Caller, match: Json) -> None:
    sent = entry(ROUND, 1)
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("LOCK TABLE scorepad_entry IN ACCESS EXCLUSIVE MODE")
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        answers = [
            owner.get(f"/matches/{match['id']}/entries/"),
            owner.post(f"/matches/{match['id']}/entries/", sent),
        ]
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    for answer in answers:
        assert answer.status_code == 503, answer.content
        assert int(answer["Retry-After"]) >= 1
    assert owner.post(f"/matches/{match['id']}/entries/", sent).status_code == 201
