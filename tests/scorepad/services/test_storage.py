"""Many matches stored at once, and the rows that a write leaves alone."""

import uuid

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorepad.games import GAMES
from scorepad.models import Entry, Match, Trick
from scorepad.selectors.journal import Line, lines_of_all
from scorepad.selectors.rows import record_of, replay_of, rows_of_all
from scorepad.services.entries import enter
from scorepad.services.folding import laid_down
from scorepad.services.ledger import problems_of
from scorepad.services.planning import History
from scorepad.services.storage import store_new
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.services.test_vectors import columns
from tests.scorepad.tables import Json, entry, vectors

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
    laid = laid_down(GAME, str(match_id), data)
    return History(GAME, str(match_id), (line,), laid, GAME.rules.replay(laid))


def test_many_matches_stored_at_once_have_the_rows_they_would_have_one_by_one(circle: Circle) -> None:
    records = [vector["record"] for vector in vectors()]
    at_once = store_new([(circle.club, history(circle, record)) for record in records])
    for match, record in list(zip(at_once, records, strict=True))[::6]:
        alone = circle.match(options=record["options"], rounds=record["rounds"])
        assert columns(match.pk) == columns(alone.pk)


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
