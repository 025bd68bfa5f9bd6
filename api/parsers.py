"""The one way a body comes in: bytes to an object that a person could have written down, or a `Problem`.

Python's decoder by itself lets a second key of the same name win, turns `1e400` into infinity, gives up at 5000
digits or a thousand brackets with an error of its own, and passes on NUL and half a surrogate pair, which PostgreSQL
and UTF-8 cannot hold. Each is refused here with a code and a place. What is a float stays one, so that `3.0` where an
integer belongs can be refused later.

The engine's `strict_json` reads a person's file, which may hold any number and is told by line and column; a body comes
from a program, within limits, and is told by codes and pointers. What they share is Python's own decoder.
"""

import codecs
import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from django.http import HttpRequest, UnreadablePostError
from rest_framework.parsers import BaseParser

from api.problems import Problem
from engine.violations import pointer

BODY_LIMIT = 256 * 1024
DEPTH_LIMIT = 20
INTEGER_LIMIT = 2**63

# A string is taken whole, its escapes included, so that a bracket within one opens nothing.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_UNFIT_TEXT = re.compile("[\x00\ud800-\udfff]")


def read_text(request: HttpRequest, limit: int = BODY_LIMIT) -> str:
    """The body as a text, which a person may have written in any editor."""
    text = _decoded(read_body(request, limit).removeprefix(codecs.BOM_UTF8))
    if "\0" in text:
        raise Problem(400, "bad_text", "The text holds NUL.")
    return text


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        return loads(read_body(stream))


def read_body(request: HttpRequest, limit: int = BODY_LIMIT) -> bytes:
    """The body, never more than `limit` of it in memory, whether its length was declared, chunked or a lie."""
    if (charset := (request.content_params or {}).get("charset", "utf-8")).lower() not in ("utf-8", "utf8"):
        raise Problem(415, "unsupported_media_type", f"JSON is UTF-8, not {charset[:40]!r}.")
    if encoding := request.headers.get("Content-Encoding"):
        raise Problem(415, "unsupported_media_type", f"Bodies are taken as they are, not in {encoding[:40]!r}.")
    if "HTTP_TRANSFER_ENCODING" in request.META:
        return _read_chunked(request, limit)
    declared = request.META.get("CONTENT_LENGTH") or "0"
    if not re.fullmatch("[0-9]+", declared):
        raise Problem(400, "bad_content_length", "Content-Length is not a number.")
    if len(declared) > 15 or int(declared) > limit:
        raise _too_large(limit)
    try:
        body = request.read(int(declared))
    except UnreadablePostError as error:
        raise Problem(400, "body_incomplete", "The body broke off.") from error
    if len(body) < int(declared):
        raise Problem(400, "body_incomplete", "The body is shorter than its Content-Length.")
    return body


def _read_chunked(request: HttpRequest, limit: int) -> bytes:
    # Django reads nothing without a Content-Length. A server that marks the end of its input can be read to it.
    if not request.META.get("wsgi.input_terminated"):
        raise Problem(411, "length_required", "This server needs a Content-Length.")
    try:
        body: bytes = request.META["wsgi.input"].read(limit + 1)
    except Exception as error:  # servers have their own exceptions for a chunk that is badly framed or breaks off
        raise Problem(400, "body_incomplete", "The body broke off.") from error
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _too_large(limit: int) -> Problem:
    return Problem(413, "body_too_large", f"A body may have {limit} bytes at most.", params={"limit": limit})


def loads(body: bytes) -> dict[str, Any]:
    if body.startswith(codecs.BOM_UTF8):
        raise Problem(400, "malformed_json", "The body begins with a byte order mark; JSON has none.")
    text = _decoded(body)
    _check_depth(text)
    try:
        document = json.loads(
            text, object_pairs_hook=_Members, parse_float=_float, parse_int=_integer, parse_constant=_Unfit
        )
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise Problem(
            400, "malformed_json", f"{error.msg}: line {error.lineno}, column {error.colno}.", params=place
        ) from error
    if not isinstance(document, _Members):
        raise Problem(400, "not_an_object", "The body must be a JSON object.")
    checked: dict[str, Any] = _checked(document, [])
    return checked


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem(
            400, "bad_encoding", f"The body is not UTF-8 at byte {error.start}.", params={"byte": error.start}
        ) from error


def _check_depth(text: str) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        mark = match[0]
        if mark in "[{":
            depth += 1
            if depth > DEPTH_LIMIT:
                detail = f"Arrays and objects may be {DEPTH_LIMIT} deep at most."
                raise Problem(400, "too_deep", detail, params={"limit": DEPTH_LIMIT, "offset": match.start()})
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
    raise Problem(400, code, detail, pointer=pointer(*path))
