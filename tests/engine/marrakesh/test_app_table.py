"""The recorder's table, against the functions it is written from: the file that is kept, and what it leaves out."""

import json
import re
from pathlib import Path
from typing import Any

from engine.marrakesh.app_table import text
from engine.marrakesh.bearing_off import BOARDS, POINTS, plays

KEPT = Path(__file__).parents[3] / "scorepad" / "static" / "scorepad" / "recorder" / "marrakesh" / "table.js"


def table(name: str) -> Any:
    found = re.search(rf"export const {name} = (.*?);\n", text(), re.DOTALL)
    assert found
    return json.loads(re.sub(r",(\s*[]}])", r"\1", found[1]))


def test_the_file_that_is_kept_is_what_the_engine_writes() -> None:
    assert KEPT.read_text() == text(), "run make table, and commit it"


def test_which_men_a_number_may_move_depends_only_on_which_points_are_occupied() -> None:
    moves = table("MOVES")
    for board in BOARDS:
        occupied = sum(1 << index for index, men in enumerate(board) if men)
        for number in POINTS:
            able = {point for point in POINTS if moves[number][occupied] >> (point - 1) & 1}
            assert able == {int(play[0]) for play in plays(board, number)}


def test_the_scorecard_has_a_row_for_each_of_the_84_ways_in_which_a_sides_turns_can_go() -> None:
    rows = {ovals: rest for ovals, *rest in table("SCORES")}
    assert len(rows) == 84
    assert rows["222"] == ["casablanca", 6, None, 0]
    assert rows["033"] == ["game", 3, "chip", 1]
    assert rows["006"] == ["backgammon", 12, None, 0]
    assert rows["010"] == [None, 0, "royal_fez", 9]


def test_140_ordered_pairs_of_scores_can_happen() -> None:
    assert sum(map(len, table("ROUND_SCORES"))) == 140
