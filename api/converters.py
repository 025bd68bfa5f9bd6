"""Ids in addresses. What is no UUID is an id that nobody has, and is answered as one."""

from uuid import UUID

from engine import shapes


class IdConverter:
    regex = "[^/]+"

    def to_python(self, value: str) -> UUID | None:
        return shapes.uuid(value)

    def to_url(self, value: UUID | str) -> str:
        return str(value)
