"""JSON as records are kept in it, dump and parse twins.

Python's decoder by itself lets the second of two equal names win, reads `NaN` and turns `1e400` into infinity, and has
errors of its own for a number of 5000 digits or a thousand brackets. Here each is `malformed`, with its line and
column where they are known.
"""

import json
import math
from typing import Any, NoReturn

from engine.violations import Violation


def dump(value: Any) -> str:
    """The value as a person can read it: a level a line, every letter as itself."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def parse(document: str | bytes) -> Any:
    text = document if isinstance(document, str) else decoded(document)
    try:
        return json.JSONDecoder(**_STRICT).decode(text)
    except json.JSONDecodeError as error:
        rest = text[error.pos :].split("\n", 1)[0].rstrip("\r")
        found = rest[:20] or ("the end of the line" if error.pos < len(text) else "the end of the text")
        raise _expected("JSON", found, line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        found = "one nested too deep" if isinstance(error, RecursionError) else f"one with {error}"
        raise Violation("malformed", "", {"unreadable": found}) from error


def decoded(document: bytes) -> str:
    """The text of a file, which is UTF-8; a byte order mark is no part of it."""
    try:
        return document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = document[: error.start].decode("utf-8-sig").split("\n")
        place = {"line": len(before), "column": len(before[-1]) + 1}
        raise _expected("UTF-8", f"the byte {document[error.start]:#04x}", **place) from error


def parse_within(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at this place of a longer text, and where it ends; ValueError when there is none."""
    try:
        return json.JSONDecoder(**_STRICT).raw_decode(text, at)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _expected(allowed: str, found: str, line: int, column: int) -> Violation:
    return Violation("malformed", "", {"line": line, "column": column, "allowed": [allowed], "found": found})


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"the name {name[:40]!r} twice in one object")
        members[name] = value
    return members


def _finite(literal: str) -> float:
    number = float(literal)
    if not math.isfinite(number):
        raise ValueError(f"the number {literal[:40]}, which is too large")
    return number


def _integer(literal: str) -> int:
    if len(literal) > 4000:
        raise ValueError(f"a number of {len(literal)} digits")
    return int(literal)


def _no_number(literal: str) -> NoReturn:
    raise ValueError(f"{literal}, which is no number")


_STRICT: dict[str, Any] = {
    "object_pairs_hook": _members,
    "parse_float": _finite,
    "parse_int": _integer,
    "parse_constant": _no_number,
}
