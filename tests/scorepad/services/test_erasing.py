"""A club deleted by its owner: warned of, gone at once, erased to the last row, and nothing else with it."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction

from scorepad.models import Club, Entry, Frozen, Match, Published
from scorepad.refusals import Conflict, NotAllowed, NotHere
from scorepad.selectors.access import visible_clubs, visible_matches
from scorepad.services import erasing
from scorepad.services.entries import enter
from scorepad.services.tokens import authenticate, issue_token
from scorepad.tasks.erasing import erase_club, sweep
from tests.scorepad.conftest import Circle
from tests.scorepad.models.test_published import TOLD
from tests.scorepad.services.test_rating import make
from tests.scorepad.tables import SETUP, entry


def rows() -> dict[str, int]:
    models = apps.get_app_config("scorepad").get_models()
    return {model.__name__: model._default_manager.count() for model in models if model.__name__ != "User"}


def fill(circle: Circle) -> None:
    """Matches of every sort: with tricks, undone, void as a duplicate; a token of the club; and a ladder with all that
    was told of it."""
    first, second = circle.match(), circle.match()
    steps: list[tuple[str, dict[str, Any]]] = [
        ("round", {"round": 1, "setup": SETUP}),
        ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}),
        ("undo", {}),
    ]
    for version, (kind, data) in enumerate(steps, start=1):
        enter(viewer=circle.scorer, match_id=first.pk, entry=entry(kind, version, data))
    double = entry("void", 1, {"duplicate_of": str(first.pk)}) | {"reason": "twice"}
    assert circle.owner.user is not None
    token = issue_token(user=circle.owner.user, name="t", scopes=["manage"], club=circle.club)[1]
    viewer = authenticate(token)
    assert viewer is not None
    enter(viewer=viewer, match_id=second.pk, entry=double)
    ladder = make(circle)
    Published.objects.create(ladder=ladder, period=date(2026, 1, 5), **TOLD)
    Frozen.objects.create(ladder=ladder, checksum="0" * 64, frozen_by=circle.owner.user, **TOLD)


@pytest.fixture
def other(make_circle: Callable[..., Circle]) -> Circle:
    made = make_circle("saturday")
    fill(made)
    return made


def test_a_deleted_club_leaves_no_row_and_takes_nothing_else(other: Circle, make_circle: Callable[..., Circle]) -> None:
    before = rows()
    circle = make_circle("friday")
    fill(circle)
    circle.match()
    with pytest.raises(Conflict) as warned:
        erasing.delete_club(viewer=circle.owner, slug="friday", confirm=None)
    assert warned.value.params["goes"] == {
        "matches": 3, "entries": 7, "players": 2, "members": 3, "tokens": 1, "imports": 0, "ladders": 1, "frozen": 1,
    }  # fmt: skip
    with pytest.raises(Conflict):
        erasing.delete_club(viewer=circle.owner, slug="friday", confirm="saturday")
    assert Club.objects.get(slug="friday").deleted_at is None
    erasing.delete_club(viewer=circle.owner, slug="friday", confirm="friday")
    assert not visible_clubs(circle.owner).filter(pk=circle.club.pk).exists()
    assert not visible_matches(circle.owner).exists()
    make_circle_again = rows()
    assert make_circle_again["Match"] == before["Match"] + 3  # out of sight, and not yet erased
    sweep()
    assert rows() == before
    erase_club(str(circle.club.pk))
    sweep()
    assert rows() == before
    assert Match.objects.filter(club=other.club, void=True).count() == 1


def test_its_slug_is_free_at_once(circle: Circle, make_circle: Callable[..., Circle]) -> None:
    erasing.delete_club(viewer=circle.owner, slug="friday", confirm="friday")
    assert Club.objects.filter(slug="friday").count() == 0
    with pytest.raises(NotHere):
        erasing.delete_club(viewer=circle.owner, slug="friday", confirm="friday")


def test_a_club_is_its_owners_to_delete(circle: Circle) -> None:
    for who, refusal in ((circle.scorer, NotAllowed), (circle.member, NotAllowed), (circle.stranger, NotHere)):
        with pytest.raises(refusal):
            erasing.delete_club(viewer=who, slug="friday", confirm="friday")
    assert Club.objects.get(slug="friday").deleted_at is None


def test_the_journal_of_a_club_that_stands_cannot_be_erased(circle: Circle) -> None:
    circle.match()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Entry.objects.all()._raw_delete("default")
    erasing._name(circle.club)  # of no avail while the club is not deleted
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Entry.objects.all()._raw_delete("default")
    erasing.erase(club_id=circle.club.pk)  # a job for a club that was never deleted
    assert Entry.objects.count() == 1
