"""The recorder's rules in the browser, against the engine: what it replays, refuses, folds and asks, and in how many
taps. The modules are pure, so that a blank page which loads them is enough."""

import json
import random
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Page

from engine.marrakesh import entries, replay
from engine.marrakesh.bearing_off import BOARDS, MEN_ON, PIPS_ON, ends
from engine.marrakesh.cards import CARDS
from engine.marrakesh.tricks import judge
from engine.violations import Violation
from scorepad.demo import generator
from scorepad.games import GAMES
from scorepad.selectors.journal import Line, with_standing
from scorepad.services import folding
from scorepad.services.patches import checked, patched
from tests.browser.modules import ask, call, page
from tests.engine.test_against_oracle import damage
from tests.scorepad.tables import written_down

__all__ = ["page"]

Json = dict[str, Any]

VECTORS = Path(__file__).parents[1] / "vectors"
MATCHES = [json.loads(line) for line in (VECTORS / "matches.jsonl").read_text().splitlines()]
FAULTS = [json.loads(line) for line in (VECTORS / "faults.jsonl").read_text().splitlines()]
LEFT_TO_THE_SERVER = ["malformed"]

TAPS_A_TRICK = 4
TAPS_A_SETUP = 12
ROUNDS = 300
ID = "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"
PLAYED = {"played_at": "2026-11-29T19:30:00+01:00"}
RED_AND_WHITE = {"red": str(UUID(int=1)), "white": str(UUID(int=2))}
CREATED = {**PLAYED, "seats": RED_AND_WHITE, "rated": True, "table": "", "options": {"pack": "double"}}
BY_ID = {**PLAYED, "players": {side: {"id": player} for side, player in RED_AND_WHITE.items()}}
NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)


def replays(page: Page, records: list[Json]) -> list[Json]:
    """Each record's replay in the browser, or the refusal."""
    return ask(page, "given.map((record) => told(() => modules.replay.replay(record)))", *records)


def judged(record: Json) -> Json:
    """The same of the engine."""
    try:
        return replay(record)
    except Violation as fault:
        return {"refusal": {"code": fault.code, "path": fault.path, "params": fault.params}}


# -- against the engine -------------------------------------------------------------------------------------------


def test_every_match_of_the_vectors_replays_as_it_does_in_the_engine(page: Page):
    assert {match["replay"]["grade"] for match in MATCHES} == {"tricks", "ovals", "points"}
    assert replays(page, [match["record"] for match in MATCHES]) == [match["replay"] for match in MATCHES]


def test_every_fault_of_the_vectors_is_refused_at_its_place(page: Page):
    assert ask(page, "modules.replay.LEFT_TO_THE_SERVER") == LEFT_TO_THE_SERVER
    faults = [fault for fault in FAULTS if fault["code"] not in LEFT_TO_THE_SERVER]
    refused = [said["refusal"] for said in replays(page, [fault["record"] for fault in faults])]
    assert [(one["code"], one["path"]) for one in refused] == [(fault["code"], fault["path"]) for fault in faults]


def test_damaged_records_are_judged_as_the_engine_judges_them(page: Page):
    rng = random.Random(1978)
    well_formed = [match["record"] for match in MATCHES]
    records = []
    for _ in range(1000):
        record = json.loads(json.dumps(rng.choice(well_formed)))
        for _ in range(rng.choice((1, 1, 2))):
            damage(rng, record)
        records.append(record)
    expected = [judged(record) for record in records]
    codes = {said["refusal"]["code"] for said in expected if "refusal" in said}
    assert len(codes) > 12
    kept = [(record, said) for record, said in zip(records, expected, strict=True) if is_checked(said)]
    for (record, said), here in zip(kept, replays(page, [record for record, _ in kept]), strict=True):
        assert here == said, json.dumps(record)


def is_checked(said: Json) -> bool:
    return said.get("refusal", {}).get("code") not in LEFT_TO_THE_SERVER


def test_all_pairs_of_cards_and_the_boards_they_lead_to_are_the_engines(page: Page):
    pairs = [[lead, reply] for lead in CARDS for reply in CARDS]
    here = ask(page, "given.map((pair) => modules.rules.judge(...pair))", *pairs)
    for (lead, reply), said in zip(pairs, here, strict=True):
        trick = judge(lead, reply)
        assert said == {"receiverWins": trick.receiver_wins, "kind": trick.kind, "numbers": [*trick.numbers]}

    rng = random.Random(7)
    asked = []
    for _ in range(120):
        numbers = judge(*rng.choice(pairs)).numbers
        extra = [rng.randint(1, 6)] * rng.choice((0, 1, 4, 6))
        asked.append([[*rng.choice(BOARDS)], [*numbers], extra])
    found = ask(page, "given.map((each) => modules.rules.ends(...each))", *asked)
    for (board, numbers, extra), listed in zip(asked, found, strict=True):
        lines = ends(tuple(board), numbers, extra)
        assert {tuple(end["board"]): tuple(end["plays"]) for end in listed} == lines
        assert all(end["pips"] == PIPS_ON[tuple(end["board"])] for end in listed)
        ranks = [(-end["off"], end["pips"]) for end in listed]
        assert ranks == sorted(ranks)
        assert all(end["off"] == MEN_ON[tuple(board)] - MEN_ON[tuple(end["board"])] for end in listed)


# -- taps ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def generated() -> list[Json]:
    """Matches as people write them down: at every grade, with plays and boards, rulings, cards taken back, exposed."""
    habits = generator.Habits(boards=0.5), generator.Habits(boards=0.5, ovals=0.2, points=0.1, leaders=False)
    packs: list[Json] = [{}, {"pack": "double"}]
    records = [
        generator.match(random.Random(seed), habits=habits[seed % 2], options=packs[seed % 3 == 0])
        for seed in range(ROUNDS // 12)
    ]
    written = json.dumps(records)
    for name in ("withdrawn", "exposed", "extra_disregarded", "unplayed", "ruling", "note", "ovals", "pips", "points"):
        assert f'"{name}"' in written
    return records


def test_a_trick_takes_four_taps_at_most_and_both_setups_twelve(page: Page, generated: list[Json]):
    costs: dict[str, list[int]] = {"trick": [], "round": []}
    for record in generated:
        table = ask(page, "playing.play(...given)", record, replay(record))
        assert folded_here(record, table["entries"]) == table["record"]
        assert as_told(table["record"]) == as_told(record)
        assert without_plays(replay(table["record"])) == without_plays(replay(record))
        for entry in table["entries"]:
            if entry["kind"] == "trick" or "setup" in entry["data"]:
                costs[entry["kind"]].append(entry["taps"])
    assert len(costs["round"]) > ROUNDS * 0.7
    assert set(costs["round"]) == {TAPS_A_SETUP}
    assert max(costs["trick"]) == TAPS_A_TRICK
    # A single legal board is filled in by itself, and a winner who can't move has none.
    assert min(costs["trick"]) == 2
    assert sum(costs["trick"]) / len(costs["trick"]) < 3.2


def folded_here(record: Json, made: list[Json]) -> Json:
    """What the server makes of the entries, each checked for shape and replayed as it comes."""
    folded: Json = {**record, "rounds": []}
    for entry in made:
        if entry["kind"] == "amend":
            folded = patched({"id": ID, **folded}, checked(entry["data"]["patch"])).record
            folded.pop("id")
        else:
            data = entries.parse(entry["kind"], entry["data"])
            assert data == entry["data"]
            assert entries.place(folded, replay(folded), entry["kind"], data) == "next"
            folded = entries.apply(folded, entry["kind"], data).record
    replay(folded)
    return folded


def as_told(record: Json) -> Json:
    """A record without what people write down in one way or in another: plays or a board, who led."""
    rounds = []
    for round_ in record["rounds"]:
        tricks = [
            {name: value for name, value in trick.items() if name not in ("plays", "board", "leader")}
            for trick in round_.get("tricks", [])
        ]
        rounds.append({**round_, "tricks": tricks})
    return {**record, "rounds": rounds}


def without_plays(replayed: Json) -> Json:
    """Where only the board was tapped, the engine finds a line of plays, not always the one that was played."""
    text = json.dumps(replayed)
    return json.loads(text, object_hook=lambda each: {name: value for name, value in each.items() if name != "plays"})


# -- the journal --------------------------------------------------------------------------------------------------


def test_a_journal_folds_as_it_does_on_the_server_and_an_undo_of_the_queue_as_one_of_the_journal(page: Page):
    game = GAMES["marrakesh"]
    for seed, match in enumerate(MATCHES[:6]):
        lines = with_standing(journal(random.Random(seed), match["record"]))
        for end in range(1, len(lines) + 1, max(1, len(lines) // 4)):
            told = [as_answered(one) for one in lines[:end]]
            here = call(page, "fold", "fold", ID, told)
            assert here["record"] == folding.fold(game, ID, with_standing(lines[:end]))
            standing = folding.standing_of(with_standing(lines[:end]))
            beside = {name: value for name, value in asdict(standing).items() if name in here["standing"]}
            assert here["standing"] == {**beside, "ended": standing.ended and str(standing.ended)}
            assert here["undone"] == [str(one.id) for one in with_standing(lines[:end]) if not one.stands]
            queued = [one if index < end // 2 else as_queued(one) for index, one in enumerate(told)]
            assert by_id(call(page, "fold", "fold", ID, queued)) == by_id(here)


def test_the_place_of_an_entry_is_the_engines(page: Page):
    rng = random.Random(5)
    told: list[tuple[Json, str, Json]] = []
    for match in MATCHES:
        entered = [*written_down(match["record"])]
        for _ in range(12):
            record = {**match["record"], "rounds": []}
            for kind, data in entered[: rng.randrange(len(entered))]:
                record = entries.apply(record, kind, data).record
            kind, data = rng.choice(entered[-1:] * 3 + entered)
            changed = rng.choice([{}, {}, {"note": "another"}, {"exposed": ["6H"]} if kind == "round" else {}])
            told.append((record, kind, {**data, **changed}))
            if following := entered[sum(len(one.get("tricks", ())) for one in record["rounds"]) :][:1]:
                told.append((record, *following[0]))
    told = [one for one in told if is_timely(*one)]
    expected = [entries.place(record, replay(record), kind, data) for record, kind, data in told]
    assert set(expected) == {"next", "same", "taken", "not_next"}
    work = (
        "given.map(([record, kind, data]) => modules.fold.place(record, modules.replay.replay(record), { kind, data }))"
    )
    assert ask(page, work, *told) == expected


def is_timely(record: Json, kind: str, data: Json) -> bool:
    """A round is closed once it is over; before that the server takes the place for free, and refuses the entry."""
    return kind != "close_round" or (
        data["round"] <= len(record["rounds"]) and replay(record)["rounds"][data["round"] - 1]["complete"]
    )


def test_a_queue_moves_behind_what_others_have_entered_as_far_as_it_fits(page: Page):
    setup = entry("s", "round", {"round": 1, "setup": {"red": [1, 1, 2, 3, 4, 5], "white": [2, 2, 3, 4, 5, 6]}})
    first = entry("1", "trick", trick(1, "red", "4S", "3H", [2, 1, 0, 0, 1, 0]))
    second = entry("2", "trick", trick(2, "red", "2S", "QH", [2, 0, 0, 0, 1, 0]))
    undo = entry("u", "undo", {})
    known = [
        {**entry("c", "create", {**CREATED, "options": {"pack": "single"}}), "version": 1},
        {**setup, "version": 2},
    ]

    def moved(missed: list[Json], queue: list[Json]) -> tuple[list[str], tuple[str, str] | None, list[str]]:
        journal = known + [{**one, "version": at} for at, one in enumerate(missed, start=3)]
        came = call(page, "fold", "rebase", ID, journal, queue, 2)
        stopped = came["stopped"] and (came["stopped"]["mine"]["id"], came["stopped"]["why"])
        return [one["id"] for one in came["fits"]], stopped, [one["id"] for one in came["rest"]]

    same = {**first, "id": "their 1"}
    other = entry("their 1", "trick", trick(1, "red", "4S", "3D", [2, 1, 0, 0, 1, 0]))
    seen = entry("their e", "expose", {"round": 1, "card": "QH"})
    assert moved([], [first, second]) == (["1", "2"], None, [])
    assert moved([same], [first, second]) == (["1", "2"], None, [])
    assert moved([other], [first, second]) == ([], ("1", "taken"), ["2"])
    assert moved([seen], [first, second]) == (["1"], ("2", "refused"), [])
    assert moved([same], [second, undo]) == (["2"], ("u", "moved"), [])
    assert moved([{**undo, "id": "their u", "undoes": 2}], [undo]) == ([], ("u", "moved"), [])
    assert moved([], [second]) == ([], ("2", "not_next"), [])
    assert moved([first], [first, second]) == (["1", "2"], None, [])

    assert call(page, "fold", "conflicts", [other, seen], [second, first]) == [{"theirs": other, "mine": first}]
    assert [call(page, "fold", "slotOf", one) for one in (first, setup, seen, undo)] == [
        "trick 1 1",
        "round 1",
        "expose 1",
        None,
    ]


def entry(id: str, kind: str, data: Json) -> Json:
    return {"id": id, "kind": kind, "data": data, "reason": None}


def trick(number: int, leader: str, lead: str, reply: str, board: list[int]) -> Json:
    return {"round": 1, "trick": number, "leader": leader, "lead": lead, "reply": reply, "board": board}


def by_id(folded: Json) -> Json:
    """Of the entry that an undo would take back, which it is."""
    return {**folded, "last": folded["last"] and folded["last"]["id"]}


def journal(rng: random.Random, record: Json) -> list[Line]:
    """A journal as the server keeps it: what was written down, with corrections between and entries taken back."""
    lines = [line(1, "create", CREATED)]

    def say(kind: str, data: Json, undoes: int | None = None) -> None:
        lines.append(line(len(lines) + 1, kind, data, undoes))

    for kind, data in written_down(record):
        say(kind, data)
        if rng.random() < 0.1:
            say("undo", {}, undoes=lines[-1].version)
            say(kind, data)
        if kind == "round" and rng.random() < 0.4:
            say("amend", {"patch": patch(rng, f"/rounds/{data['round'] - 1}"), "table": "by the window"})
    say("forfeit", {"seat": "white"})
    say("replace", {"record": {**BY_ID, "rounds": record["rounds"][:2]}, "rated": False})
    say("void", {})
    say("undo", {}, undoes=lines[-2].version)
    say("restore", {})
    return lines


def patch(rng: random.Random, at: str) -> list[Json]:
    """Each kind of op, each with something of its own to go wrong."""
    add = {"op": "add", "path": f"{at}/note", "value": "a/b ~c"}
    return rng.choice(
        [
            [add, {"op": "copy", "from": f"{at}/note", "path": "/note"}],
            [add, {"op": "test", "path": f"{at}/note", "value": "a/b ~c"}, {"op": "remove", "path": f"{at}/note"}],
            [
                {"op": "add", "path": f"{at}/exposed", "value": []},
                {"op": "add", "path": f"{at}/exposed/-", "value": "2H"},
            ],
            [{"op": "replace", "path": "/players/red/id", "value": ID}],
            [
                add,
                {"op": "move", "from": f"{at}/note", "path": "/note"},
                {"op": "add", "path": "/ext", "value": {"~/": None}},
            ],
        ]
    )


def line(version: int, kind: str, data: Json, undoes: int | None = None) -> Line:
    nobody = {"actor_id": 1, "actor": "", "token_id": None, "device": None, "entered_at": None, "stored_at": NOW}
    return Line(version=version, id=UUID(int=version), kind=kind, data=data, reason=None, undoes=undoes, **nobody)


def as_answered(one: Line) -> Json:
    """A line of the journal as the API tells it."""
    return json.loads(json.dumps(one.as_dict(), default=str))


def as_queued(one: Json) -> Json:
    """The same entry before the server has answered it."""
    return {name: one[name] for name in ("id", "kind", "data", "reason")}
