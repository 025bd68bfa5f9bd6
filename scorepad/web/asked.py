"""What of a match a reader asked to see: `?round=3` opens a round, `&step=2` sets one step of it large, as it stood on
the table; `?round=now` follows a match that goes on, whatever is latest.

A number that nobody could mean is taken as not asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass

NOW = "now"
LONGEST_NUMBER = 9


@dataclass(frozen=True)
class Asked:
    round: int | None = None
    step: int | None = None
    following: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Asked":
        asked = query.get("round", "")
        if asked == NOW:
            return cls(following=True)
        return cls(number_in(asked), number_in(query.get("step", "")))


def number_in(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= LONGEST_NUMBER else None
