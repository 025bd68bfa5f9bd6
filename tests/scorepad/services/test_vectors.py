"""The specification's matches, laid down whole; entry by entry they come in tests/journeys, over HTTP. And what is
rehearsed, or sent again, says what is stored."""

from typing import Any

import pytest

from engine.marrakesh.record import normalised
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, rows_of
from scorepad.selectors.sheets import Sheet, sheet
from scorepad.services.entries import enter, enter_all
from scorepad.services.folding import fold
from scorepad.services.ledger import problems_of
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import Json, entry, vectors, written_down

VECTORS = vectors()


def whole(record: Json) -> dict[str, Any]:
    return {name: record[name] for name in ("options", "rounds", "note", "ext") if name in record}


def assert_is(sheet: Sheet, vector: Json) -> None:
    """The sheet shows the record as it was written down and the replay as the specification has it."""
    expected = normalised(vector["record"])
    for name in ("options", "rounds", "note", "ext"):
        assert sheet.record.get(name) == expected.get(name)
    assert sheet.replay == vector["replay"]


def assert_folds(sheet: Sheet) -> None:
    rows, lines = rows_of(sheet.match), lines_of(sheet.match)
    assert [line.version for line in lines] == list(range(1, sheet.version + 1))
    assert fold(rows.game, str(sheet.match.pk), lines) == record_of(rows)
    assert list(problems_of(rows, lines)) == []


@pytest.mark.parametrize("vector", VECTORS)
def test_a_record_laid_down_whole_comes_back_as_it_is(circle: Circle, vector: Json) -> None:
    match = circle.match(**whole(vector["record"]))
    shown = sheet(viewer=circle.owner, match_id=match.pk)
    assert_is(shown, vector)
    assert_folds(shown)
    assert shown.match.status == ("complete" if vector["replay"]["complete"] else "open")


def test_rehearsed_entries_say_what_the_stored_ones_then_say(circle: Circle) -> None:
    vector = VECTORS[0]
    match = circle.match(options=vector["record"].get("options"))
    entries = [entry(kind, 1, data) for kind, data in written_down(vector["record"])]
    for one in entries[1:]:
        del one["base_version"]
    rehearsed = enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries, dry_run=True)
    assert sheet(viewer=circle.owner, match_id=match.pk).version == 1
    stored = enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries)
    assert [(v.version, v.effect, v.running, v.awaiting, v.stored) for v in rehearsed] == [
        (v.version, v.effect, v.running, v.awaiting, False) for v in stored
    ]
    assert all(verdict.stored for verdict in stored)


def test_an_answer_lost_at_any_point_is_given_again(circle: Circle) -> None:
    vector = VECTORS[0]
    match = circle.match(options=vector["record"].get("options"))
    entries = [entry(kind, version, data) for version, (kind, data) in enumerate(written_down(vector["record"]), 1)]
    first = [enter(viewer=circle.scorer, match_id=match.pk, entry=one) for one in entries]
    again = [enter(viewer=circle.scorer, match_id=match.pk, entry=one) for one in entries]
    for before, after in zip(first, again, strict=True):
        assert before.stored
        assert not after.stored
        assert {name: getattr(after, name) for name in after.__slots__ if name != "stored"} == {
            name: getattr(before, name) for name in before.__slots__ if name != "stored"
        }
    assert sheet(viewer=circle.owner, match_id=match.pk).version == len(entries) + 1
