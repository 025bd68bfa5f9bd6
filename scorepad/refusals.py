"""How services say no: a code for programs, a sentence for the person at the table, places and numbers.

Services know no HTTP; whoever calls them decides what a refusal looks like.
"""

from collections.abc import Iterable
from typing import Any

from engine.violations import Violation


class Refused(Exception):
    """Nothing was stored. `errors` say where: `{pointer, record_pointer, code, params, detail}`; `params` say what."""

    def __init__(self, code: str, detail: str, *, errors: Iterable[dict[str, Any]] = (), **params: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.params = params


class NotHere(Refused):
    """It does not exist, or not for this viewer: which of the two is nobody's business."""

    def __init__(self, detail: str = "There is nothing here.") -> None:
        super().__init__("not_found", detail)


class NotAllowed(Refused):
    """The viewer sees it and may not do this to it."""

    def __init__(self, detail: str = "Your role or your token does not allow this.") -> None:
        super().__init__("forbidden", detail)


class Conflict(Refused):
    """It cannot be done as things stand now."""


class Invalid(Refused):
    """It can never be done as it was asked."""


class Busy(Refused):
    """Somebody else holds what is needed, or the database is away: the very same call may be made again."""

    def __init__(self, detail: str = "Somebody else is writing here; send it again.") -> None:
        super().__init__("busy", detail)


def error_at(pointer: str, code: str, detail: str, **params: Any) -> dict[str, Any]:
    return {"pointer": pointer, "record_pointer": None, "code": code, "params": params, "detail": detail}


def invalid_at(pointer: str, detail: str, *, code: str = "malformed", **params: Any) -> Invalid:
    """One value that can never be taken, and where it stands in what was sent."""
    return Invalid(code, detail, errors=[error_at(pointer, code, detail, **params)])


def conflict_at(pointer: str, code: str, detail: str) -> Conflict:
    """One value that cannot be taken as things stand now, and where it stands in what was sent."""
    return Conflict(code, detail, errors=[error_at(pointer, code, detail)])


def id_in_use() -> Conflict:
    return conflict_at("/id", "id_in_use", "Something else has this id already.")


def violated(violation: Violation, *, pointer: str, record_pointer: str | None = None) -> Invalid:
    """What the engine has against it, with the place in what was sent and, if it came that far, in the record."""
    error = {
        "pointer": pointer,
        "record_pointer": record_pointer,
        "code": violation.code,
        "params": violation.params,
        "detail": violation.detail,
    }
    legal = {} if violation.legal is None else {"legal": violation.legal}
    return Invalid(violation.code, violation.detail, errors=[error], **legal)
