"""Charts: places on axes, lines over days, and the small drawings, in figures that can be checked with a ruler."""

import itertools
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from engine.ratings.games import Rating
from scorepad.models import Ladder
from scorepad.selectors.asking import Person
from scorepad.selectors.histories import History, Point
from scorepad.web.charts.lines import BETWEEN_LABELS, LineChart, Moment, Trace, line_chart
from scorepad.web.charts.marks import MOST_TICKS, bar, beside_each_other, between, sparkline, ticks, whisker
from scorepad.web.charts.ratings import rating_trace
from scorepad.web.charts.scales import MOST_LINES, MOST_MONTHS, Days, Values

MONDAY = date(2026, 1, 5)


def days(*values: float, **more: object) -> list[Moment]:
    return [Moment(MONDAY + timedelta(10 * place), value, **more) for place, value in enumerate(values)]


def drawn(*traces: Trace) -> LineChart:
    chart = line_chart(traces, "a sentence")
    assert chart is not None
    return chart


# -- axes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lowest", "highest", "least", "grid"),
    [
        (1434, 1750, 200, ["1400", "1500", "1600", "1700", "1800"]),
        (1500, 1500, 200, ["1400", "1450", "1500", "1550", "1600"]),
        (-36, 0, 40, ["−40", "−20", "0", "20"]),
        (0, 0.1, 0, ["0", "0.02", "0.04", "0.06", "0.08", "0.1"]),
    ],
)
def test_round_values_hold_all_that_is_drawn(lowest: float, highest: float, least: float, grid: list[str]):
    values = Values.around(lowest, highest, least=least)
    assert values.low <= lowest <= highest <= values.high
    texts = [mark.text for mark in values.grid]
    assert len(texts) <= MOST_LINES + 1
    assert set(texts) <= set(grid)
    assert {"0%", "100%"} <= {mark.at for mark in values.grid}


def test_what_is_beyond_the_scale_ends_at_its_edge():
    values = Values(1200, 1800, 200)
    assert [values.at(each) for each in (900, 1200, 1500, 1800, 2200)] == [1000, 1000, 500, 0, 0]


@pytest.mark.parametrize("span", [20, 100, 300, 1000, 4000])
def test_months_are_marked_as_far_as_there_is_room(span: int):
    found = Days(MONDAY, MONDAY + timedelta(span)).marks
    assert len(found) <= MOST_MONTHS
    places = [float(mark.at.rstrip("%")) for mark in found]
    assert places == sorted(places)
    assert all(3 <= place <= 97 for place in places)


def test_a_january_is_called_by_its_year():
    assert [mark.text for mark in Days(date(2025, 11, 20), date(2026, 3, 20)).marks] == ["Dec", "2026", "Feb", "Mar"]


# -- lines --------------------------------------------------------------------------------------------------------


def test_a_line_is_dotted_until_it_is_settled():
    first, second, third = days(1500, 1600, 1550)
    moments = [Moment(first.day, first.value, settled=False), Moment(second.day, second.value, settled=False), third]
    (line,) = drawn(Trace("Ann", "1550", moments)).lines
    assert re.fullmatch(r"M0 \d+L500 \d+", line.dotted)
    assert re.fullmatch(r"M500 \d+L1000 \d+", line.solid)
    assert line.solid.split("L")[0][1:] == line.dotted.split("L")[1]
    assert (line.label, line.end) == ("1550", "100%")


def test_only_what_happened_has_a_dot_and_a_row_the_latest_first():
    first, second, third = days(1500, 1600, 1550)
    chart = drawn(Trace("Ann", "", [first, Moment(second.day, 1600, happened=False), third]))
    assert chart.lines[0].dots.count("h.1") == 2
    assert [(row.day, row.values) for row in chart.rows] == [(third.day, ["1550"]), (first.day, ["1500"])]


def test_the_chosen_line_lies_above_the_others_and_alone_has_a_band():
    chosen = Trace("Ann", "Ann", days(1500, 1520, low=1400, high=1600))
    other = Trace("Bob", "Bob", days(1510, 1530, low=1400, high=1600), chosen=False)
    chart = drawn(chosen, other)
    assert [(line.label, bool(line.band)) for line in chart.lines] == [("Bob", False), ("Ann", True)]
    assert list(chart.names) == ["Ann", "Bob"]


def test_labels_that_would_lie_on_each_other_are_parted():
    traces = [Trace(name, name, days(1500, 1600 - place), chosen=False) for place, name in enumerate("ABCD")]
    heights = sorted(float(line.height.rstrip("%")) * 260 / 100 + line.shift for line in drawn(*traces).lines)
    assert all(after - before >= BETWEEN_LABELS - 2 for before, after in itertools.pairwise(heights))


def test_a_dot_alone_is_no_chart():
    assert line_chart([Trace("Ann", "", [])], "") is None
    assert line_chart([Trace("Ann", "", days(1500)), Trace("Bob", "", days(1400))], "") is None
    newcomer = drawn(Trace("Ann", "", days(1500, 1520)), Trace("Bob", "", days(1400))).lines[-1]
    assert (newcomer.solid, bool(newcomer.dots)) == ("", True)


def test_a_drawing_is_the_same_in_every_language_but_for_its_words():
    chart = drawn(Trace("Ann", "1520", days(1500, 1523.7, 1519.2, low=1400.5, high=1600.5)))
    with translation.override("de"):
        html = render_to_string("charts/lines.html", {"chart": chart})
        small = bar(0.123, 0.2, 0.5) + sparkline([1500.5, 1510.2], 12) + whisker(1.25, 1.1, 1.4, 1, (0.5, 1.5), "")
    for attribute in re.findall(r'\b(?:[xy][12]?|width|cx|d)="([^"]*)"', html + small):
        assert "," not in attribute, attribute
    assert "style=" not in html + small


# -- ratings ------------------------------------------------------------------------------------------------------


def test_a_rating_runs_level_between_the_periods_in_which_he_played():
    """Two weeks with a match, of which the second is still going on; a place takes two matches."""
    ladder = Ladder(period="week", least_matches=2, largest_deviation=None)
    points = (
        Point(MONDAY, MONDAY + timedelta(6), False, Rating(1500, 350), Rating(1600, 200), 1, 0, 0, 1),
        Point(MONDAY + timedelta(21), MONDAY + timedelta(27), True, Rating(1600, 210), Rating(1550, 150), 0, 0, 1, 2),
    )
    history = History(ladder, Person(ladder.pk, "Ann"), points, 0)
    moments = rating_trace(history, MONDAY + timedelta(22)).moments
    assert [((each.day - MONDAY).days, each.value, each.happened, each.settled) for each in moments] == [
        (7, 1600, True, False),
        (21, 1600, False, False),
        (23, 1550, True, True),
    ]
    assert [(each.low, each.high) for each in moments] == [(1200, 2000), (1180, 2020), (1250, 1850)]
    assert rating_trace(history, MONDAY + timedelta(22)).label == "1550"


# -- small ones ---------------------------------------------------------------------------------------------------


def test_ticks_say_how_matches_ended_the_oldest_first():
    html = ticks(["won", "lost", "drawn"])
    assert 'aria-label="won, lost, drawn"' in html
    assert re.findall(r'class="(\w+)" x="(\d+)"', html) == [("won_", "0"), ("lost_", "9"), ("drawn_", "18")]
    many = ticks(["lost", *["won"] * MOST_TICKS])
    assert many.count("<rect") == MOST_TICKS
    assert "lost" not in many
    assert ticks([]) == ""


def test_a_bar_and_its_mark_are_of_one_scale():
    html = bar(0.1, 0.25, 0.5)
    assert 'class="fg" y="4" width="20%"' in html
    assert 'class="tick" x="50%"' in html
    assert "fg" not in bar(None, 0.25, 0.5)
    assert "tick" not in bar(0.1, None, 0.5)


def test_a_whisker_never_leaves_its_axis():
    html = whisker(1.0, 0.2, 2.4, 1.0, (0.5, 1.5), "Reading index 1.00")
    assert 'class="iv" x1="0%" x2="100%"' in html
    assert 'class="pt" cx="50%"' in html
    assert 'aria-label="Reading index 1.00"' in html


@dataclass(frozen=True)
class Spread:
    share: float | None
    interval: tuple[float, float] | None


def test_an_interval_is_drawn_with_what_it_is_compared_with_in_the_middle():
    """The axis is a quarter longer to both sides than the farther end is away: here from 0.25 to 0.75."""
    html = between(0.4, (0.3, 0.55), 0.5)
    assert 'class="one" x1="50%" x2="50%"' in html
    assert 'class="iv" x1="10%" x2="60%"' in html
    assert 'class="pt" cx="30%"' in html


@pytest.mark.parametrize(
    "unknown", [(None, (0.3, 0.5), 0.4), (0.4, None, 0.4), (0.4, (0.3, 0.5), None), (0, (0, 0), 0)]
)
def test_nothing_is_drawn_of_what_nobody_knows(unknown: Any):
    value, interval, mark = unknown
    assert between(value, interval, mark) == ""
    assert beside_each_other(Spread(value, interval), Spread(mark, interval and (0.0, 0.0))) == ""


def test_two_are_drawn_on_one_axis():
    """From 1 to 9 together, and an eighth of that more to both sides: 0 to 10."""
    html = beside_each_other(Spread(2, (1, 4)), Spread(6, (3, 9)))
    (first, second) = re.findall(r'<g class="[ab]">(.*?)</g>', html)
    assert 'x1="10%" x2="40%"' in first
    assert 'cx="20%"' in first
    assert 'x1="30%" x2="90%"' in second
    assert 'cx="60%"' in second
