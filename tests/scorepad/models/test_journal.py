"""The journal is for ever: neither SQL nor the ORM changes it."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from scorepad.models import Entry, Match
from tests.scorepad.conftest import Circle
from tests.scorepad.models.test_constraints import run


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE scorepad_entry SET reason = 'never mind'",
        "UPDATE scorepad_entry SET data = data",
        "DELETE FROM scorepad_entry",
        "DELETE FROM scorepad_match",
    ],
)
def test_entries_are_neither_changed_nor_deleted(match: Match, sql: str) -> None:
    before = list(Entry.objects.values())
    with pytest.raises(IntegrityError), transaction.atomic():
        run(sql)
    assert list(Entry.objects.values()) == before


def test_the_orm_cannot_either(match: Match) -> None:
    entry = Entry.objects.get()
    entry.reason = "never mind"
    for change in (entry.save, entry.delete, Entry.objects.all().delete, match.delete):
        with pytest.raises(Exception, match=r"append-only|protected"), transaction.atomic():
            change()
    assert Entry.objects.get().reason is None


def test_only_a_test_database_may_be_emptied(match: Match) -> None:
    """The trigger asks for the database's name; under a name that is no test's, the same function refuses."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('scorepad_journal_is_for_ever'::regproc)")
        source = cursor.fetchone()[0]
        cursor.execute(source.replace("current_database()", "'scorepad'"))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        run("TRUNCATE scorepad_entry")
    assert Entry.objects.count() == 1


def test_data_comes_back_as_it_was_written(circle: Circle) -> None:
    """Numbers that jsonb would rewrite, and an app's own nulls, are no business of ours."""
    ext = {"b": 1e22, "a": [1.0, None, {"deep": -0.0}], "text": "ünïcødé"}
    match = circle.match(id=uuid.uuid4(), ext=ext)
    match.refresh_from_db()
    assert repr(match.ext) == repr(ext)
    assert repr(Entry.objects.get(match=match).data["ext"]) == repr(ext)
