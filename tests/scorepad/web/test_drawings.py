"""The measures are the design's: 6-point left, 96 − i·20 up a point, first turn in the lowest oval."""

import re
from xml.etree import ElementTree

import pytest

from scorepad.web.marrakesh import drawings


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def uses(svg: str) -> list[tuple[str, str, str]]:
    """What is drawn where: men, ghosts and chips by place or by transform."""
    return [
        (use.attrib["href"], use.attrib.get("x", ""), use.attrib.get("y", "") or use.attrib.get("transform", ""))
        for use in parsed(svg).iter("use")
        if use.attrib["href"] != "#bf"
    ]


def test_each_point_stands_where_the_design_puts_it():
    svg = drawings.board("red", [1, 1, 1, 1, 1, 1])
    assert uses(svg) == [("#mr", f"{16.5 + 24 * (6 - point):g}", "96") for point in range(1, 7)]


def test_men_stack_twenty_apart_and_six_close_up_to_fit():
    assert [y for _, _, y in uses(drawings.board("white", [0, 0, 0, 3, 0, 0]))] == ["96", "76", "56"]
    assert [y for _, _, y in uses(drawings.board("white", [0, 6, 0, 0, 0, 0]))] == [
        "96",
        "81.6",
        "67.2",
        "52.8",
        "38.4",
        "24",
    ]


def test_men_that_left_stay_as_ghosts_above_those_that_remain():
    svg = drawings.board("red", [1, 1, 1, 1, 1, 0], [1], before=[1, 0, 1, 2, 1, 1])
    assert [use for use in uses(svg) if use[0] == "#gh"] == [("#gh", "64.5", "76"), ("#gh", "16.5", "96")]


def test_a_point_that_gained_as_many_as_it_lost_shows_no_ghost():
    svg = drawings.board("red", [0, 0, 0, 0, 2, 0], [1], before=[0, 0, 0, 0, 2, 1])
    assert [use for use in uses(svg) if use[0] == "#gh"] == [("#gh", "16.5", "96")]


@pytest.mark.parametrize(("off", "rows"), [(1, [1]), (2, [2]), (3, [3]), (4, [2, 2]), (5, [2, 3]), (6, [3, 3])])
def test_men_in_an_oval_lie_in_one_row_or_two(off: int, rows: list[int]):
    heights = [re.search(r" ([\d.]+)\)", where)[1] for _, _, where in uses(drawings.board("white", [0] * 6, [off]))]
    assert [heights.count(height) for height in dict.fromkeys(heights)] == rows


def test_a_turn_without_men_off_holds_a_null_chip_and_an_oval_to_come_is_idle():
    svg = drawings.board("white", [0, 0, 0, 0, 0, 5], [1, 0])
    assert ("#nc", "188", "64") in uses(svg)
    assert [oval.attrib["class"] for oval in parsed(svg).iter("ellipse")] == ["ov", "ov", "ov idle"]


def test_a_board_says_in_words_what_it_shows():
    svg = drawings.board("white", [0, 0, 1, 0, 0, 2], [1, 0])
    assert parsed(svg).attrib["aria-label"] == "White: two on 6, one on 3. Ovals: 1, null chip"
    assert parsed(drawings.board("red", [0] * 6, [6])).attrib["aria-label"] == "Red: no men left. Ovals: 6"


def test_ovals_in_a_row_write_figures_and_chips_and_nothing_for_an_unused_turn():
    svg = parsed(drawings.ovals([3, 0]))
    assert svg.attrib["aria-label"] == "3, null chip"
    assert [text.text for text in svg.iter("text")] == ["3"]
    assert len(list(svg.iter("rect"))) == 2


def test_a_null_is_written_q_and_called_null():
    svg = parsed(drawings.card("QD", "won"))
    assert svg.attrib["aria-label"] == "Null of Diamonds"
    assert svg.attrib["class"] == "card red won"
    assert svg.text == "Q"


def test_the_strip_has_twelve_signs_and_counts_them_in_words():
    svg = parsed(drawings.strip(["red", "white", None, None, "red"]))
    assert len(svg) == 12
    assert svg.attrib["aria-label"] == "Red scored more in 2 rounds, White in 1"
    assert [child.attrib["class"] for child in svg][:6] == ["man-r", "mk-w", "no", "no", "man-r", "to"]


def test_side_marks_carry_their_word_unless_it_stands_beside_them():
    assert parsed(drawings.mark("white")).attrib["aria-label"] == "White"
    assert parsed(drawings.mark("white", silent=True)).attrib["aria-hidden"] == "true"
