"""A record after an entry, and where in the entry stands what the record holds."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Applied:
    """`places` are pairs of record and entry pointers, those that count first."""

    record: dict[str, Any]
    places: tuple[tuple[str, str], ...]

    def pointer(self, path: str) -> str:
        """Where in the entry stands what the record holds at `path`; empty when another entry wrote that."""
        for in_record, in_entry in self.places:
            if path == in_record or path.startswith(in_record + "/"):
                return in_entry + path[len(in_record) :]
        return ""
