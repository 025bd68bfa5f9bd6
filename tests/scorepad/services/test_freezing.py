"""A season's final standings frozen: once, by its owners, when it is over, and never otherwise again."""

import json
import uuid
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import connection

from scorepad.models import Change, Frozen, Ladder
from scorepad.refusals import Busy, Conflict, NotAllowed, NotHere
from scorepad.services import statistics
from scorepad.services.freezing import checksum, freeze
from scorepad.services.hindsight import FrozenSeason, frozen_season
from scorepad.services.ladders import change_ladder
from scorepad.services.rating import refresh
from scorepad.services.verifying_ladders import problems_of
from tests.scorepad.conftest import Circle
from tests.scorepad.services.seasons import (
    ELO,
    LOST,
    SUNDAYS,
    freeze_it,
    made_on,
    played,
    said,
    season,
    today_in,
    up_to_date,
)


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    return season(circle)


def told(circle: Circle, ladder: Ladder) -> FrozenSeason:
    up_to_date(circle)
    return frozen_season(viewer=circle.owner, ladder_id=ladder.pk)


def test_standings_table_and_rules_are_frozen(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    played(circle, 30)  # after the season
    frozen = freeze_it(circle, ladder)
    assert frozen == Frozen.objects.get()
    ann, bob = str(circle.ann.pk), str(circle.bob.pk)
    document = Frozen.objects.get().standings
    assert document["ends"] == SUNDAYS[-1].isoformat() == frozen.ends.isoformat()
    assert document["ladder"] == {
        "id": str(ladder.pk),
        "game": "marrakesh",
        "season_start": "2024-01-01",
        "season_end": "2024-01-28",
        "system": "elo",
        "parameters": ELO,
        "period": "week",
        "least_matches": 0,
        "largest_deviation": None,
        "active_within": None,
        "forfeits": False,
        "table": {
            "points": {"win": 2, "draw": 1, "loss": 0, "bye": 2, "forfeit_win": 2, "forfeit_loss": 0},
            "tiebreaks": ["direct", "margin", "wins"],
            "byes": {},
        },
    }
    assert [(row["player"], row["place"], row["rating"], row["matches"]) for row in document["standings"]] == [
        (ann, 1, 1516.0, 1), (bob, 2, 1484.0, 1)
    ]  # fmt: skip
    assert [(row["player"], row["place"], row["points"], row["margin"]) for row in document["table"]] == [
        (ann, 1, 2, 36), (bob, 2, 0, -36)
    ]  # fmt: skip
    assert frozen.frozen_by == circle.owner.user
    assert Change.objects.filter(what="ladder", ref=ladder.pk).count() == 1


def test_the_checksum_is_of_the_canonical_form(circle: Circle, ladder: Ladder) -> None:
    """Here no number and no name needs more of RFC 8785 than sorted members and no spaces, so Python writes it too."""
    frozen = freeze_it(circle, ladder)
    plain = json.dumps(frozen.standings, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert frozen.checksum == sha256(plain.replace(".0,", ",").replace(".0}", "}").encode()).hexdigest()
    assert checksum(Frozen.objects.get().standings) == frozen.checksum
    assert checksum({**frozen.standings, "ends": "2024-01-27"}) != frozen.checksum


def test_the_checksum_holds_after_the_database_has_kept_it(circle: Circle) -> None:
    glicko2 = season(
        circle, system="glicko2", parameters={"rating": 1500.0, "deviation": 350.0, "volatility": 0.06, "tau": 0.5}
    )
    for day in range(0, 28, 3):
        played(circle, day, LOST if day % 2 else LOST[:4] + [{"points": {"red": 9, "white": 0}}] * 8)
    frozen = freeze_it(circle, glicko2)
    stored = Frozen.objects.get()
    assert len(stored.standings["standings"]) == 2
    assert stored.standings == frozen.standings
    assert checksum(stored.standings) == frozen.checksum


def test_it_is_frozen_once(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    first = freeze_it(circle, ladder)
    played(circle, 1, LOST)
    again = freeze(viewer=circle.owner, ladder_id=ladder.pk)  # not even up to date
    assert (again.obj, again.new) == (first, False)
    assert Frozen.objects.count() == 1


def test_not_before_the_season_has_ended(circle: Circle, ladder: Ladder) -> None:
    up_to_date(circle)
    for ends, code in [(None, "season_without_end"), (today_in(ladder), "season_under_way")]:
        Ladder.objects.filter(pk=ladder.pk).update(season_end=ends)
        with pytest.raises(Conflict) as refused:
            freeze(viewer=circle.owner, ladder_id=ladder.pk)
        assert refused.value.code == code
    assert not Frozen.objects.exists()
    Ladder.objects.filter(pk=ladder.pk).update(season_end=today_in(ladder) - timedelta(days=1))
    assert freeze(viewer=circle.owner, ladder_id=ladder.pk).new


def test_not_while_something_is_to_be_rated(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    with pytest.raises(Busy):
        freeze(viewer=circle.owner, ladder_id=ladder.pk)
    list(refresh(club_id=circle.club.pk))
    assert freeze(viewer=circle.owner, ladder_id=ladder.pk).new


def test_nor_while_facts_that_part_are_not_there(circle: Circle) -> None:
    ladder = season(circle, table={"tiebreaks": ["points"]})
    played(circle, 0)
    list(refresh(club_id=circle.club.pk))
    with pytest.raises(Busy):
        freeze(viewer=circle.owner, ladder_id=ladder.pk)
    list(statistics.refresh(club_id=circle.club.pk))
    assert freeze(viewer=circle.owner, ladder_id=ladder.pk).new


def test_owners_freeze_and_whoever_reads_the_club_reads_it(circle: Circle, ladder: Ladder) -> None:
    up_to_date(circle)
    for viewer, refusal in [
        (circle.scorer, NotAllowed),
        (circle.member, NotAllowed),
        (circle.stranger, NotHere),
        (circle.nobody, NotHere),
    ]:
        with pytest.raises(refusal):
            freeze(viewer=viewer, ladder_id=ladder.pk)
    assert not Frozen.objects.exists()
    with pytest.raises(NotHere):
        frozen_season(viewer=circle.member, ladder_id=ladder.pk)
    freeze_it(circle, ladder)
    assert frozen_season(viewer=circle.member, ladder_id=ladder.pk).frozen == Frozen.objects.get()
    for viewer in (circle.stranger, circle.nobody):
        with pytest.raises(NotHere):
            frozen_season(viewer=viewer, ladder_id=ladder.pk)
    with pytest.raises(NotHere):
        freeze(viewer=circle.owner, ladder_id=uuid.uuid4())


def test_a_later_correction_changes_nothing_of_it_and_is_told(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    freeze_it(circle, ladder)
    before = Frozen.objects.values().get()
    assert not told(circle, ladder).since.corrections
    late = played(circle, 27, LOST)
    played(circle, 28, LOST)  # of no season
    since = told(circle, ladder).since
    assert Frozen.objects.values().get() == before
    assert [row.match for row in since.corrections] == [late.pk]
    # A win each, 36 to 0 either way: level in all that the table asks.
    assert [(row.player, row.then, row.now) for row in since.table] == [(circle.bob.pk, (2, 0), (1, 2))]
    assert [row.player for row in since.standings] == [circle.ann.pk, circle.bob.pk]
    said(circle, late, "void")
    assert told(circle, ladder).since.corrections == ()
    assert told(circle, ladder).since.table == told(circle, ladder).since.standings == ()


def test_other_rules_afterwards_are_told(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    freeze_it(circle, ladder)
    change_ladder(
        viewer=circle.owner, ladder_id=ladder.pk, name="Summer", table={"points": {"win": 3}}, season_end=SUNDAYS[2]
    )
    since = told(circle, ladder).since
    assert set(since.rules) == {"table", "season_end"}
    assert since.rules["season_end"] == {"then": "2024-01-28", "now": "2024-01-21"}
    assert [(row.then, row.now) for row in since.table] == [((1, 2), (1, 3))]


def test_a_ladder_made_after_its_season_can_be_frozen(circle: Circle, ladder: Ladder) -> None:
    made_on(ladder, today_in(ladder))
    played(circle, 0)
    assert freeze_it(circle, ladder).standings["table"]


def test_whoever_has_planted_something_else_is_found_out(circle: Circle, ladder: Ladder) -> None:
    """With the trigger out of the way, as somebody with the database in his hands could have it."""
    played(circle, 0)
    frozen = freeze_it(circle, ladder)
    assert list(problems_of(ladder)) == []
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE scorepad_frozen DISABLE TRIGGER frozen_for_ever")
        cursor.execute("UPDATE scorepad_frozen SET standings = jsonb_set(standings, '{table,0,points}', '3')")
        cursor.execute("ALTER TABLE scorepad_frozen ENABLE TRIGGER frozen_for_ever")
    stored = Frozen.objects.get()
    assert (stored.checksum, checksum(stored.standings) == stored.checksum) == (frozen.checksum, False)
    (problem,) = problems_of(ladder)
    assert (problem.match, problem.code) == (str(ladder.pk), "frozen")
