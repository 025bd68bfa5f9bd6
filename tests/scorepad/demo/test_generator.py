"""The generator plays by the rules: its matches replay, look like real ones, and come again from the same seed."""

import json
from collections import Counter
from datetime import datetime, timedelta
from random import Random
from statistics import mean
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.marrakesh import awaiting, entries, replay
from engine.marrakesh.cards import PACKS
from engine.marrakesh.record import normalised
from scorepad.demo.club import CLUB_NIGHT, MATCHES, NAMES, TIME_ZONE, club
from scorepad.demo.continuing import next_entry
from scorepad.demo.generator import Habits, match

Json = dict[str, Any]

NOW = datetime(2026, 11, 30, 20, 5, tzinfo=ZoneInfo(TIME_ZONE))
SEEDS = st.integers(0, 2**32)
HABITS = st.builds(
    Habits,
    tricks=st.just(1.0),
    ovals=st.sampled_from([0.0, 0.3]),
    points=st.sampled_from([0.0, 0.3]),
    boards=st.sampled_from([0.0, 0.5, 1.0]),
    leaders=st.booleans(),
)


@settings(max_examples=30, deadline=None)
@given(SEEDS, HABITS, st.sampled_from(["single", "double"]))
def test_every_match_replays_to_its_end(seed: int, habits: Habits, pack: str) -> None:
    record = match(Random(seed), options={"pack": pack}, habits=habits)
    assert replay(record)["complete"]
    assert normalised(record) == record == json.loads(json.dumps(record))
    assert match(Random(seed), options={"pack": pack}, habits=habits) == record


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_the_cards_come_from_one_pack(seed: int) -> None:
    """No more of a card between two shuffles than the pack holds, dealt cards that stayed in the hand included."""
    seen: Counter[str] = Counter()
    for index, round_ in enumerate(match(Random(seed))["rounds"]):
        if index % 3 == 0 or round_.get("reshuffled"):
            seen.clear()
        seen.update(round_.get("exposed", []))
        for trick in round_["tricks"]:
            seen.update(trick[name] for name in ("lead", "reply", "extra") if name in trick)
        for side in ("red", "white"):
            seen.update(round_.get("unplayed", {}).get(side, []))
        assert all(seen[card] <= copies for card, copies in PACKS["single"].items())


def test_scores_are_like_the_rulebooks() -> None:
    """ "A score of 45 in a 12-round match is average; a score of 100 or more is extremely rare." """
    totals = [total for seed in range(100) for total in replay(match(Random(seed)))["totals"].values()]
    assert 42 <= mean(totals) <= 52
    assert sum(total >= 100 for total in totals) <= len(totals) * 0.02


def test_the_unusual_happens() -> None:
    written = json.dumps([match(Random(seed), habits=Habits(boards=0.5)) for seed in range(120)])
    for word in ("withdrawn", "exposed", "extra_disregarded", "ruling", "unplayed", "note", "board", "plays", "leader"):
        assert f'"{word}"' in written


def test_players_think() -> None:
    """They lead low: an Ace, a Deuce or a Null more often than a Five or a Six; and receivers win most tricks."""
    leads: Counter[str] = Counter()
    received = tricks = 0
    for seed in range(40):
        record = match(Random(seed))
        for round_, said in zip(record["rounds"], replay(record)["rounds"], strict=True):
            leads.update(trick["lead"][0] for trick in round_["tricks"][:1])
            received += sum(trick["winner"] != trick["leader"] for trick in said["tricks"])
            tricks += len(said["tricks"])
    assert leads["A"] + leads["2"] > 1.2 * (leads["5"] + leads["6"])
    assert received > 0.55 * tricks


# -- what comes next ----------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.booleans(), st.integers(0, 12), st.integers(0, 6))
def test_what_comes_next_is_taken(seed: int, leaders: bool, rounds: int, tricks: int) -> None:
    rng = Random(seed)
    record = match(rng, habits=Habits(leaders=leaders), rounds=rounds)
    if rounds:
        last = {name: value for name, value in record["rounds"][-1].items() if name not in ("unplayed", "ruling")}
        record["rounds"][-1] = {**last, "tricks": last["tricks"][:tricks]}
    for _ in range(9):
        due = next_entry(record, rng)
        if due is None:
            assert awaiting(record, replay(record)) is None
            return
        kind, data = due
        assert entries.parse(kind, data) == data
        assert entries.place(record, replay(record), kind, data) == "next"
        record = entries.apply(record, kind, data).record
        replay(record)


def test_from_nothing_to_the_end() -> None:
    rng, record = Random(7), match(Random(7), rounds=0)
    while due := next_entry(record, rng):
        record = entries.apply(record, *due).record
    assert replay(record)["complete"]


# -- the demo club ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def founded() -> Any:
    return club(Random(1978), NOW)


def test_the_club_comes_again_from_the_same_seed(founded: Any) -> None:
    assert club(Random(1978), NOW, matches=5).players == founded.players
    assert club(Random(1978), NOW) == founded


def test_a_dozen_players_and_150_complete_matches_over_two_years(founded: Any) -> None:
    assert [player.name for player in founded.players] == list(NAMES)
    assert len(founded.matches) == MATCHES
    replays = [replay(played.record) for played in founded.matches]
    assert all(said["complete"] for said in replays)
    assert Counter(said["grade"] for said in replays).keys() == {"tricks", "ovals", "points"}
    began = [datetime.fromisoformat(played.record["played_at"]) for played in founded.matches]
    assert began == sorted(began)
    assert {moment.weekday() for moment in began} == {CLUB_NIGHT}
    assert 600 < (began[-1] - began[0]).days <= 731
    assert began[-1].date() < NOW.date()
    # An evening in summer and one in winter, both by the club's own clock.
    assert {moment.utcoffset() for moment in began} == {timedelta(hours=1), timedelta(hours=2)}
    options = [played.record["options"] for played in founded.matches]
    assert any(option.get("oasis") for option in options)
    assert any(option["pack"] == "double" for option in options)


def test_nobody_sits_at_two_tables(founded: Any) -> None:
    sitting: dict[str, list[str]] = {}
    for played in founded.matches:
        assert len(set(played.seats.values())) == 2
        sitting.setdefault(played.record["played_at"][:13], []).extend(played.seats.values())
    assert all(len(ids) == len(set(ids)) for ids in sitting.values())
    assert set().union(*sitting.values()) == {player.id for player in founded.players}


def test_ids_are_unique(founded: Any) -> None:
    ids = [founded.id, founded.under_way.record["id"], *(player.id for player in founded.players)]
    ids += [played.record["id"] for played in founded.matches]
    assert len(ids) == len(set(ids))


def test_one_match_is_under_way(founded: Any) -> None:
    record = founded.under_way.record
    due = awaiting(record, replay(record))
    assert due is not None
    assert (due["round"], due["trick"]) == (4, 3)
    assert timedelta(0) < NOW - datetime.fromisoformat(record["played_at"]) < timedelta(hours=1)
