"""What an entry changed: the match before it and after it, set side by side.

What is told is what people look for when the past is corrected: how the rounds were scored, who sat where, the result,
and whether the match counts.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from scorepad.services.planning import History

Json = dict[str, Any]


def changes(before: History | None, after: History) -> Json:
    """`rounds` whose scores differ, each `{"round", "before", "after"}` by seat, null while it is not over; and
    `{"before", "after"}` of whatever else differs."""
    told, now = _told(before), _told(after)
    changed: Json = {
        name: {"before": told.get(name), "after": value} for name, value in now.items() if told.get(name) != value
    }
    return {"rounds": list(_rounds(before, after)), **changed}


def _told(history: History | None) -> Json:
    if history is None:
        return {}
    record, replay, standing = history.record, history.replay, history.standing
    return {
        "status": str(history.status),
        "forfeited_by": standing.forfeited_by,
        "void": standing.void,
        "duplicate_of": standing.duplicate_of,
        "players": {key: player["id"] for key, player in record["players"].items()},
        "played_at": record["played_at"],
        "rated": standing.rated,
        "table": standing.table,
        "options": record.get("options", {}),
        "totals": replay["totals"],
        "result": replay["result"],
    }


def _rounds(before: History | None, after: History) -> Iterator[Json]:
    scores = after.game.scores
    rounds = zip_longest(before.replay["rounds"] if before else (), after.replay["rounds"])
    for number, (then, now) in enumerate(rounds, start=1):
        told = {"before": then and scores(then), "after": now and scores(now)}
        if told["before"] != told["after"]:
            yield {"round": number, **told}
