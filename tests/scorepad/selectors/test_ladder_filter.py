"""Statistics of the matches that count for a ladder, against numbers worked out by hand from five small matches."""

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepad.models import Ladder
from scorepad.selectors.asking import Unknown
from scorepad.selectors.filters import Filters
from scorepad.selectors.statistics import club_statistics, player_statistics
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import new_ladder
from tests.scorepad.selectors.conftest import Season

WON = [{"points": {"red": 5, "white": 0}}] * 12


@pytest.fixture
def five(bare: Season) -> Season:
    """In January Ann wins three matches, one of them not rated and one that Bob gave up; in February she wins one and
    loses one."""
    bare.play(bare.ann, bare.bob, 0, WON)
    bare.play(bare.ann, bare.bob, 1, WON, rated=False)
    bare.say(bare.play(bare.ann, bare.bob, 2, WON[:3]), "forfeit", {"seat": "white"})
    bare.play(bare.ann, bare.bob, 28, WON)
    bare.play(bare.bob, bare.ann, 29, WON)
    bare.refresh()
    return bare


def of_ann(season: Season, ladder: Ladder, **filters: Any) -> tuple[int, int]:
    """How many matches are counted, and how many results are told one by one."""
    chosen = Filters(ladder=ladder.pk, **filters)
    told = player_statistics(viewer=season.owner, game="marrakesh", player_id=season.ann.pk, filters=chosen)
    (played,) = (each for each in told.figures if each.figure.key == "matches")
    return int(played.told.value or 0), len(told.form)


@pytest.mark.parametrize(
    ("rules", "matches"),
    [
        ({}, 3),
        ({"forfeits": True}, 4),
        ({"season_end": "2026-01-31"}, 1),
        ({"season_end": "2026-01-31", "forfeits": True}, 2),
        ({"season_start": "2026-02-01"}, 2),
        ({"season_start": "2026-01-02", "season_end": "2026-01-31"}, 0),
    ],
)
def test_only_what_counts_for_the_ladder_is_counted(five: Season, rules: dict[str, Any], matches: int) -> None:
    ladder = new_ladder(five, **rules)
    assert of_ann(five, ladder) == (matches, matches)
    told = club_statistics(viewer=five.owner, game="marrakesh", slug="friday", filters=Filters(ladder=ladder.pk))
    assert told.matches == matches


def test_it_goes_with_other_filters(five: Season) -> None:
    ladder = new_ladder(five, season_end="2026-02-01")
    assert of_ann(five, ladder) == (2, 2)
    assert of_ann(five, ladder, start=date(2026, 2, 1), opponent=five.bob.pk) == (1, 1)
    assert of_ann(five, ladder, grade="points") == (2, 2)
    assert of_ann(five, ladder, grade="tricks") == (0, 0)


def test_a_ladder_of_another_club_or_of_none_is_refused(five: Season, make_circle: Callable[..., Circle]) -> None:
    for ladder in (new_ladder(make_circle("hall", "public")).pk, uuid.uuid4()):
        for told, asked in ((player_statistics, {"player_id": five.ann.pk}), (club_statistics, {"slug": "friday"})):
            with pytest.raises(Unknown) as caught:
                told(viewer=five.owner, game="marrakesh", filters=Filters(ladder=ladder), **asked)
            assert caught.value.code == "unknown_ladder"
            assert caught.value.errors[0]["params"]["parameter"] == "ladder"


def test_it_costs_one_query(five: Season) -> None:
    ladder = new_ladder(five)

    def queries(**filters: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            chosen = Filters(**filters)
            player_statistics(viewer=five.owner, game="marrakesh", player_id=five.ann.pk, filters=chosen)
        return len(captured)

    assert queries(ladder=ladder.pk) == queries(start=date(2026, 1, 1)) + 1
