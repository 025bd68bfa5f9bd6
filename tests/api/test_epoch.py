"""The installation's epoch: the same in every answer, and another one once a backup was played back."""

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import call_command

from scorepad.models import Installation
from scorepad.services import installation
from tests.api.callers import Caller


@pytest.fixture
def looked_at(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the database each time."""
    monkeypatch.setattr(installation, "LOOKED_AT_EVERY", -1.0)
    monkeypatch.setattr(installation, "_last", None)


def told(caller: Caller, path: str) -> UUID:
    return UUID(caller.get(path).headers["Scorepad-Epoch"])


def test_every_answer_tells_it(looked_at: None, owner: Caller) -> None:
    epoch = UUID(owner.get("/").json()["epoch"])
    answers = [(owner, "/clubs/"), (owner, "/nowhere"), (owner, "/clubs/none/"), (Caller("sp_bad"), "/clubs/")]
    assert {told(caller, path) for caller, path in answers} == {epoch}
    assert told(owner, "/clubs/?unknown=1") == epoch


def test_a_dump_played_back_is_another_epoch(looked_at: None, owner: Caller) -> None:
    before = told(owner, "/")
    Installation.objects.update(database="1/2")  # what the dump says of the database that it was made of
    after = told(owner, "/")
    assert after != before
    assert told(owner, "/") == after
    assert Installation.objects.get().epoch == after


def test_who_puts_the_files_back_says_so(looked_at: None, owner: Caller) -> None:
    before, said = told(owner, "/"), StringIO()
    call_command("renew_epoch", stdout=said)
    assert told(owner, "/") != before
    assert str(told(owner, "/")) in said.getvalue()
