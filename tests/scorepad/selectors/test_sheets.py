"""What a sheet shows to whom: cards of earlier rounds, stakes, and an ETag that moves with all of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.marrakesh import replay
from scorepad.models import Match, Player
from scorepad.refusals import NotHere
from scorepad.selectors.journal import journal
from scorepad.selectors.matches import matches_of
from scorepad.selectors.sheets import sheet
from scorepad.services.entries import enter
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import Json, entry, vectors

VECTORS = vectors()
STAKED = next(vector for vector in VECTORS if vector["replay"]["result"] and vector["record"]["options"].get("stake"))


def open_after(rounds: int, **more: Any) -> Json:
    """The first rounds of a match whose tricks were all written down."""
    vector = next(
        vector
        for vector in VECTORS
        if len(vector["record"]["rounds"]) == 12
        and all("tricks" in round_ for round_ in vector["record"]["rounds"])
        and not any(round_.get("reshuffled") for round_ in vector["record"]["rounds"])
    )
    return {"options": vector["record"]["options"], "rounds": vector["record"]["rounds"][:rounds], **more}


@pytest.fixture
def public(make_circle: Callable[..., Circle]) -> Circle:
    return make_circle(visibility="public")


# -- cards that may not be looked up ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "veiled"),
    [(0, set()), (1, {1}), (2, {1, 2}), (3, set()), (4, {4}), (5, {4, 5}), (6, set()), (8, {7, 8}), (11, {10, 11})],
)
def test_the_discards_since_the_shuffle_are_for_recorders(public: Circle, rounds: int, veiled: set[int]) -> None:
    match = public.match(**open_after(rounds))
    whole = sheet(viewer=public.scorer, match_id=match.pk)
    assert whole.veiled_rounds == frozenset()
    for viewer in (public.member, public.stranger, public.nobody):
        shown = sheet(viewer=viewer, match_id=match.pk)
        assert shown.veiled_rounds == veiled
        for number in range(1, rounds + 1):
            written, said = shown.record["rounds"][number - 1], shown.replay["rounds"][number - 1]
            if number in veiled:
                assert not {"tricks", "exposed", "unplayed"} & written.keys()
                assert said["tricks"] is None
                assert totals(said) == totals(whole.replay["rounds"][number - 1])
            else:
                assert (written, said) == (whole.record["rounds"][number - 1], whole.replay["rounds"][number - 1])
        assert shown.replay["running"] == whole.replay["running"]


def test_the_round_under_way_lies_face_up_on_the_table(public: Circle) -> None:
    given = open_after(2)
    given["rounds"][1] = {**given["rounds"][1], "tricks": given["rounds"][1]["tricks"][:1]}
    given["rounds"][1].pop("unplayed", None)
    match = public.match(**given)
    shown = sheet(viewer=public.nobody, match_id=match.pk)
    assert shown.veiled_rounds == {1}
    assert shown.record["rounds"][1] == given["rounds"][1]


def test_a_reshuffle_lets_the_earlier_cards_be_seen(public: Circle) -> None:
    given = open_after(2)
    given["rounds"][1] = {**given["rounds"][1], "reshuffled": True}
    match = public.match(**given)
    assert sheet(viewer=public.nobody, match_id=match.pk).veiled_rounds == {2}


@pytest.mark.parametrize("vector", VECTORS)
def test_a_veiled_replay_is_what_the_rules_make_of_the_veiled_record(public: Circle, vector: Json) -> None:
    """Cut in the middle of every pack, so that rounds with rulings, chips and pips are all veiled once."""
    for rounds in (2, 5, 8, 11):
        record = vector["record"]
        if len(record["rounds"]) < rounds or not vector["replay"]["rounds"][rounds - 1]["complete"]:
            continue
        match = public.match(options=record["options"], rounds=record["rounds"][:rounds])
        shown = sheet(viewer=public.nobody, match_id=match.pk)
        assert replay(shown.record) == shown.replay
        assert shown.replay["running"] == vector["replay"]["running"][:rounds]
        for number in shown.veiled_rounds:
            text = json.dumps({**shown.record["rounds"][number - 1], "note": None, "ruling": None})
            assert not any(card in text for card in cards_of(record["rounds"][number - 1]))


def totals(said: Json) -> dict[str, int]:
    return {side: score["total"] for side, score in said["score"].items()}


def cards_of(round_: Json) -> set[str]:
    tricks = round_.get("tricks", [])
    return {f'"{trick[name]}"' for trick in tricks for name in ("lead", "reply", "extra", "withdrawn") if name in trick}


def test_when_the_match_is_over_everything_is_shown(public: Circle) -> None:
    vector = next(vector for vector in VECTORS if vector["replay"]["complete"])
    match = public.match(options=vector["record"]["options"], rounds=vector["record"]["rounds"])
    shown = sheet(viewer=public.nobody, match_id=match.pk)
    assert shown.veiled_rounds == frozenset()
    assert shown.record["rounds"] == sheet(viewer=public.owner, match_id=match.pk).record["rounds"]


def test_the_journal_of_an_open_match_tells_others_no_cards(public: Circle) -> None:
    match = public.match(**open_after(2))
    told = entry("round", 1, {"round": 3, "points": {"red": 3, "white": 0}}, reason="White showed his 4S")
    enter(viewer=public.scorer, match_id=match.pk, entry=told)
    for onlooker in (public.nobody, public.member):
        lines = journal(viewer=onlooker, match_id=match.pk)
        assert [(line.data, line.reason) for line in lines] == [(None, None), (None, None)]
    assert [line.data is None for line in journal(viewer=public.scorer, match_id=match.pk)] == [False, False]


# -- stakes -----------------------------------------------------------------------------------------------------------


def test_stakes_and_payoffs_are_for_members(public: Circle) -> None:
    match = public.match(options=STAKED["record"]["options"], rounds=STAKED["record"]["rounds"])
    for viewer in (public.owner, public.scorer, public.member):
        shown = sheet(viewer=viewer, match_id=match.pk)
        assert shown.members_only
        assert shown.record["options"] == STAKED["record"]["options"]
        assert shown.replay == STAKED["replay"]
    for viewer in (public.stranger, public.nobody):
        shown = sheet(viewer=viewer, match_id=match.pk)
        assert not shown.members_only
        assert "stake" not in shown.record["options"]
        assert shown.replay["result"]["payoff"] is None
        assert shown.replay["result"]["winner"] == STAKED["replay"]["result"]["winner"]
        replay(shown.record)
        lines = journal(viewer=viewer, match_id=match.pk)
        assert "stake" not in json.dumps([line.data for line in lines])


# -- the sheet itself -------------------------------------------------------------------------------------------------


def test_a_sheet_counts_its_journal(circle: Circle) -> None:
    match = circle.match(rounds=[])
    points = {"round": 1, "points": {"red": 3, "white": 0}}
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, points, device="tablet-2"))
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("undo", 2, {}, device="phone"))
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 3, points, device="tablet-2"))
    shown = sheet(viewer=circle.member, match_id=match.pk)
    assert (shown.version, shown.entries, shown.amended) == (4, 4, 1)
    assert shown.devices == ("tablet-2", "phone")
    assert [(seat.key, seat.name, seat.score, seat.place) for seat in shown.seats] == [
        ("red", "Ann", 3, None),
        ("white", "Bob", 0, None),
    ]
    assert shown.record["players"]["red"] == {"id": str(circle.ann.pk), "name": "Ann"}


def test_a_private_match_is_not_there_for_others(circle: Circle) -> None:
    match = circle.match()
    for viewer in (circle.stranger, circle.nobody):
        with pytest.raises(NotHere):
            sheet(viewer=viewer, match_id=match.pk)
        with pytest.raises(NotHere):
            journal(viewer=viewer, match_id=match.pk)


def test_the_etag_moves_with_all_that_is_shown_and_with_nothing_else(public: Circle) -> None:
    match = public.match()
    tags = {sheet(viewer=viewer, match_id=match.pk).etag for viewer in (public.scorer, public.member, public.nobody)}
    assert len(tags) == 3
    before = sheet(viewer=public.scorer, match_id=match.pk).etag
    assert sheet(viewer=public.owner, match_id=match.pk).etag == before
    points = {"round": 1, "points": {"red": 3, "white": 0}}
    enter(viewer=public.scorer, match_id=match.pk, entry=entry("round", 1, points))
    after = sheet(viewer=public.scorer, match_id=match.pk).etag
    assert after != before
    Player.objects.filter(pk=public.ann.pk).update(name="Anne")
    assert sheet(viewer=public.scorer, match_id=match.pk).etag not in (before, after)


def test_a_sheet_costs_as_many_queries_empty_as_full(circle: Circle) -> None:
    vector = next(vector for vector in VECTORS if vector["replay"]["complete"])
    matches = [circle.match(), circle.match(options=vector["record"]["options"], rounds=vector["record"]["rounds"])]
    counts = []
    for match in matches:
        with CaptureQueriesContext(connection) as queries:
            sheet(viewer=circle.owner, match_id=match.pk)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_the_list_of_matches_costs_as_many_queries_for_one_as_for_many(circle: Circle) -> None:
    vector = next(vector for vector in VECTORS if vector["replay"]["complete"])
    counts = []
    for _ in range(2):
        circle.match(options=vector["record"]["options"], rounds=vector["record"]["rounds"])
        with CaptureQueriesContext(connection) as queries:
            lines = matches_of(circle.member)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 4
    assert len(lines) == 2
    assert [seat.name for seat in lines[0].seats] == ["Ann", "Bob"]
    taken = [
        max(score, key=lambda side: score[side]["total"]) if len({s["total"] for s in score.values()}) > 1 else None
        for score in (round_["score"] for round_ in vector["replay"]["rounds"])
    ]
    assert list(lines[0].strip) == taken


def test_the_list_shows_each_viewer_his_own_clubs(make_circle: Callable[..., Circle]) -> None:
    friday, monday = make_circle("friday"), make_circle("monday", visibility="public")
    matches: list[Match] = [friday.match(), monday.match()]
    seen = {
        who: {line.id for line in matches_of(viewer)}
        for who, viewer in {"friday": friday.member, "monday": monday.member, "nobody": friday.nobody}.items()
    }
    assert seen == {"friday": {match.pk for match in matches}, "monday": {matches[1].pk}, "nobody": {matches[1].pk}}
    assert matches_of(monday.member, friday.club) == []
