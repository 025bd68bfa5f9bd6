"""The words of the text form and where they stand.

Text is cut into statements, a statement into words. A quoted word is a JSON string; blanks, commas, colons and
semicolons only part words; `#` begins a comment that ends with its line. What cannot be read is refused as
`malformed`, with line, column, what was found there and what is allowed.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from engine import strict_json
from engine.marrakesh.record import SIDES
from engine.violations import Violation

T = TypeVar("T")

MOST_DIGITS = 4300  # more of them int() itself refuses
_SUIT_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")
_CARD = re.compile(r"[A23456Q][SHDC]")
_PLAY = re.compile(r"[0-9]{1,3}/(?:[0-9]{1,3}|off)")
_INTEGER = re.compile(r"-?[0-9]+")
_TAG_NAME = re.compile(r"\[\s*([A-Za-z]+)\s*")
_TAG_VALUE_NONE = re.compile(r"none\b", re.IGNORECASE)
_TAG_END = re.compile(r"\s*\]")
_WORD = re.compile(
    r"""  (?P<parting>(?:[^\S\r\n]|[,:;])+|\#[^\r\n]*)
        | (?P<newline>\r\n?|\n)
        | (?P<quoted>"(?:[^"\\\x00-\x1f]|\\.)*")
        | (?P<bare>[0-9]+\.|[^\s",:;\#\[\]]+)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was written, in lower case unless quoted."""

    text: str
    at: int
    end: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """`[Name "value"]`, the name as it was written; the value is None for the word `none`."""

    name: str
    value: Any
    at: int


class Source:
    """A text and the places in it; every refusal of the text form is raised here."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff")

    def position(self, at: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        lines = re.split(r"\r\n?|\n", self.text[:at])
        return len(lines), len(lines[-1]) + 1

    def found(self, at: int) -> str:
        """What stands there, as far as its line goes."""
        rest = re.split(r"[\r\n]", self.text[at:], maxsplit=1)[0].rstrip()
        return rest[:20] or ("the end of the line" if at < len(self.text) else "the end of the text")

    def refuse(self, at: int, path: str, found: str, *allowed: str) -> NoReturn:
        line, column = self.position(at)
        params = {"line": line, "column": column, "found": found, "allowed": list(allowed)}
        raise Violation("malformed", path, params)


def statements(source: Source, begins: Callable[[list[Word]], bool]) -> Iterator[Tag | list[Word]]:
    """The tags and statements in order; a line whose first words do not begin a statement continues the one before."""
    statement: list[Word] = []
    for line in _lines(source):
        if isinstance(line, Tag):
            if statement:
                yield statement
                statement = []
            yield line
        elif begins(line):
            if statement:
                yield statement
            statement = line
        elif statement:
            statement += line
        else:
            yield line
    if statement:
        yield statement


def _lines(source: Source) -> Iterator[Tag | list[Word]]:
    text, at, line = source.text, 0, list[Word]()
    while at < len(text):
        if text[at] == "[" and not line:
            tag, at = _tag(source, at)
            yield tag
            continue
        match = _WORD.match(text, at)
        if match is None:
            source.refuse(at, "", source.found(at), "a word", 'a text in double quotes, "…", closed on its line')
        if match.lastgroup == "bare":
            line.append(Word(match[0].lower(), at, match.end()))
        elif match.lastgroup == "quoted":
            line.append(Word(_unquoted(source, match[0], at), at, match.end(), quoted=True))
        elif match.lastgroup == "newline" and line:
            yield line
            line = []
        at = match.end()
    if line:
        yield line


def _tag(source: Source, start: int) -> tuple[Tag, int]:
    name = _TAG_NAME.match(source.text, start)
    if name is None:
        source.refuse(start, "", source.found(start), 'a tag, such as [Red "Ann"]')
    at = name.end()
    if none := _TAG_VALUE_NONE.match(source.text, at):
        value, at = None, none.end()
    else:
        value, at = _json(source, at)
    end = _TAG_END.match(source.text, at)
    if end is None:
        source.refuse(at, "", source.found(at), "] to close the tag")
    return Tag(name[1], value, start), end.end()


def _json(source: Source, at: int) -> tuple[Any, int]:
    try:
        value, end = strict_json.parse_within(source.text, at)
    except ValueError:
        value, end = None, at
    if value is None:
        source.refuse(at, "", source.found(at), 'a text, as "…"', "none", "an object in JSON")
    return value, end


def _unquoted(source: Source, quoted: str, at: int) -> str:
    try:
        value: str = json.loads(quoted)
    except ValueError:
        source.refuse(at, "", quoted, r'after a backslash one of " \ / b f n r t, or u and four digits')
    return value


def json_line(value: Any) -> str:
    """The value as JSON on one line, with what cannot be seen escaped, and line separators of every kind with it."""
    return "".join(char if char.isprintable() else _escaped(char) for char in json.dumps(value, ensure_ascii=False))


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def card_word(card: str) -> str:
    """A card as a word; what is no card is quoted, so that it is read back to the letter."""
    return card if _CARD.fullmatch(card) else json_line(card)


def play_word(play: str) -> str:
    return play if _PLAY.fullmatch(play) else json_line(play)


class Cursor:
    """Reads a statement word by word, and remembers where each part of the record was written."""

    def __init__(self, source: Source, words: list[Word], begin: int, places: dict[str, int]) -> None:
        self.source, self.words, self.places = source, words, places
        self.end = words[-1].end if words else begin
        self.next = 0

    def word(self) -> Word | None:
        return self.words[self.next] if self.next < len(self.words) else None

    def refuse(self, path: str, *allowed: str) -> NoReturn:
        word = self.word()
        if word is not None:
            self.source.refuse(word.at, path, self.source.text[word.at : word.end], *allowed)
        self.source.refuse(self.end, path, "the end of the line", *allowed)

    def keyword(self) -> str | None:
        """The next word where one of the form's own words may stand."""
        word = self.word()
        return None if word is None or word.quoted else word.text

    def skip(self, *keywords: str) -> bool:
        if self.keyword() in keywords:
            self.next += 1
            return True
        return False

    def choice(self, path: str, *keywords: str) -> str:
        word = self.keyword()
        if word is None or word not in keywords:
            self.refuse(path, *keywords)
        self.next += 1
        return word

    def read(self, path: str, value: Callable[[Word], T | None]) -> T | None:
        """The next word read by `value`, which answers None when it is not one of its own."""
        word = self.word()
        found = None if word is None else value(word)
        if word is not None and found is not None:
            self.places[path] = word.at
            self.next += 1
        return found

    def one(self, path: str, value: Callable[[Word], T | None], *allowed: str) -> T:
        found = self.read(path, value)
        if found is None:
            self.refuse(path, *allowed)
        return found

    def many(self, path: str, value: Callable[[Word], T | None], *allowed: str) -> list[T]:
        if self.skip("none"):
            return []
        values = [self.one(f"{path}/0", value, *allowed, "none")]
        while (found := self.read(f"{path}/{len(values)}", value)) is not None:
            values.append(found)
        return values

    def card(self, path: str) -> str:
        return self.one(path, card_of, CARD_ALLOWED)

    def cards(self, path: str) -> list[str]:
        return self.many(path, card_of, CARD_ALLOWED)

    def plays(self, path: str) -> list[str]:
        return self.many(path, play_of, "a play, such as 6/4 or 3/off")

    def integer(self, path: str) -> int:
        return self.one(path, integer_of, "a whole number")

    def integers(self, path: str) -> list[int]:
        return self.many(path, integer_of, "a whole number")

    def text(self, path: str) -> str:
        return self.one(path, text_of, 'a text in double quotes, "…", closed on its line')

    def side(self, path: str) -> str:
        return self.one(path, side_of, *SIDES)

    def flag(self, _path: str) -> bool:
        """A word that stands by itself says yes."""
        if self.skip("no"):
            return False
        self.skip("yes")
        return True

    def sides(self, path: str, value: Callable[["Cursor", str], T]) -> dict[str, T]:
        values: dict[str, T] = {}
        if self.skip("none"):
            return values
        while (side := self.keyword()) in SIDES and side not in values:
            self.next += 1
            values[side] = value(self, f"{path}/{side}")
        if not values:
            self.refuse(path, *SIDES, "none")
        return values


CARD_ALLOWED = "a card: A 2 3 4 5 6 or Q, then S H D or C"


def card_of(word: Word) -> str | None:
    """`as` and `A♠` are the Ace of Spades."""
    if word.quoted:
        return word.text
    card = word.text.upper().translate(_SUIT_SIGNS)
    return card if _CARD.fullmatch(card) else None


def play_of(word: Word) -> str | None:
    return word.text if word.quoted or "/" in word.text else None


def integer_of(word: Word) -> int | None:
    if word.quoted or len(word.text) > MOST_DIGITS or not _INTEGER.fullmatch(word.text):
        return None
    return int(word.text)


def text_of(word: Word) -> str | None:
    return word.text if word.quoted else None


def side_of(word: Word) -> str | None:
    return word.text if not word.quoted and word.text in SIDES else None
