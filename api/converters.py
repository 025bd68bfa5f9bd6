"""Ids in addresses. What is no UUID is an id that nobody has, and is answered as one."""

from uuid import UUID

from api.fields import UUID_FORM


class IdConverter:
    regex = "[^/]+"

    def to_python(self, value: str) -> UUID | None:
        return UUID(value) if UUID_FORM.fullmatch(value) else None

    def to_url(self, value: UUID | str) -> str:
        return str(value)
