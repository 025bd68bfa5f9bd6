"""Rating periods: days, weeks that begin on Monday, months; all by the club's own dates.

A period is known by its first day, and has a number, so that periods can be counted.
"""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta

from scorepad.models import Ladder

DAY, WEEK, MONTH = Ladder.Period.DAY, Ladder.Period.WEEK, Ladder.Period.MONTH


def period_of(kind: str, day: date) -> date:
    """The first day of the period in which this day lies."""
    if kind == WEEK:
        # The calendar begins on a Monday; nothing before it can be named.
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if kind == MONTH else day


def number_of(kind: str, day: date) -> int:
    """The number of the period in which this day lies; the next period has the next number."""
    if kind == WEEK:
        return (day.toordinal() - 1) // 7
    return day.year * 12 + day.month if kind == MONTH else day.toordinal()


def end_of(kind: str, first: date) -> date:
    """The last day of the period that begins on this one."""
    if kind == MONTH:
        return first.replace(day=monthrange(first.year, first.month)[1])
    # The calendar ends on a Friday.
    return first + min(timedelta(days=6), date.max - first) if kind == WEEK else first


def earliest(kind: str, days: Iterable[date | None]) -> date | None:
    """The first of the periods in which these days lie; None, from the beginning, is before all of them."""
    known = list(days)
    return None if None in known else period_of(kind, min(day for day in known if day is not None))
