"""The text form read: from the statements of a text to the record they write down.

The grammar stands in `notation`, whose `dump` is the twin of `parse` here. A text without its Format tag is refused,
never taken for an empty match; so is everything else that is not in the grammar.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.marrakesh.record import FORMAT, normalised
from engine.marrakesh.words import Cursor, Source, Tag, Word, integer_of, side_of, statements, text_of
from engine.strict_json import decoded
from engine.violations import Violation, pointer

Record = dict[str, Any]
Part = Callable[[Cursor, str], Any]

TEXT_FORMAT = "marrakesh-text/1"


@dataclass(frozen=True, slots=True)
class Reading:
    """A record read from text, and where in the text each part of it stands."""

    record: Record
    source: Source
    places: dict[str, int]

    def position(self, path: str) -> tuple[int, int]:
        """Line and column of what the record holds at `path`, or else of what it would stand in."""
        while path and path not in self.places:
            path = path.rpartition("/")[0]
        return self.source.position(self.places.get(path, 0))


def parse(text: str | bytes) -> Record:
    """The record that the text writes down."""
    return read(text).record


def read(text: str | bytes) -> Reading:
    """The record, and where in the text each part of it stands."""
    if not isinstance(text, str | bytes):
        raise Violation("malformed", "", {"expected": "a text", "found": text})
    source = Source(text if isinstance(text, str) else decoded(text))
    match = _Match(source)
    for statement in statements(source, _begins):
        match.take(statement)
    reading = Reading(match.record(), source, match.places)
    try:
        return Reading(normalised(reading.record), source, match.places)
    except Violation as fault:
        line, column = reading.position(fault.path)
        raise Violation(fault.code, fault.path, {**fault.params, "line": line, "column": column}) from fault


def position(text: str | bytes, path: str) -> tuple[int, int]:
    """Where a text that can be read writes down what its record holds at `path`."""
    return read(text).position(path)


def _begins(line: list[Word]) -> bool:
    """Whether a line begins a statement of its own; any other continues the one before."""
    return _round_number(line) is not None or _trick_number(line[0]) is not None or _says(line[0], "end")


class _Match:
    """The record as far as it has been read, statement by statement."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tags: dict[str, Tag] = {}
        self.rounds: list[Record] = []
        self.places: dict[str, int] = {}
        self.ended = False

    def take(self, statement: Tag | list[Word]) -> None:
        if isinstance(statement, Tag):
            self._take_tag(statement)
        elif not self.tags:
            self._refuse_format(statement[0].at, self._words(statement, 1))
        elif _round_number(statement) is not None:
            self._take_round(statement)
        elif self.rounds and _says(statement[0], "end"):
            self._take_end(statement)
        elif self.rounds and not self.ended:
            self._take_trick(statement)
        else:
            found = self._words(statement, 2 if _says(statement[0], "round") else 1)
            self.source.refuse(statement[0].at, f"/rounds/{len(self.rounds)}", found, self._next_round())

    def record(self) -> Record:
        if not self.tags:
            self._refuse_format(len(self.source.text), "the end of the text")
        record: Record = {"format": FORMAT}
        for tag in self.tags.values():
            _path, write = _TAGS[_TAG_NAMES[tag.name.lower()]]
            write(record, self.source, tag)
        return {**record, "rounds": self.rounds}

    def _take_tag(self, tag: Tag) -> None:
        name = _TAG_NAMES.get(tag.name.lower())
        if not self.tags and (name, tag.value) != ("Format", TEXT_FORMAT):
            self._refuse_format(tag.at, self.source.found(tag.at))
        if name is None or name in self.tags:
            left = [f"[{name} …]" for name in _TAGS if name not in self.tags]
            self.source.refuse(tag.at, "", f"{'another ' if name else ''}[{tag.name} …]", *left)
        if self.rounds:
            self.source.refuse(tag.at, "", f"[{tag.name} …]", "a trick", "End", self._next_round())
        self.tags[name] = tag
        self.places[_TAGS[name][0]] = tag.at

    def _refuse_format(self, at: int, found: str) -> None:
        self.source.refuse(at, "/format", found, f'[Format "{TEXT_FORMAT}"] before all else')

    def _words(self, statement: list[Word], most: int) -> str:
        """The first words of a statement as they were written, where they stand on one line."""
        return f"“{self.source.found(statement[0].at)[: statement[:most][-1].end - statement[0].at]}”"

    def _next_round(self) -> str:
        return f"Round {len(self.rounds) + 1}"

    def _take_round(self, words: list[Word]) -> None:
        path = f"/rounds/{len(self.rounds)}"
        if _round_number(words) != len(self.rounds) + 1:
            self.source.refuse(words[1].at, path, f"Round {words[1].text}", self._next_round())
        self.places[path] = words[0].at
        round_: Record = {}
        _read_parts(Cursor(self.source, words[2:], words[1].end, self.places), _CLAUSES, round_, path)
        if "ovals" not in round_ and "points" not in round_:
            round_["tricks"] = []
        self.rounds.append(round_)
        self.ended = False

    def _take_end(self, words: list[Word]) -> None:
        if self.ended:
            self.source.refuse(words[0].at, f"/rounds/{len(self.rounds)}", "a second End", self._next_round())
        cursor = Cursor(self.source, words[1:], words[0].end, self.places)
        _read_parts(cursor, _CLAUSES, self.rounds[-1], f"/rounds/{len(self.rounds) - 1}")
        self.ended = True

    def _take_trick(self, words: list[Word]) -> None:
        tricks = self.rounds[-1].setdefault("tricks", [])
        path = f"/rounds/{len(self.rounds) - 1}/tricks/{len(tricks)}"
        if _trick_number(words[0]) != len(tricks) + 1:
            self.source.refuse(
                words[0].at, path, f"“{words[0].text}”", f"“{len(tricks) + 1}.”", "End", self._next_round()
            )
        self.places[path] = words[0].at
        cursor = Cursor(self.source, words[1:], words[0].end, self.places)
        leader = cursor.read(f"{path}/leader", _leader_of)
        trick: Record = {} if leader is None else {"leader": leader}
        trick["lead"] = cursor.card(f"{path}/lead")
        trick["reply"] = cursor.card(f"{path}/reply")
        _read_parts(cursor, _DETAILS, trick, path)
        tricks.append(trick)


def _says(word: Word, keyword: str) -> bool:
    return not word.quoted and word.text == keyword


def _round_number(line: list[Word]) -> int | None:
    return integer_of(line[1]) if len(line) > 1 and _says(line[0], "round") else None


def _trick_number(word: Word) -> int | None:
    """The number of `3.`; a number without its dot is one of a board or a setup."""
    if word.quoted or not word.text.endswith("."):
        return None
    return integer_of(Word(word.text[:-1], word.at, word.end))


def _leader_of(word: Word) -> str | None:
    return side_of(word) or (None if word.quoted else {"r": "red", "w": "white"}.get(word.text))


def _read_parts(cursor: Cursor, parts: dict[str, Part], into: Record, path: str) -> None:
    """Clauses of a round or details of a trick, in any order, each once at most."""
    while (word := cursor.word()) is not None:
        left = [name for name in parts if _FIELDS.get(name, name) not in into]
        name = _implied(word, left) or cursor.choice(path, *left)
        field = _FIELDS.get(name, name)
        cursor.places[f"{path}/{field}"] = word.at
        into[field] = parts[name](cursor, f"{path}/{field}")


def _implied(word: Word, left: list[str]) -> str | None:
    """A side by itself begins the setups, and a play the plays, without the word that says so."""
    if "setup" in left and side_of(word):
        return "setup"
    return "plays" if "plays" in left and not word.quoted and "/" in word.text else None


def _ruling(parts: dict[str, Part]) -> Part:
    """A ruling: its note, then what stood."""

    def read_ruling(cursor: Cursor, path: str) -> Record:
        note = cursor.read(f"{path}/note", text_of)
        ruling: Record = {} if note is None else {"note": note}
        while (name := cursor.keyword()) in parts and name not in ruling:
            cursor.choice(path, *parts)
            ruling[name] = parts[name](cursor, f"{path}/{name}")
        return ruling

    return read_ruling


def _each(part: Part) -> Part:
    """The part of each side."""
    return lambda cursor, path: cursor.sides(path, part)


_CLAUSES: dict[str, Part] = {
    "setup": _each(Cursor.integers),
    "exposed": Cursor.cards,
    "reshuffled": Cursor.flag,
    "ovals": _each(Cursor.integers),
    "pips": _each(Cursor.integer),
    "points": _each(Cursor.integer),
    "unplayed": _each(Cursor.cards),
    "ruling": _ruling({"points": _each(Cursor.integer)}),
    "note": Cursor.text,
}
_DETAILS: dict[str, Part] = {
    "withdrawn": Cursor.card,
    "extra": Cursor.card,
    "disregarded": Cursor.flag,
    "plays": Cursor.plays,
    "board": Cursor.integers,
    "ruling": _ruling({"leader": Cursor.side, "winner": Cursor.side, "board": Cursor.integers}),
    "note": Cursor.text,
}
_FIELDS = {"disregarded": "extra_disregarded"}


def _tag_text(source: Source, tag: Tag, path: str) -> str:
    if not isinstance(tag.value, str):
        source.refuse(tag.at, path, source.found(tag.at), f'[{tag.name} "…"], its value in double quotes,')
    return tag.value


def _text_at(*steps: str) -> Callable[[Record, Source, Tag], None]:
    def write(record: Record, source: Source, tag: Tag) -> None:
        for step in steps[:-1]:
            record = record.setdefault(step, {})
        record[steps[-1]] = _tag_text(source, tag, pointer(*steps))

    return write


def _write_no_options(record: Record, source: Source, tag: Tag) -> None:
    if tag.value is not None:
        source.refuse(tag.at, "/options", source.found(tag.at), f"[{tag.name} none]")
    record.setdefault("options", {})


def _write_stake(record: Record, source: Source, tag: Tag) -> None:
    parts = _tag_text(source, tag, "/options/stake").split()
    if len(parts) != 2:
        source.refuse(tag.at, "/options/stake", source.found(tag.at), 'an amount and a currency, as "0.25 EUR",')
    record.setdefault("options", {})["stake"] = {"amount": parts[0], "currency": parts[1]}


def _write_oasis(record: Record, source: Source, tag: Tag) -> None:
    said = _tag_text(source, tag, "/options/oasis").lower()
    if said not in ("yes", "no"):
        source.refuse(tag.at, "/options/oasis", f'"{said}"', '"yes"', '"no"')
    record.setdefault("options", {})["oasis"] = said == "yes"


def _write_ext(record: Record, source: Source, tag: Tag) -> None:
    if tag.value is None:
        source.refuse(tag.at, "/ext", source.found(tag.at), f"[{tag.name} {{…}}], an object in JSON,")
    record["ext"] = tag.value


_TAGS: dict[str, tuple[str, Callable[[Record, Source, Tag], None]]] = {
    "Format": ("/format", lambda *_: None),
    "Id": ("/id", _text_at("id")),
    "Played": ("/played_at", _text_at("played_at")),
    "Red": ("/players/red", _text_at("players", "red", "name")),
    "RedId": ("/players/red/id", _text_at("players", "red", "id")),
    "White": ("/players/white", _text_at("players", "white", "name")),
    "WhiteId": ("/players/white/id", _text_at("players", "white", "id")),
    "Options": ("/options", _write_no_options),
    "Pack": ("/options/pack", _text_at("options", "pack")),
    "Stake": ("/options/stake", _write_stake),
    "Oasis": ("/options/oasis", _write_oasis),
    "Note": ("/note", _text_at("note")),
    "Ext": ("/ext", _write_ext),
}
_TAG_NAMES = {name.lower(): name for name in _TAGS}
