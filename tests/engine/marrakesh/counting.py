"""Short ways to ask what a record says of its sides, in facts."""

from engine.marrakesh import replay
from engine.marrakesh.facts import FACTS
from tests.engine.marrakesh.writing import SETUP, Record, record, round_

Counted = dict[str, int]


def facts_of(written: Record, gave_up: str = "white") -> dict[str, Counted]:
    """By side, the facts that are not zero. A match that was not played to its end was given up."""
    said = replay(written)
    winner = said["result"]["winner"] if said["complete"] else {"red": "white", "white": "red"}[gave_up]
    places = {side: 1 if winner in (side, None) else 2 for side in ("red", "white")}
    found = FACTS.of_match(written, said, places, None if said["complete"] else gave_up)
    return {
        side: {key: value for key, value in zip(FACTS.keys, values, strict=True) if value}
        for side, values in found.items()
    }


def some(counted: Counted, *beginnings: str) -> Counted:
    """Those whose keys begin so."""
    return {key: value for key, value in counted.items() if key.startswith(beginnings)}


def told(text: str) -> Counted:
    """`told("rounds=2 points=13 won")`: where no number is given it is one."""
    pairs = (word.partition("=") for word in text.split())
    return {key: int(value or 1) for key, _, value in pairs}


def read(key: str, replies: int, expected: int, variance: int, hits: int = 0) -> Counted:
    """What was read, or how one was read, in millionths; no hits are no fact."""
    found = {key: replies, f"{key}_hits": hits, f"{key}_expected": expected, f"{key}_variance": variance}
    return {name: value for name, value in found.items() if value}


def swept(side: str, **fields: object) -> Record:
    """A trick after which, by a ruling, all men of the side are off. Red leads, and holds the Threes."""
    suit = "C" if side == "red" else "D"
    ruling = {"note": "both agreed", "leader": "red", "winner": side, "board": [0] * 6}
    return {"lead": f"3{suit}", "reply": f"4{suit}", "ruling": ruling, **fields}


def ended(*tricks: Record, left: str = "red white", setup: Record = SETUP, **fields: object) -> Record:
    """A round that is over after these tricks and one by a ruling for each side that is `left`: it tells no skill."""
    return round_(*tricks, *(swept(side) for side in left.split()), **{"setup": setup, **fields})


def single(*rounds: Record) -> Record:
    return record(*rounds, options={"pack": "single"})
