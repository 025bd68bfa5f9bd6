"""What is true of every record, whoever plays."""

import json
from copy import deepcopy
from random import Random
from typing import Any

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
