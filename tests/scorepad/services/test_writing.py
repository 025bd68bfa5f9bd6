"""One write, one transaction: what the database says when it has had enough of us."""

import time
from typing import Any

import pytest
from django.db import InternalError, connection

from scorepad.models import ApiToken, Club, Import, Invitation, Ladder, Match, Pairing, Player
from scorepad.refusals import Busy, Conflict
from scorepad.services.writing import writing


def test_whoever_was_away_too_long_in_a_transaction_may_send_again(transactional_db: None) -> None:
    def dawdle() -> None:
        with writing(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '20ms'")
            time.sleep(0.2)
            cursor.execute("SELECT 1")

    with pytest.raises(Busy):
        dawdle()


def test_what_is_broken_in_the_database_itself_is_not_called_busy(db: None) -> None:
    with pytest.raises(InternalError), writing(), connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE 'broken' USING ERRCODE = 'XX000'; END $$")


@pytest.mark.parametrize("model", [ApiToken, Club, Import, Invitation, Ladder, Match, Pairing, Player])
def test_an_id_that_somebody_else_was_quicker_with_is_a_conflict(db: None, model: Any) -> None:
    name = f"{model._meta.db_table}_pkey"
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_constraint WHERE conname = %s", [name])
        assert cursor.fetchone()
    with pytest.raises(Conflict, match="id_in_use"), writing(), connection.cursor() as cursor:
        cursor.execute(
            f"DO $$ BEGIN RAISE 'taken' USING ERRCODE = 'unique_violation', CONSTRAINT = '{name}'; END $$",
        )
