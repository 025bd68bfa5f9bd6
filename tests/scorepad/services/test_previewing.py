"""What a change would do to the ladders: told before, to those who may ask."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepad.models import Ladder, LadderRating, StaleEvening
from scorepad.refusals import NotAllowed, NotHere, Refused
from scorepad.services.entries import enter, enter_all
from scorepad.services.merging import rehearse_merge, rehearse_unmerge
from scorepad.services.players import create_player
from scorepad.services.previewing import Foretold
from scorepad.services.records import create_record, rehearse_create, rehearse_replace
from scorepad.services.tokens import issue_token
from tests.scorepad.conftest import Circle
from tests.scorepad.services.foretelling import (
    ELO,
    comes_true,
    evening,
    played,
    record,
    rounds,
    told_of,
    up_to_date,
    voided,
    with_ladders,
)
from tests.scorepad.tables import entry

Json = dict[str, Any]


@pytest.fixture
def club(circle: Circle) -> Circle:
    return with_ladders(circle)


# -- what is told ------------------------------------------------------------------------------------------------------


def test_a_voided_match_is_told_with_all_that_hangs_on_it(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    played(club, 30, club.bob, club.cleo)
    played(club, 2, club.dora, club.emil)
    up_to_date(club)
    ladders = told_of(enter(**voided(club, first), dry_run=True).foretold)
    assert list(ladders) == ["Daily", "Season", "Weekly"]
    daily = ladders["Daily"]
    assert len(daily["periods"]) == 2
    moved = {row["player"]["name"]: (row["before"], row["after"]) for row in daily["standings"]}
    assert set(moved) == {"Ann", "Bob", "Cleo", "Emil"}
    assert moved["Ann"][0]["rating"] > 1500
    assert moved["Ann"][1] is None
    # Bob, who had lost to Ann, was the lesser when he beat Cleo; now both were new.
    assert moved["Bob"][1]["rating"] > moved["Bob"][0]["rating"]
    assert (moved["Bob"][0]["matches"], moved["Bob"][1]["matches"]) == (2, 1)
    # Emil, who lost to Dora, is one place further up, since Ann is gone.
    then, now = moved["Emil"]
    assert now == then | {"place": then["place"] - 1}


def test_what_rates_nobody_moves_nothing(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    played_on = played(club, 60, club.ann, club.bob, rounds=rounds(5, 2, 6))
    unrated = played(club, 60, club.ann, club.bob, rated=False)
    noted = entry("amend", 1, {"patch": [{"op": "add", "path": "/note", "value": "rainy"}]}) | {"reason": "so it was"}
    for which, sent in (
        (match, noted),
        (unrated, voided(club, unrated)["entry"]),
        (played_on, entry("round", 1, {"round": 7, "points": {"red": 1, "white": 0}})),
    ):
        foretold = enter(viewer=club.scorer, match_id=which.pk, entry=sent, dry_run=True).foretold
        assert foretold == Foretold([])


def test_an_entry_that_is_there_already_moves_nothing(club: Circle) -> None:
    sent = voided(club, played(club, 60, club.ann, club.bob))
    enter(**sent)
    assert enter(**sent, dry_run=True).foretold == Foretold([])


def test_a_batch_tells_at_its_end_what_all_of_it_does(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    played(club, 50, club.bob, club.ann)
    up_to_date(club)
    swap = {"red": {"id": str(club.bob.pk)}, "white": {"id": str(club.ann.pk)}}
    sent = [
        entry("amend", 1, {"patch": [{"op": "replace", "path": "/players", "value": swap}]}, reason="so it was"),
        entry("amend", 2, {"rated": False}, reason="so it was"),
        entry("undo", 3, {}),
        entry("trick", 4, {}),
    ]
    given: Json = {"viewer": club.scorer, "match_id": match.pk, "entries": sent}
    verdicts = enter_all(**given, dry_run=True)
    assert [verdict.foretold is not None for verdict in verdicts] == [False, False, True, False]
    assert verdicts[-1].refusal is not None
    assert comes_true(club, lambda: verdicts[2].foretold, lambda: enter_all(**given))


def test_a_record_that_is_there_already_moves_nothing(club: Circle) -> None:
    written = record(club, Random(1)) | {"played_at": evening(20), "rounds": rounds(5, 2)}
    given: Json = {"viewer": club.scorer, "match_id": uuid.uuid4(), "record": written}
    new: Json = given | {"club_slug": club.club.slug}
    assert told_of(rehearse_create(**new).foretold)
    create_record(**new)
    assert rehearse_create(**new).foretold == Foretold([])
    again = rehearse_replace(**given, tags=None, reason="again")
    assert (again.foretold, again.version, again.changes) == (Foretold([]), 1, {"rounds": []})


def test_a_ladder_that_is_not_up_to_date_is_told_as_if_it_were(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    played(club, 30, club.bob, club.cleo)
    assert LadderRating.objects.count() == 0
    before_it_was = enter(**voided(club, first), dry_run=True).foretold
    up_to_date(club)
    assert enter(**voided(club, first), dry_run=True).foretold == before_it_was
    # An earlier evening is stale still: from there on both are rated.
    played(club, 65, club.cleo, club.ann)
    before_it_was = enter(**voided(club, first), dry_run=True).foretold
    up_to_date(club)
    assert enter(**voided(club, first), dry_run=True).foretold == before_it_was
    # And the rules of one of them have been changed, from the beginning.
    Ladder.objects.filter(pk=club.daily.pk).update(parameters=ELO | {"factor": 64.0})
    StaleEvening.objects.create(club=club.club, ladder=club.daily, game="marrakesh")
    last = played(club, 1, club.ann, club.bob)
    before_it_was = enter(**voided(club, last), dry_run=True).foretold
    up_to_date(club)
    assert enter(**voided(club, last), dry_run=True).foretold == before_it_was


def test_a_merge_that_would_be_refused_is_refused_when_it_is_rehearsed(club: Circle) -> None:
    played(club, 60, club.ann, club.bob)
    with pytest.raises(Refused, match="have met"):
        rehearse_merge(viewer=club.owner, player_id=club.ann.pk, into=club.bob.pk)
    with pytest.raises(Refused, match="no such player"):
        rehearse_merge(viewer=club.owner, player_id=club.ann.pk, into=uuid.uuid4())
    rehearsed = rehearse_merge(viewer=club.owner, player_id=club.cleo.pk, into=club.bob.pk)
    assert (rehearsed.player.merged_into, rehearsed.foretold) == (club.bob, Foretold([]))
    club.cleo.refresh_from_db()
    assert club.cleo.merged_into is None


# -- who may ask -------------------------------------------------------------------------------------------------------


def test_who_may_not_do_it_may_not_ask_what_it_would_do(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    written = record(club, Random(1))
    asked: list[Callable[[Any], Any]] = [
        lambda viewer: enter(**voided(club, match) | {"viewer": viewer}, dry_run=True),
        lambda viewer: rehearse_merge(viewer=viewer, player_id=club.cleo.pk, into=club.bob.pk),
        lambda viewer: rehearse_unmerge(viewer=viewer, player_id=club.cleo.pk),
        lambda viewer: rehearse_create(viewer=viewer, match_id=uuid.uuid4(), record=written, club_slug=club.club.slug),
        lambda viewer: rehearse_replace(viewer=viewer, match_id=match.pk, record=written, tags=None, reason="so"),
    ]
    for ask in asked:
        with pytest.raises(NotAllowed):
            ask(club.member)
        for viewer in (club.stranger, club.nobody):
            with pytest.raises(NotHere):
                ask(viewer)
    for ask in asked[1:3]:
        with pytest.raises(NotAllowed):
            ask(club.scorer)


def test_a_device_hears_of_its_match_alone_where_the_club_is_private(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    user = club.scorer.user
    token, _ = issue_token(user=user, name="tablet", scopes=["record"], club=club.club, match=match)
    device = replace(club.scorer, club_id=club.club.pk, token_id=token.pk, match_id=match.pk)
    assert enter(**voided(club, match) | {"viewer": device}, dry_run=True).foretold is None
    club.club.visibility = "public"
    club.club.save()
    assert told_of(enter(**voided(club, match) | {"viewer": device}, dry_run=True).foretold)


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_one_match_costs_as_many_queries_as_fifty(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    other = create_player(viewer=club.owner, club_slug=club.club.slug, name="Fay").obj
    played(club, 55, club.bob, other)

    def cost(ask: Callable[[], Any]) -> int:
        with CaptureQueriesContext(connection) as captured:
            ask()
        return len(captured)

    def costs() -> list[int]:
        up_to_date(club)
        merging: Json = {"viewer": club.owner, "player_id": other.pk, "into": club.ann.pk}
        return [cost(lambda: enter(**voided(club, first), dry_run=True)), cost(lambda: rehearse_merge(**merging))]

    for_one = costs()
    for day in range(50):
        played(club, day, *Random(day).sample([club.bob, club.cleo, club.dora, club.emil], 2))
    assert costs() == for_one
