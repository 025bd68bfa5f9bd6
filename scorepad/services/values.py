"""Single values as they come in: ids, moments and texts, each refused at its place when it is none."""

import re
from datetime import datetime
from uuid import UUID

from engine import shapes
from scorepad.refusals import invalid_at

# What a record lacks that does not say so, in words for those who write the JSON and those who write the text form.
WHEN_IT_BEGAN = "when the match began; in the text form, the tag Played"
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def uuid_at(place: str, value: object) -> UUID:
    found = value if isinstance(value, UUID) else shapes.uuid(value)
    if found is None:
        raise invalid_at(place, "An id is a UUID.", found=value)
    return found


def moment_at(place: str, value: object) -> datetime:
    """A moment as RFC 3339 writes it, with its offset from UTC."""
    found = shapes.moment(value)
    if found is None:
        raise invalid_at(place, "A time is a date, a time and its offset from UTC, as 2026-11-29T19:30:00+01:00.")
    return found


def text_at(place: str, value: object, *, most: int | None) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or (most is not None and len(value) > most) or UNPRINTABLE.search(value):
        raise invalid_at(place, f"This is a text of at most {most} characters.")
    return value
