"""What is true of every record, whoever plays."""

import json
from copy import deepcopy
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.marrakesh import awaiting, replay
from engine.marrakesh.record import normalised
from engine.violations import SENTENCES, Violation
from tests.engine import oracle
from tests.engine.marrakesh.writing import Record
from tests.engine.strategies import match, matches

SIDES = ("red", "white")
OTHER = {"red": "white", "white": "red"}
some = settings(max_examples=60, deadline=None)


@some
@given(matches() | matches(ruled=True))
def test_the_engine_and_the_second_reading_agree(written: Record) -> None:
    assert replay(written) == oracle.replay(written)


@some
@given(matches() | matches(ruled=True))
def test_each_trick_fills_one_oval(written: Record) -> None:
    for one in replay(written)["rounds"]:
        if one["tricks"] is None:
            continue
        filled: dict[str, list[int]] = {"red": [], "white": []}
        for trick in one["tricks"]:
            side = trick["winner"] if trick["off"] is not None else OTHER[trick["winner"]]
            filled[side].append(trick["off"] or 0)
            assert trick["chip"] == (None if trick["off"] else side)
        assert one["ovals"] == filled


@some
@given(matches() | matches(ruled=True))
def test_men_are_conserved(written: Record) -> None:
    """Six men a side: on the board or in the ovals, after every trick."""
    for one in replay(written)["rounds"]:
        off = {"red": 0, "white": 0}
        for trick in one["tricks"] or ():
            off[trick["winner"]] += trick["off"] or 0
            assert all(sum(trick["board"][side]) + off[side] == 6 for side in SIDES)


@some
@given(matches())
def test_a_round_without_a_ruling_never_exceeds_30_a_side(written: Record) -> None:
    for one in replay(written)["rounds"]:
        for side in SIDES if one["score"] else ():
            assert 0 <= one["score"][side]["total"] <= 30


@some
@given(matches() | matches(ruled=True))
def test_the_totals_are_the_sums_of_the_rounds(written: Record) -> None:
    replayed = replay(written)
    scores = [one["score"] for one in replayed["rounds"] if one["complete"]]
    for index, side in enumerate(SIDES):
        totals = [score[side]["total"] for score in scores]
        assert [running[index] for running in replayed["running"]] == [sum(totals[: n + 1]) for n in range(len(totals))]
        assert replayed["totals"][side] == sum(totals)


def swapped(value: Any) -> Any:
    """The same with red for white and white for red, as keys and as values."""
    if isinstance(value, dict):
        return {OTHER.get(key, key): swapped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [swapped(item) for item in value]
    return OTHER.get(value, value) if isinstance(value, str) else value


@some
@given(matches() | matches(ruled=True))
def test_swapping_the_colours_swaps_the_result(written: Record) -> None:
    replayed = replay(written)
    expected = swapped(replayed)
    expected["running"] = [[white, red] for red, white in replayed["running"]]
    assert replay(swapped(written)) == expected


@some
@given(matches() | matches(ruled=True))
def test_a_record_survives_json(written: Record) -> None:
    again = json.loads(json.dumps(written))
    assert again == written
    assert json.dumps(replay(again)) == json.dumps(replay(written))
    assert normalised(again) == written


def cuts(written: Record) -> list[tuple[int, int | None]]:
    """Every round and every trick before which a record can be cut."""
    places: list[tuple[int, int | None]] = []
    for index, one in enumerate(written["rounds"]):
        places.append((index, None))
        places += [(index, trick) for trick in range(len(one.get("tricks") or ()))]
    return places


@some
@given(matches() | matches(ruled=True), st.data())
def test_a_record_cut_anywhere_replays_to_the_same_prefix(written: Record, data: st.DataObject) -> None:
    places = cuts(written)
    if not places:
        return
    index, trick = data.draw(st.sampled_from(places))
    whole, short = replay(written), deepcopy(written)
    del short["rounds"][index + (trick is not None) :]
    if trick is not None:
        last = short["rounds"][-1]
        del last["tricks"][trick:]
        last.pop("unplayed", None)
        last.pop("ruling", None)
    replayed = replay(short)
    assert replayed["rounds"][:index] == whole["rounds"][:index]
    assert replayed["running"] == whole["running"][:index]
    if trick is not None:
        assert replayed["rounds"][index]["tricks"] == whole["rounds"][index]["tricks"][:trick]
        leader = whole["rounds"][index]["tricks"][trick]["leader"]
        ruled = (written["rounds"][index]["tricks"][trick].get("ruling") or {}).get("leader")
        assert awaiting(short, replayed) == {"round": index + 1, "trick": trick + 1, "leader": leader} or ruled


@some
@given(matches() | matches(ruled=True))
def test_replaying_changes_nothing_and_shares_nothing(written: Record) -> None:
    before = deepcopy(written)
    replayed = replay(written)
    for one in replayed["rounds"]:
        for trick in one["tricks"] or ():
            for made in (trick["numbers"], trick["board"]["red"], trick["board"]["white"], trick["plays"] or []):
                made.append("scribble")
        for ovals in (one["ovals"] or {}).values():
            ovals.append("scribble")
    assert written == before
    assert "scribble" not in json.dumps(replay(written))


# -- no input whatever raises anything but Violation --------------------------------------------------------------

WORDS = [
    "format",
    "marrakesh-record/1",
    "rounds",
    "tricks",
    "lead",
    "reply",
    "plays",
    "board",
    "red",
    "white",
    "ruling",
]
PLAYS_AND_CARDS = ["6/off", "1/off", "6/1", "5/4", "0/off", "6/7", "AS", "5H", "QC", "7S", ""]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**63, -1, 0, 1, 6])
    | st.sampled_from([20, 5000]).map(lambda digits: 10**digits)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*WORDS, "\0", "\ud800", "AS", "QC", "6/off", "", "x" * 5000])
    | st.binary(max_size=4)
    | st.builds(object)
)
GARBAGE = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3) | st.integers() | st.none(), inner, max_size=4)
        | st.tuples(inner, inner)
    ),
    max_leaves=12,
)


def says_a_violation_or_replays(value: object) -> None:
    try:
        json.dumps(replay(value))
    except Violation as violation:
        refusal = violation
    else:
        return
    assert refusal.code in SENTENCES
    assert refusal.path == "" or refusal.path.startswith("/")
    assert json.loads(json.dumps(refusal.params, allow_nan=False)) == refusal.params
    assert json.dumps([refusal.path, refusal.detail]).encode()


@settings(max_examples=300, deadline=None)
@given(GARBAGE)
def test_garbage_is_refused_as_a_violation(value: object) -> None:
    says_a_violation_or_replays(value)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every list or object in a record with each of its keys."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        at = waiting.pop()
        keys: list[Any] = list(at) if isinstance(at, dict) else list(range(len(at)))
        found += [(at, key) for key in keys]
        waiting += [at[key] for key in keys if isinstance(at[key], dict | list)]
    return found


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.lists(GARBAGE, min_size=1, max_size=3), st.booleans())
def test_garbage_anywhere_in_a_record_is_refused_as_a_violation(seed: int, junk: list[object], ruled: bool) -> None:
    rng = Random(seed)
    written = match(rng, ruled)
    for value in junk:
        at, key = rng.choice(spots(written))
        if isinstance(at, dict) and rng.random() < 0.2:
            key = value if isinstance(value, str | int | tuple) and _hashable(value) else "unknown"
        at[key] = value
    says_a_violation_or_replays(written)


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


class Loud(str):
    """A text that does something when it is compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never to be asked")

    __ne__ = __eq__
    __hash__ = str.__hash__


class Hostile:
    """A name that collides with another and does something when it is compared."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never to be asked")


INTEGERS = st.integers(-3, 1002) | st.sampled_from([10**20, -(10**20), 10**5000, -(10**5000)])
PAIRS = st.fixed_dictionaries({"red": INTEGERS, "white": INTEGERS})
NOTES = st.sampled_from(["x", "", " \n", "x" * 5000]) | GARBAGE
AMOUNTS = st.sampled_from(
    ["1", "0", "0.0001", "9" * 12, "1" * 13, "1" + "0" * 1_000_000, "0." + "3" * 5000, "1e99999999"]
)
RULINGS = st.just({"note": "x"}) | st.fixed_dictionaries({"note": NOTES}, optional={"points": PAIRS | GARBAGE})
ABSURD_ROUNDS = st.one_of(
    st.fixed_dictionaries({"points": PAIRS, "ruling": RULINGS}),
    st.fixed_dictionaries(
        {"ovals": st.fixed_dictionaries({"red": st.lists(INTEGERS, max_size=4), "white": st.just([6])})}
    ),
    st.fixed_dictionaries({"ovals": st.just({"red": [1, 1, 1], "white": [0, 1, 1]}), "pips": PAIRS, "ruling": RULINGS}),
)
ABSURD_STAKES = st.fixed_dictionaries({"amount": AMOUNTS | GARBAGE, "currency": st.just("EUR") | GARBAGE})


STAKE = {"amount": "0.25", "currency": "EUR"}


@settings(max_examples=300, deadline=None)
@given(
    st.tuples(st.lists(ABSURD_ROUNDS, min_size=1, max_size=2), st.just(STAKE)) | st.tuples(st.just([]), ABSURD_STAKES),
    st.booleans(),
)
def test_a_complete_match_with_absurd_rulings_or_stakes(absurd: tuple[list[Any], Any], oasis: bool) -> None:
    """All the rest of the match is as it should be, so that the result and the payoff are worked out."""
    rounds, stake = absurd
    rounds = rounds + [{"points": {"red": 3, "white": 0}}] * (12 - len(rounds))
    options = {"stake": stake, "oasis": oasis}
    says_a_violation_or_replays({"format": "marrakesh-record/1", "options": options, "rounds": rounds})


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_an_absurd_trick_in_a_match_that_was_played(seed: int, data: st.DataObject) -> None:
    written = match(Random(seed), ruled=True)
    tricks = [trick for one in written["rounds"] for trick in one.get("tricks") or ()]
    if not tricks:
        return
    trick = data.draw(st.sampled_from(tricks))
    boards, sides = st.lists(INTEGERS, min_size=5, max_size=7), st.sampled_from(["red", "white"])
    texts = st.sampled_from([*PLAYS_AND_CARDS, Loud("AS"), Loud("6/off")]) | st.text(max_size=5)
    fields = {
        "board": boards,
        "plays": st.lists(texts, max_size=14),
        "extra": texts,
        "withdrawn": texts,
        "extra_disregarded": st.booleans(),
        "leader": sides,
        "ruling": st.fixed_dictionaries({"note": NOTES}, optional={"board": boards, "winner": sides, "leader": sides}),
    }
    trick |= data.draw(st.fixed_dictionaries({}, optional=fields))
    says_a_violation_or_replays(written)


def test_what_only_looks_like_json_is_never_asked_anything() -> None:
    played = {"format": "marrakesh-record/1", "rounds": [{"points": {"red": 3, "white": 0}}]}
    for foreign in (Loud("marrakesh-record/1"), Hostile("format"), type("Json", (dict,), {"get": None})()):
        says_a_violation_or_replays(foreign)
        says_a_violation_or_replays({**played, "format": foreign})
        for name in played:
            for written in (
                {Hostile(name): 1, **{k: v for k, v in played.items() if k != name}},
                {Loud("ext"): 1, **played},
            ):
                says_a_violation_or_replays(written)


LONG = {
    "a hundred thousand tricks": lambda: {"rounds": [{"setup": SETUP, "tricks": [TRICK] * 100_000}]},
    "a hundred thousand rounds": lambda: {"rounds": [{"points": {"red": 3, "white": 0}}] * 100_000},
    "a million plays": lambda: {"rounds": [{"setup": SETUP, "tricks": [{**TRICK, "plays": ["6/off"] * 1_000_000}]}]},
    "a million cards": lambda: {"rounds": [{"setup": SETUP, "tricks": [], "exposed": ["AS"] * 1_000_000}]},
    "a million dice": lambda: {"rounds": [{"setup": {**SETUP, "red": [6] * 1_000_000}, "tricks": []}]},
    "a million turns": lambda: {"rounds": [{"ovals": {"red": [0] * 1_000_000, "white": [6]}}]},
    "a card of 5 MB": lambda: {"rounds": [{"setup": SETUP, "tricks": [{**TRICK, "lead": "A" * 5_000_000}]}]},
    "a play of 5 MB": lambda: {"rounds": [{"setup": SETUP, "tricks": [{**TRICK, "plays": ["6/" * 2_500_000]}]}]},
    "a note of 5 MB": lambda: {"rounds": [], "note": "\ue000" * 5_000_000},
    "an id of 5 MB": lambda: {"rounds": [], "id": "0" * 5_000_000},
    "a moment of 5 MB": lambda: {"rounds": [], "played_at": "2026-11-29T19:30:00." + "0" * 5_000_000},
    "a name of 5 MB": lambda: {"rounds": [], "a/" * 2_500_000: 1},
    "an amount of 5 MB": lambda: {"rounds": [], "options": {"stake": {"amount": "9" * 5_000_000, "currency": "EUR"}}},
}
SETUP = {"red": [1, 1, 2, 3, 4, 5], "white": [2, 2, 3, 4, 5, 6]}
TRICK = {"lead": "4H", "reply": "6C", "plays": ["6/off", "4/off"]}


@pytest.mark.parametrize("name", LONG)
def test_a_record_of_megabytes_takes_no_more_than_its_share_of_time(name: str) -> None:
    written = {"format": "marrakesh-record/1", **LONG[name]()}
    begun = process_time()
    says_a_violation_or_replays(written)
    assert process_time() - begun < 5


def test_a_record_that_holds_itself_is_refused() -> None:
    for name in ("rounds", "ext", "options", "players", "note"):
        written: Record = {"format": "marrakesh-record/1", "rounds": []}
        written[name] = [written] if name == "rounds" else written
        says_a_violation_or_replays(written)
    tricks: list[Any] = []
    tricks.append(tricks)
    says_a_violation_or_replays({"format": "marrakesh-record/1", "rounds": [{"tricks": tricks}]})


def test_an_abyss_is_refused() -> None:
    deep: Any = "AS"
    for _ in range(100_000):
        deep = [deep]
    for written in (
        deep,
        {"format": deep},
        {"format": "marrakesh-record/1", "rounds": deep},
        {"format": "marrakesh-record/1", "rounds": [], "ext": {"a": deep}},
        {"format": "marrakesh-record/1", "rounds": [{"points": deep}]},
        {"format": "marrakesh-record/1", "rounds": [{"tricks": [{"lead": deep}]}]},
    ):
        says_a_violation_or_replays(written)
