"""Many matches stored at once, and the rows that a write leaves alone."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.marrakesh.record import normalised
from scorepad.games import GAMES
from scorepad.models import Entry, Match, Round, Seat, Setup, Trick
from scorepad.selectors.journal import Line, lines_of_all
from scorepad.selectors.rows import record_of, replay_of, rows_of_all
from scorepad.services.entries import enter
from scorepad.services.ledger import problems_of
from scorepad.services.planning import History, history_from
from scorepad.services.storage import store_new
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import Json, entry, vectors, written_down

GAME = GAMES["marrakesh"]


def history(circle: Circle, record: Json) -> History:
    """A match that was written down whole, as an import has it."""
    assert circle.owner.user is not None
    match_id = uuid.uuid4()
    data = {
        "club": str(circle.club.pk),
        "game": "marrakesh",
        "seats": {"red": str(circle.ann.pk), "white": str(circle.bob.pk)},
        "played_at": EVENING,
        "rated": True,
        "table": "",
        "options": record["options"],
        "rounds": record["rounds"],
    }
    user, now = circle.owner.user, timezone.now()
    line = Line(1, match_id, "create", data, None, None, user.pk, user.username, None, None, None, now)
    return history_from(GAME, str(match_id), (line,))


def columns(match_id: uuid.UUID) -> list[Json]:
    """What the tables hold of a match, but for ids, versions and moments."""
    apart = {"id", "match_id", "round_id", "version", "created_at", "updated_at"}
    return [
        {name: value for name, value in row.items() if name not in apart}
        for rows in (
            Match.objects.filter(pk=match_id),
            Seat.objects.filter(match=match_id).order_by("number"),
            Round.objects.filter(match=match_id).order_by("number"),
            Setup.objects.filter(round__match=match_id).order_by("round__number"),
            Trick.objects.filter(round__match=match_id).order_by("round__number", "number"),
        )
        for row in rows.values()
    ]


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(2, id="old score pads: ovals, pips, points"),
        pytest.param(3, id="ruled tricks, withdrawn and unplayed cards, a reshuffle"),
        pytest.param(4, id="ruled rounds"),
        pytest.param(7, id="a double pack, cards seen by accident, a round under way"),
        pytest.param(27, id="a single pack, a trick awaited"),
    ],
)
def test_one_of_many_stored_at_once_has_the_rows_of_one_stored_in_steps(circle: Circle, number: int) -> None:
    """Two ways into the tables, one set of rows."""
    records = [normalised(vector["record"]) for vector in vectors()[number - 1 : number + 2]]
    at_once = store_new([(circle.club, history(circle, record)) for record in records])[1]
    in_steps = circle.match(options=records[1]["options"])
    for version, (kind, data) in enumerate(written_down(records[1]), start=1):
        enter(viewer=circle.scorer, match_id=in_steps.pk, entry=entry(kind, version, data))
    assert columns(at_once.pk) == columns(in_steps.pk)


def test_many_cost_as_many_queries_as_one(circle: Circle) -> None:
    records = [vector["record"] for vector in vectors() if vector["replay"]["complete"]]
    counts = []
    for some in (records[:1], records[:8]):
        histories = [(circle.club, history(circle, record)) for record in some]
        with CaptureQueriesContext(connection) as queries:
            store_new(histories)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_many_are_read_back_as_they_were(circle: Circle) -> None:
    wanted = {uuid.UUID(one.match_id): one for one in (history(circle, vector["record"]) for vector in vectors()[:12])}
    matches = store_new([(circle.club, one) for one in wanted.values()])
    lines = lines_of_all(matches)
    for rows in rows_of_all(Match.objects.select_related("club")):
        one = wanted[rows.match.pk]
        assert (record_of(rows), replay_of(rows)) == (one.record, one.replay)
        assert list(problems_of(rows, lines[rows.match.pk])) == []


def test_an_undo_of_a_whole_round_leaves_the_other_rows_alone(circle: Circle) -> None:
    record = next(vector["record"] for vector in vectors() if "tricks" in vector["record"]["rounds"][0])
    match = circle.match(options=record["options"], rounds=record["rounds"][:1])
    before = list(Trick.objects.order_by("pk").values())
    points = {"round": 2, "points": {"red": 3, "white": 0}}
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, points))
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("undo", 2, {}))
    assert list(Trick.objects.order_by("pk").values()) == before
    assert Entry.objects.filter(match=match).count() == 3
