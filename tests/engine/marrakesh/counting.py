"""Short ways to ask what a record says of its sides, in facts."""

from collections.abc import Sequence

from engine.marrakesh import replay
from engine.marrakesh.bearing_off import EMPTY
from engine.marrakesh.facts import FACTS
from tests.engine.marrakesh.writing import SETUP, Record, record, round_, trick

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


def stood(cards: str, winner: str, board: Sequence[int], **fields: object) -> Record:
    """A trick that Red led and that stood by a ruling, as did the winner's board after it."""
    lead, reply = cards.split()
    ruling = {"note": "both agreed", "leader": "red", "winner": winner, "board": [*board]}
    return {"lead": lead, "reply": reply, "ruling": ruling, **fields}


SWEPT = {"red": stood("3C 4C", "red", EMPTY), "white": stood("3D 4D", "white", EMPTY)}

# White's men in `SETUP` are off at once, and the extra card is drawn all the same.
OFF_BY_TRIPLES = trick("6H 6H 3C", "6/off 5/off 4/off 3/off 2/off 2/off")


def ended(*tricks: Record, left: str = "red white", setup: Record = SETUP, **fields: object) -> Record:
    """A round that is over after these tricks and one under a ruling for each side `left`, which tells of no skill."""
    return round_(*tricks, *(SWEPT[side] for side in left.split()), **{"setup": setup, **fields})


def single(*rounds: Record) -> Record:
    return record(*rounds, options={"pack": "single"})
