"""Moments by a club's own clocks, as people at its tables would have read them."""

from datetime import datetime, tzinfo

from django.utils.timezone import make_naive


def by_clock(moment: datetime, zone: tzinfo) -> datetime:
    """What a clock of this zone showed; at the ends of the calendar, where it may show nothing, how the moment was
    written: a club may have moved since it took a match, and a file may say anything.
    """
    try:
        return make_naive(moment, zone)
    except OverflowError:
        return moment.replace(tzinfo=None)
