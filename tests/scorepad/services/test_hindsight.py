"""What was known then, and what came since: the corrections that explain why another would be told now."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scorepad.models import Ladder, Published
from scorepad.refusals import NotHere
from scorepad.selectors.asking import Unknown
from scorepad.services.anonymising import anonymise
from scorepad.services.hindsight import Hindsight, KnownThen, known_then
from scorepad.services.ladders import change_ladder
from scorepad.services.merging import merge, unmerge
from scorepad.services.players import create_player
from scorepad.services.publishing import publish
from tests.scorepad.conftest import Circle
from tests.scorepad.services.seasons import (
    LOST,
    MONDAY,
    SUNDAYS,
    WON,
    moved,
    played,
    publish_all,
    said,
    season,
    up_to_date,
)


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    return season(circle)


def then(circle: Circle, ladder: Ladder, week: int = 0, **given: Any) -> KnownThen:
    return known_then(**{"viewer": circle.owner, "ladder_id": ladder.pk, "day": SUNDAYS[week]} | given)


def since(circle: Circle, ladder: Ladder, week: int = 0) -> Hindsight:
    up_to_date(circle)
    return then(circle, ladder, week).since


def test_what_was_published_last_by_that_day_is_what_was_known(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    publish_all(circle)
    for day, ends in [
        (SUNDAYS[0], SUNDAYS[0]),
        (SUNDAYS[1] - timedelta(days=1), SUNDAYS[0]),
        (SUNDAYS[1], SUNDAYS[1]),
        (SUNDAYS[3] + timedelta(days=100), SUNDAYS[3]),
        (None, SUNDAYS[3]),
    ]:
        assert then(circle, ladder, day=day).published.ends == ends
    known = then(circle, ladder)
    assert [(known.people[row.player].name, row.place, row.rating.rating, row.change) for row in known.rows] == [
        ("Ann", 1, 1516.0, None), ("Bob", 2, 1484.0, None)
    ]  # fmt: skip
    with pytest.raises(Unknown, match="published"):
        then(circle, ladder, day=MONDAY)


def test_where_nothing_came_since_nothing_is_told(circle: Circle, ladder: Ladder) -> None:
    match = played(circle, 0)
    publish_all(circle)
    played(circle, 8)  # of a later week
    played(circle, 1, rated=False)
    said(circle, match, "amend", patch=[{"op": "add", "path": "/note", "value": "by candle light"}])
    assert since(circle, ladder) == Hindsight((), (), (), False, (), {}, 0)


def test_a_late_match_explains_the_difference(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    publish_all(circle)
    late = played(circle, 1, LOST)
    found = since(circle, ladder)
    # One win each in the same week: both are 1500 again, and share the first place.
    moves = {row.player: (row.then, row.now) for row in found.standings}
    assert moves == {
        circle.ann.pk: ((1, 1516.0), (1, 1500.0)),
        circle.bob.pk: ((2, 1484.0), (1, 1500.0)),
    }
    (one,) = found.corrections
    assert (one.match, one.then) == (late.pk, None)
    assert one.now is not None
    assert (one.now.played_on, one.now.scores, one.now.places) == (MONDAY + timedelta(days=1), (0, 36), (2, 1))
    assert [line.kind for line in one.entries] == ["create"]
    # What was published afterwards knew of it, had it been there; the weeks that were published before did not.
    assert [row.match for row in since(circle, ladder, 3).corrections] == [late.pk]


def test_a_match_that_is_void_now_counted_then(circle: Circle, ladder: Ladder) -> None:
    match = played(circle, 0)
    publish_all(circle)
    said(circle, match, "void")
    found = since(circle, ladder)
    assert [(row.then, row.now) for row in found.standings] == [((1, 1516.0), None), ((2, 1484.0), None)]
    (one,) = found.corrections
    assert one.now is None
    assert one.then is not None
    assert one.then.scores == (36, 0)
    assert [(line.kind, line.reason, line.actor) for line in one.entries] == [("void", "so it was", "friday-owner")]
    said(circle, match, "restore")
    assert since(circle, ladder).corrections == since(circle, ladder).standings == ()


def test_a_corrected_score_is_told_as_it_was_and_is(circle: Circle, ladder: Ladder) -> None:
    match = played(circle, 0)
    publish_all(circle)
    said(circle, match, "amend", patch=[{"op": "replace", "path": "/rounds/0/points", "value": {"red": 1, "white": 0}}])
    (one,) = since(circle, ladder).corrections
    assert one.then is not None
    assert one.now is not None
    assert (one.then.scores, one.now.scores) == ((36, 0), (34, 0))
    assert since(circle, ladder).standings == ()  # the same result: without a margin it rates the same


def test_a_match_that_was_moved_is_told_where_it_was_and_where_it_came_to(circle: Circle, ladder: Ladder) -> None:
    first, third = played(circle, 0), played(circle, 15, LOST)
    publish_all(circle)
    moved(circle, first, 16)
    moved(circle, third, 2)
    found = {row.match: (row.then, row.now) for row in since(circle, ladder).corrections}
    assert set(found) == {first.pk, third.pk}
    (was, now), (came, stays) = found[first.pk], found[third.pk]
    assert was is not None
    assert stays is not None
    assert (was.played_on, now) == (MONDAY, None)
    assert (came, stays.played_on) == (None, MONDAY + timedelta(days=2))


def test_a_match_played_on_into_the_next_week_counted_not_then(circle: Circle, ladder: Ladder) -> None:
    match = played(circle, 6, WON[:11])
    publish_all(circle)
    said(circle, match, "round", round=12, **WON[11])
    (one,) = since(circle, ladder).corrections
    assert one.then is None
    assert one.now is not None
    assert one.entries == ()  # nothing but play


def test_published_later_knew_of_what_was_entered_before(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    up_to_date(circle)
    list(publish(club_id=circle.club.pk))
    first = Published.objects.get(ends=SUNDAYS[0])
    other = season(circle, name="Other")
    played(circle, 1)
    publish_all(circle)
    assert Published.objects.get(ladder=other, ends=SUNDAYS[0]).position > first.position
    assert len(since(circle, ladder).corrections) == 1
    assert since(circle, other).corrections == ()


def test_merges_are_told(circle: Circle, ladder: Ladder) -> None:
    anne = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Anne").obj
    played(circle, 0)
    played(circle, 1, seats={"red": anne.pk, "white": circle.bob.pk})
    publish_all(circle)
    merge(viewer=circle.owner, player_id=anne.pk, into=circle.ann.pk)
    found = since(circle, ladder)
    assert [(row.player, row.then, row.now) for row in found.merges] == [(anne.pk, None, circle.ann.pk)]
    assert found.corrections == ()
    # Ann and Anne had won a match each; she who is both has won two.
    assert {row.player: (row.then, row.now) for row in found.standings} == {
        circle.ann.pk: ((1, 1516.0), (1, 1532.0)),
        anne.pk: ((1, 1516.0), None),
        circle.bob.pk: ((3, 1468.0), (2, 1468.0)),
    }
    names = then(circle, ladder).people
    assert {names[circle.ann.pk].name, names[anne.pk].name} == {"Ann", "Anne"}
    assert names[anne.pk].id == anne.pk
    unmerge(viewer=circle.owner, player_id=anne.pk)
    assert since(circle, ladder) == Hindsight((), (), (), False, (), {}, 0)


def test_other_rules_are_told(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    publish_all(circle)
    change_ladder(viewer=circle.owner, ladder_id=ladder.pk, name="Other", parameters={"factor": 16}, least_matches=2)
    found = since(circle, ladder)
    assert {name: (rule["then"], rule["now"]) for name, rule in found.rules.items()} == {
        "parameters": (ladder.parameters, ladder.parameters | {"factor": 16.0}),
        "least_matches": (0, 2),
    }
    assert [(row.then, row.now) for row in found.standings] == [
        ((1, 1516.0), (None, 1508.0)), ((2, 1484.0), (None, 1492.0))
    ]  # fmt: skip


def test_weeks_that_have_become_months_are_still_told(circle: Circle, ladder: Ladder) -> None:
    """As known now of that Sunday, which lies amid a month."""
    played(circle, 0)
    played(circle, 8)
    publish_all(circle)
    change_ladder(viewer=circle.owner, ladder_id=ladder.pk, period="month")
    assert since(circle, ladder, 0).standings == ()
    # Two wins of the same month, both rated from 1500.
    assert [row.now for row in since(circle, ladder, 1).standings] == [(1, 1532.0), (2, 1468.0)]


def test_who_and_why_are_for_those_who_may_know(make_circle: Callable[..., Circle]) -> None:
    circle = make_circle(visibility="public")
    ladder = season(circle)
    match, unfinished = played(circle, 0), played(circle, 1)
    publish_all(circle)
    said(circle, match, "void")
    said(circle, unfinished, "amend", patch=[{"op": "remove", "path": "/rounds/11"}])
    unfinished.refresh_from_db()
    assert unfinished.status == "open"

    def told(viewer: Any) -> list[tuple[str | None, str]]:
        found = then(circle, ladder, viewer=viewer).since.corrections
        return [(line.reason, line.actor) for row in found for line in row.entries]

    assert told(circle.scorer) == [("so it was", "friday-owner")] * 2
    assert told(circle.member) == [("so it was", "friday-owner"), (None, "friday-owner")]
    assert told(circle.nobody) == [("so it was", ""), (None, "")]


def test_a_stranger_finds_nothing(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    publish_all(circle)
    assert then(circle, ladder, viewer=circle.member).rows
    for viewer in (circle.stranger, circle.nobody):
        with pytest.raises(NotHere):
            then(circle, ladder, viewer=viewer)


def test_whoever_is_made_anonymous_is_so_in_what_was_published(circle: Circle, ladder: Ladder) -> None:
    played(circle, 0)
    publish_all(circle)
    before = list(Published.objects.values())
    anonymise(viewer=circle.owner, player_id=circle.ann.pk)
    assert list(Published.objects.values()) == before
    assert "Ann" not in str([row["standings"] for row in before])
    known = then(circle, ladder)
    assert known.people[circle.ann.pk].name.startswith("Anonymous")
    assert known.since == Hindsight((), (), (), False, (), {}, 0)


def test_only_so_many_corrections_are_told(circle: Circle, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    publish_all(circle)
    late = [played(circle, day) for day in (2, 0, 1)]
    monkeypatch.setattr("scorepad.services.hindsight.MOST_CORRECTED", 2)
    found = since(circle, ladder)
    assert ([row.match for row in found.corrections], found.more) == ([late[1].pk, late[2].pk], True)
    monkeypatch.setattr("scorepad.services.hindsight.MOST_CORRECTED", 3)
    assert not since(circle, ladder).more


@pytest.mark.parametrize("corrections", [1, 12])
def test_it_is_read_in_as_many_queries_however_much_came_since(
    circle: Circle, ladder: Ladder, django_assert_num_queries: Any, corrections: int
) -> None:
    matches = [played(circle, day % 7) for day in range(corrections)]
    publish_all(circle)
    for match in matches:
        said(circle, match, "void")
        played(circle, 3)
    up_to_date(circle)
    with django_assert_num_queries(10):
        assert len(then(circle, ladder).since.corrections) == 2 * corrections
