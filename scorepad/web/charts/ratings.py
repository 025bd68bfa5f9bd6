"""The history of a rating as a line: level from one period in which he played to the next, with twice the deviation
around it; dotted as long as too little was known of him to give him a place.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from engine.ratings.games import Rating
from scorepad.models import Ladder
from scorepad.selectors.histories import History, Point
from scorepad.web.charts.lines import Moment, Trace
from scorepad.web.rounding import rounded

DEVIATIONS = 2


def rating_trace(history: History, today: date, *, label: str = "", chosen: bool = True) -> Trace:
    """`label` is the name at the line's end, where several are drawn; one alone carries its last value."""
    points = history.points
    end = rounded(points[-1].after.rating) if points else ""
    moments = [moment for point in points for moment in _moments(history.ladder, point, today)]
    return Trace(history.player.name, label or end, moments, chosen)


def _moments(ladder: Ladder, point: Point, today: date) -> Iterator[Moment]:
    """As the period began and as it ended, which of one day is the morning of the next."""
    over = min(point.ends, today) + timedelta(days=1)
    if point.total > point.matches:
        settled = _settled(ladder, point.before, point.total - point.matches)
        yield _moment(point.period, point.before, settled=settled, happened=False)
    yield _moment(over, point.after, settled=_settled(ladder, point.after, point.total), happened=True)


def _moment(day: date, rating: Rating, *, settled: bool, happened: bool) -> Moment:
    around = None if rating.deviation is None else DEVIATIONS * rating.deviation
    low, high = (None, None) if around is None else (rating.rating - around, rating.rating + around)
    return Moment(day, rating.rating, low, high, settled, happened)


def _settled(ladder: Ladder, rating: Rating, matches: int) -> bool:
    """Whether the ladder's gates let anybody with as many matches and this deviation have a place."""
    largest = ladder.largest_deviation
    sure = largest is None or rating.deviation is None or rating.deviation <= largest
    return sure and matches >= ladder.least_matches
