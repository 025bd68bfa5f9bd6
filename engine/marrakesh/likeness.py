"""What makes two rounds, each written down by another hand, the same round.

Two tablets that recorded one match under two ids agree on the dice thrown: two rounds with the same twelve dice by
chance are too rare to think of. An old pad that has no dice agrees on its ovals or, failing these, on its points, which
say less. Whether the round can have happened is not asked here.
"""

from collections.abc import Mapping
from typing import Any

from engine.marrakesh.record import SIDES


def fingerprint(round_: Mapping[str, Any]) -> str | None:
    """A text that is equal for what may be two recordings of one round, None where nothing can tell.

    The dice of a side lie in any order, and the one who recorded may have taken red for white. Ovals and points are too
    few to be turned round, too.
    """
    setup = round_.get("setup")
    if setup is not None:
        return "dice " + " ".join(sorted("".join(map(str, sorted(setup[side]))) for side in SIDES))
    for grade in ("ovals", "points"):
        written = round_.get(grade)
        if written is not None:
            return f"{grade} " + " ".join(str(written[side]) for side in SIDES)
    return None
