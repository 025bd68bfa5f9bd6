"""A file of matches taken apart: records a line, one record, or text forms one after the other.

What it is, is told by its beginning and never by its name: a file that nobody can recognise is refused, and never taken
for an empty one.
"""

import codecs
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorepad import decoding
from scorepad.decoding import Undecodable
from scorepad.refusals import Invalid, invalid_at

LARGEST_FILE = 5 * 1024 * 1024
LARGEST_PIECE = 256 * 1024
MOST_PIECES = 20_000

_BEGINS_TEXT = re.compile(r"^\[Format\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """What is said of one match, or another thing, and the line of the file on which it begins."""

    number: int
    text: str
    is_json: bool


def pieces_of(source: bytes) -> list[Piece]:
    """The pieces of a file, at least one."""
    try:
        text = decoding.text_of(source.removeprefix(codecs.BOM_UTF8))
    except Undecodable as error:
        raise unrecognised(error.detail, **error.params) from error
    begins = text.lstrip()[:1]
    found = _json(text) if begins == "{" else _texts(text) if begins == "[" else []
    if not found:
        raise unrecognised("This is neither a record, nor records a line, nor the text form of a match.")
    if len(found) > MOST_PIECES:
        raise unrecognised(f"A file has {MOST_PIECES} matches at most.", most=MOST_PIECES)
    return found


def unrecognised(detail: str, **params: Any) -> Invalid:
    return invalid_at("", detail, code="unrecognised_file", **params)


def _json(text: str) -> list[Piece]:
    """A record a line, or one record over several lines: then its first line is no object by itself."""
    # Only these end a line; other characters that `splitlines` knows may stand in a JSON text.
    lines = [line.strip(" \t") for line in re.split("\r\n|\n|\r", text)]
    first = next(number for number, line in enumerate(lines) if line)
    try:
        decoding.loads(lines[first])
    except Undecodable as error:
        if error.code == "malformed_json" and sum(map(bool, lines)) > 1 and _is_one(text):
            return [Piece(first + 1, text.strip(), is_json=True)]
    return [Piece(number, line, is_json=True) for number, line in enumerate(lines, start=1) if line]


def _is_one(text: str) -> bool:
    try:
        decoding.loads(text)
    except Undecodable as error:
        return error.code != "malformed_json"
    return True


def _texts(text: str) -> list[Piece]:
    """Text forms, each from its Format tag to the next one's."""
    starts = [found.start() for found in _BEGINS_TEXT.finditer(text)]
    if not starts or text[: starts[0]].strip():
        return []
    pieces, number = [], 1 + text.count("\n", 0, starts[0])
    for start, end in pairwise([*starts, len(text)]):
        pieces.append(Piece(number, text[start:end], is_json=False))
        number += text.count("\n", start, end)
    return pieces
