"""The one way a body comes in: never more of it than its limit, as strict JSON or as text, or a `Problem`."""

import codecs
import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, UnreadablePostError
from rest_framework.parsers import BaseParser

from api.problems import Problem
from scorepad import decoding
from scorepad.decoding import DEPTH_LIMIT, INTEGER_LIMIT, Undecodable

BODY_LIMIT = 256 * 1024

__all__ = ["BODY_LIMIT", "DEPTH_LIMIT", "INTEGER_LIMIT", "StrictJSONParser", "loads", "read_body", "read_text"]


def read_text(request: HttpRequest, limit: int = BODY_LIMIT) -> str:
    """The body as a text, which a person may have written in any editor."""
    try:
        text = decoding.text_of(read_body(request, limit).removeprefix(codecs.BOM_UTF8))
    except Undecodable as error:
        raise _told(error) from error
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
    try:
        return decoding.loads(decoding.text_of(body))
    except Undecodable as error:
        raise _told(error) from error


def _told(error: Undecodable) -> Problem:
    return Problem(400, error.code, error.detail, pointer=error.pointer, params=error.params)
