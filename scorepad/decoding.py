"""Strict JSON from programs: bytes to an object that a person could have written down, or `Undecodable`.

Python's decoder by itself lets a second key of the same name win, turns `1e400` into infinity, gives up at 5000
digits or a thousand brackets with an error of its own, and passes on NUL and half a surrogate pair, which PostgreSQL
and UTF-8 cannot hold. Each is refused here with a code and a place. What is a float stays one, so that `3.0` where an
integer belongs can be refused later.

The engine's `strict_json` reads a person's file, which may hold any number and is told by line and column; this comes
from a program, within limits, and is told by codes and pointers. What they share is Python's own decoder.
"""

import json
import math
import re
from typing import Any, NoReturn

from engine.violations import pointer

DEPTH_LIMIT = 20
INTEGER_LIMIT = 2**63

# A string is taken whole, its escapes included, so that a bracket within one opens nothing.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_UNFIT_TEXT = re.compile("[\x00\ud800-\udfff]")


class Undecodable(Exception):
    """What is wrong with it, by code and in a sentence; `pointer` says where, as far as that can be said."""

    def __init__(self, code: str, detail: str, pointer: str = "", **params: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.params = params


def text_of(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        detail = f"The body is not UTF-8 at byte {error.start}."
        raise Undecodable("bad_encoding", detail, byte=error.start) from error


def loads(text: str, *, depth: int = DEPTH_LIMIT) -> dict[str, Any]:
    """The object that the text writes down."""
    _check_depth(text, depth)
    try:
        document = json.loads(
            text, object_pairs_hook=_Members, parse_float=_float, parse_int=_integer, parse_constant=_Unfit
        )
    except json.JSONDecodeError as error:
        detail = f"{error.msg}: line {error.lineno}, column {error.colno}."
        raise Undecodable("malformed_json", detail, line=error.lineno, column=error.colno) from error
    if not isinstance(document, _Members):
        raise Undecodable("not_an_object", "The body must be a JSON object.")
    checked: dict[str, Any] = _checked(document, [])
    return checked


def _check_depth(text: str, limit: int) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        mark = match[0]
        if mark in "[{":
            depth += 1
            if depth > limit:
                detail = f"Arrays and objects may be {limit} deep at most."
                raise Undecodable("too_deep", detail, limit=limit, offset=match.start())
        elif mark in "]}":
            depth -= 1


class _Members(tuple[tuple[str, Any], ...]):
    """An object's members as they stood, before anyone asks whether a key came twice."""


class _Unfit:
    """A number that JSON can spell and nobody can keep."""

    def __init__(self, literal: str) -> None:
        self.literal = literal if len(literal) <= 30 else f"{literal[:27]}..."


def _float(literal: str) -> float | _Unfit:
    number = float(literal)
    return number if math.isfinite(number) else _Unfit(literal)


def _integer(literal: str) -> int | _Unfit:
    if len(literal) > 20 or abs(int(literal)) >= INTEGER_LIMIT:
        return _Unfit(literal)
    return int(literal)


def _checked(value: Any, path: list[str | int]) -> Any:
    match value:
        case _Members():
            members: dict[str, Any] = {}
            for key, member in value:
                if _UNFIT_TEXT.search(key):
                    _refuse("bad_text", path, "A key holds NUL or half a surrogate pair.")
                path.append(key)
                if key in members:
                    _refuse("duplicate_key", path, "This key stands twice in the same object.")
                members[key] = _checked(member, path)
                path.pop()
            return members
        case list():
            items = []
            for index, item in enumerate(value):
                path.append(index)
                items.append(_checked(item, path))
                path.pop()
            return items
        case str() if _UNFIT_TEXT.search(value):
            _refuse("bad_text", path, "This text holds NUL or half a surrogate pair.")
        case _Unfit():
            _refuse("bad_number", path, f"{value.literal} is not a number that can be kept.")
    return value


def _refuse(code: str, path: list[str | int], detail: str) -> NoReturn:
    raise Undecodable(code, detail, pointer(*path))
