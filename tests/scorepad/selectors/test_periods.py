"""Rating periods by the calendar: one ends where the next begins, across the ends of months, years and of time."""

from datetime import date, timedelta

import pytest

from scorepad.selectors.periods import earliest, end_of, number_of, period_of

DAY = timedelta(days=1)
KINDS = pytest.mark.parametrize("kind", ["day", "week", "month"])


@KINDS
def test_periods_follow_one_another_without_a_gap(kind: str) -> None:
    """From the first of December 2023 on: over two ends of years and a leap day."""
    day = date(2023, 12, 1)
    while day < date(2025, 2, 1):
        first = period_of(kind, day)
        last = end_of(kind, first)
        assert first <= day <= last
        assert {period_of(kind, last), period_of(kind, first)} == {first}
        assert number_of(kind, first) == number_of(kind, day) == number_of(kind, last)
        assert (period_of(kind, last + DAY), number_of(kind, last + DAY)) == (last + DAY, number_of(kind, day) + 1)
        day += DAY


@pytest.mark.parametrize(
    ("kind", "day", "first", "last"),
    [
        ("week", date(2025, 12, 31), date(2025, 12, 29), date(2026, 1, 4)),
        ("week", date(2027, 1, 3), date(2026, 12, 28), date(2027, 1, 3)),  # of the 53rd week of 2026
        ("month", date(2024, 2, 1), date(2024, 2, 1), date(2024, 2, 29)),
        ("month", date(2026, 12, 31), date(2026, 12, 1), date(2026, 12, 31)),
        ("day", date(2026, 12, 31), date(2026, 12, 31), date(2026, 12, 31)),
    ],
)
def test_weeks_begin_on_monday_and_months_on_the_first(kind: str, day: date, first: date, last: date) -> None:
    assert (period_of(kind, day), end_of(kind, first)) == (first, last)


@KINDS
def test_the_last_period_ends_with_the_calendar(kind: str) -> None:
    assert end_of(kind, period_of(kind, date.max)) == date.max
    assert period_of(kind, date.min) == date.min


def test_the_earliest_is_the_one_of_the_earliest_day_and_from_the_beginning_before_all() -> None:
    days = [date(2026, 1, 15), date(2026, 1, 7), date(2026, 2, 1)]
    assert earliest("week", days) == date(2026, 1, 5)
    assert earliest("week", [*days, None]) is None
