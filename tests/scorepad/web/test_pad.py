"""Every vector on its page: each row says of each side what the specification's replay says of it."""

from typing import Any

import pytest

from scorepad.web.marrakesh import pad
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import Json, vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Side, sides

VECTORS = vectors()
CHIPS = {"chip": "Chip", "double_chip": "Double-Chip"}


def whole(record: Json) -> dict[str, Any]:
    return {name: record[name] for name in ("options", "rounds", "note", "ext") if name in record}


def written(played: Json, running: Any, side: str) -> Side:
    """A side's half of a row, from the specification alone."""
    turns = played["ovals"] and ", ".join(str(off) if off else "null chip" for off in played["ovals"][side])
    ovals = None if turns is None else turns or "no turn yet"
    if not played["complete"]:
        return Side(ovals, "", "", "")
    score = played["score"][side]
    parts = [score.get("offensive"), score.get("defensive")]
    names = [CHIPS.get(part["name"], part["name"].replace("_", " ").title()) for part in parts if part]
    names += ["Pips"] * bool(score.get("pips"))
    names += ["Marrakesh"] * (sum(part["points"] for part in parts if part) == 30)
    points = f"+{score['total']}" if score["total"] else ""
    return Side(ovals, ", ".join(names), points, str(running[("red", "white").index(side)]))


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_each_row_says_what_the_replay_says(circle: Circle, visit: Visit, number: int):
    record, replay = VECTORS[number]["record"], VECTORS[number]["replay"]
    match = circle.match(**whole(record))
    page = visit(f"/matches/{match.pk}/", circle.owner)
    for place, played in enumerate(replay["rounds"], 1):
        running = replay["running"][place - 1] if played["complete"] else None
        assert sides(page, place) == {side: written(played, running, side) for side in ("red", "white")}
    for place in range(len(replay["rounds"]) + 1, 13):
        assert sides(page, place) == dict.fromkeys(("red", "white"), Side(None, "", "", ""))
    head = page.one("div", **{"class": "sc"})
    assert head.text == f"{replay['totals']['red']} – {replay['totals']['white']}"


def marrakesh(*rounds: Json) -> tuple[Json, Json]:
    """A record of rounds at grade `points`, and the little of its replay that a pad needs."""
    played = [
        {"complete": True, "grade": "points", "irregular": "ruling" in r, "tricks": None, "ovals": None}
        | {"score": {side: {"total": r["points"][side]} for side in ("red", "white")}}
        for r in rounds
    ]
    running = [
        [sum(r["points"][side] for r in rounds[: i + 1]) for side in ("red", "white")] for i in range(len(rounds))
    ]
    return {"rounds": list(rounds)}, {"rounds": played, "running": running}


def test_where_nothing_was_scored_the_number_is_simply_the_same_as_before():
    """ "If the score at the end of the first round is 4-0 in favor of the scorer, and each player scores three points
    in the second round, the score sheet after two rounds would show 7-3." "If both players do not score any points on
    a round, … the numbers written down are exactly the same as for the previous round." """
    points = [{"red": 4, "white": 0}, {"red": 3, "white": 3}, {"red": 0, "white": 0}]
    rows = pad.rows(*marrakesh(*({"points": p} for p in points)))
    assert [(row.red.running, row.white.running) for row in rows[:4]] == [(4, 0), (7, 3), (7, 3), (None, None)]
    assert [(row.red.scored, row.white.scored) for row in rows[:3]] == [(True, False), (True, True), (False, False)]
    assert not any(row.openable for row in rows)


def test_the_pack_is_shuffled_after_every_three_rounds_and_where_it_was_written_down():
    rows = pad.rows(
        *marrakesh(*[{"points": {"red": 0, "white": 0}}] * 4, {"points": {"red": 3, "white": 0}, "reshuffled": True})
    )
    assert [row.number for row in rows if row.shuffled] == [1, 4, 5, 7, 10]


def test_rulings_and_notes_stand_below_the_rows_in_playing_order():
    record = {
        "note": "played at the fair",
        "rounds": [
            {"tricks": [{}, {"ruling": {"note": "led twice"}}], "note": "a loud table"},
            {"points": {"red": 3, "white": 0}, "ruling": {"note": "agreed", "points": {"red": 5, "white": 0}}},
            {"points": {"red": 7, "white": 0}, "ruling": {"note": "the pad says so"}},
        ],
    }
    assert [(note.number, note.ruling, str(note.text)) for note in pad.footnotes(record)] == [
        (1, True, "trick 2: led twice"),
        (1, False, "a loud table"),
        (2, True, "5–0 stood: agreed"),
        (3, True, "stood as written: the pad says so"),
        (None, False, "played at the fair"),
    ]


def test_points_below_nothing_bear_their_own_sign(circle: Circle, visit: Visit):
    """No rule takes points away, but a pad that was accepted unchecked may say so, and its page shows it."""
    points = {"red": 5, "white": 0}
    match = circle.match(rounds=[{"points": points, "ruling": {"note": "as written", "points": points}}])
    round_ = match.rounds.get()
    round_.replay["score"]["red"]["total"] = -5
    round_.save()
    match.summary["running"], match.summary["totals"] = [[-5, 0]], {"red": -5, "white": 0}
    match.save()
    page = visit(f"/matches/{match.pk}/", circle.owner)
    assert (sides(page, 1)["red"].points, sides(page, 1)["red"].running) == ("-5", "-5")


def test_what_people_wrote_is_shown_as_text():
    (note,) = pad.footnotes({"rounds": [], "note": "<script>alert(1)</script>"})
    assert note.text == "&lt;script&gt;alert(1)&lt;/script&gt;"
