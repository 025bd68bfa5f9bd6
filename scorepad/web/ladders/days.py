"""A day in an address, as 2026-11-26."""

from datetime import date


class DayConverter:
    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)  # a ValueError is an address that leads nowhere

    def to_url(self, value: date) -> str:
        return value.isoformat()
