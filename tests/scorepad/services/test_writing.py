"""One write, one transaction: what the database says when it has had enough of us."""

import time

import pytest
from django.db import InternalError, connection

from scorepad.refusals import Busy
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
