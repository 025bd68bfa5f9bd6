"""Two sinks for what is planned, rows inserted and rows copied: both store the same."""

import json
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scorepad.demo import generator
from scorepad.models import Match
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, rows_of
from scorepad.services.copying import copy_new
from scorepad.services.entries import enter
from scorepad.services.ledger import problems_of
from scorepad.services.planning import History, history_from
from scorepad.services.storage import store_new
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry, vectors

Json = dict[str, Any]

FIRST = datetime(2024, 1, 5, 19, 30, tzinfo=UTC)

# Ids drawn from a sequence, what refers to them, and the moment of the write are not the same twice.
OWN = {"id", "created_at", "updated_at", "stored_at", "since", "marked_at", "round_id"}


def stored(sink: Callable[..., Any], created: list[Any]) -> dict[str, list[str]]:
    """All rows that a sink makes of these histories, which are then gone again."""
    with transaction.atomic():
        sink(created)
        rows = {}
        for model in apps.get_app_config("scorepad").get_models():
            keys = [field.attname for field in model._meta.concrete_fields if field.attname not in OWN]
            rows[model.__name__] = sorted(
                json.dumps(row, default=str, sort_keys=True) for row in model._default_manager.values(*keys)
            )
        for match in Match.objects.all():
            assert list(problems_of(rows_of(match), lines_of(match))) == []
        transaction.set_rollback(True)
    return rows


def history(circle: Circle, evening: datetime, record: Json) -> History:
    """A history of one entry that lays this record down, in a match of its own."""
    written = {name: record[name] for name in ("options", "rounds", "note", "ext") if name in record}
    match = circle.match(played_at=evening.isoformat(), **written)
    return history_from(rows_of(match).game, str(match.pk), lines_of(match))


@pytest.fixture
def created(circle: Circle) -> list[Any]:
    """Histories of the shared vectors, of generated matches, and of one that was corrected, undone and void."""
    records = [*(vector["record"] for vector in vectors()), *(generator.match(Random(seed)) for seed in range(5))]
    with transaction.atomic():
        # On one evening each would be compared with all the others, as the same match recorded twice.
        histories = [history(circle, FIRST + timedelta(weeks=week), record) for week, record in enumerate(records)]
        match = circle.match(rounds=[{"points": {"red": 1, "white": 0}}], ext={"a": [1e2, None, "é"]})
        steps: list[tuple[str, Json]] = [
            ("amend", {"patch": [{"op": "add", "path": "/note", "value": "a\tb\\N\n“c”"}]}),
            ("undo", {}),
            ("forfeit", {"seat": "white"}),
            ("void", {}),
        ]
        for version, (kind, data) in enumerate(steps, start=1):
            given = entry(kind, version, data) | ({"reason": "\\N"} if kind != "undo" else {})
            enter(viewer=circle.owner, match_id=match.pk, entry=given)
        histories.append(history_from(rows_of(match).game, str(match.pk), lines_of(match)))
        transaction.set_rollback(True)
    return [(circle.club, each) for each in histories]


def test_both_sinks_store_the_same(created: list[Any]) -> None:
    assert len(created) > 40
    inserted = stored(store_new, created)
    assert len(inserted["Match"]) == len(created)
    assert stored(copy_new, created) == inserted


def test_what_was_copied_is_gone_on_with_like_any_other(circle: Circle, created: list[Any]) -> None:
    match = next(made for made in copy_new(created) if made.status == "open" and not made.void)
    match.refresh_from_db()
    note = {"patch": [{"op": "add", "path": "/note", "value": "later"}]}
    given = entry("amend", match.version, note) | {"reason": "so it was"}
    enter(viewer=circle.scorer, match_id=match.pk, entry=given)
    match.refresh_from_db()
    assert record_of(rows_of(match))["note"] == "later"


def test_many_cost_as_many_statements_as_one(circle: Circle, created: list[Any]) -> None:
    counts = []
    for some in (created[-2:-1], created[:40]):
        with transaction.atomic():
            with CaptureQueriesContext(connection) as queries:
                copy_new(some)
            counts.append(len(queries))
            transaction.set_rollback(True)
    assert counts[0] == counts[1]


def test_an_id_that_is_there_already_stores_nothing_of_the_rest(circle: Circle, created: list[Any]) -> None:
    with transaction.atomic():
        copy_new(created[:1])
    before = Match.objects.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        copy_new(created[:3])
    assert Match.objects.count() == before
    assert uuid.UUID(created[0][1].match_id) in set(Match.objects.values_list("pk", flat=True))
