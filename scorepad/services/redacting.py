"""Names taken out of free words: pure, it reads and writes nothing.

A spelling is found as whole words, whichever way it is typed: case, kinds of spaces and what cannot be seen make no
difference, as they make none to a name's key. In scripts that need no spaces between words it is found anywhere. What
stands in its place is one character, so that a text never grows beyond a limit that it has kept. A text is read line by
line, since the notes of a round are put together of lines: joined or apart, they must come out the same.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from scorepad.spelling import UNSEEN, key_of

TAKEN_OUT = "*"

# Where people write in their own words: everything under `ext`, and texts of these names.
EXT = "ext"
WORDS = ("note", "table")
# What programs read in problems and hints; everything else in them may repeat what somebody wrote.
FOR_PROGRAMS = ("code", "pointer", "record_pointer")


class Redactor:
    """Takes these names out. One is made for one person: keys that differed before still differ after it."""

    def __init__(self, names: Iterable[str]) -> None:
        keys = sorted({key_of(name) for name in names}, key=lambda key: (-len(key), key))
        self._names = re.compile("|".join(map(_whole_words, keys))) if keys else None
        self._members: dict[str, str] = {}

    def text(self, text: str) -> str:
        return "\n".join(self._line(line) for line in text.split("\n"))

    def words(self, value: Any) -> Any:
        """Any JSON whose texts are all free words, its members' names among them."""
        match value:
            case str():
                return self.text(value)
            case list():
                return [self.words(each) for each in value]
            case dict():
                return {self._member(name): self.words(each) for name, each in value.items()}
            case _:
                return value

    def told(self, value: Any) -> Any:
        """A problem or a hint, as programs and people are told of it."""
        match value:
            case str():
                return self.text(value)
            case list():
                return [self.told(each) for each in value]
            case dict():
                return {name: each if name in FOR_PROGRAMS else self.told(each) for name, each in value.items()}
            case _:
                return value

    def data(self, value: Any) -> Any:
        """An entry's data, or a part of it: only what is free words in it, the rest being cards, sides and ids."""
        match value:
            case list():
                return [self._op(each) if _is_op(each) else self.data(each) for each in value]
            case dict():
                return {name: self._at(name, each) for name, each in value.items()}
            case _:
                return value

    def _at(self, name: str, value: Any) -> Any:
        if name == EXT:
            return self.words(value)
        return self.text(value) if name in WORDS and isinstance(value, str) else self.data(value)

    def _op(self, op: Mapping[str, Any]) -> dict[str, Any]:
        """An operation of a JSON Patch: its value is read by where it goes, its paths by what they lead through."""
        steps = op["path"].split("/")
        done = {name: self._path(op[name]) if name in ("path", "from") else op[name] for name in op}
        if "value" in op:
            done["value"] = self.words(op["value"]) if EXT in steps else self._at(steps[-1], op["value"])
        return done

    def _path(self, path: str) -> str:
        steps = path.split("/")
        own = steps.index(EXT) + 1 if EXT in steps else len(steps)
        return "/".join([*steps[:own], *(_escaped(self._member(_unescaped(step))) for step in steps[own:])])

    def _member(self, name: str) -> str:
        if name not in self._members:
            taken_out = self.text(name)
            others = [known for known in self._members.values() if known.rstrip("0123456789") == taken_out]
            changed = taken_out != name
            self._members[name] = f"{taken_out}{len(others) + 1}" if changed and others else taken_out
        return self._members[name]

    def _line(self, line: str) -> str:
        if self._names is None:
            return line
        composed = unicodedata.normalize("NFC", line)
        seen, places = _as_keys_are(composed)
        done, end = [], 0
        for found in self._names.finditer(seen):
            done += [composed[end : places[found.start()]], TAKEN_OUT]
            end = places[found.end() - 1] + 1
        return "".join([*done, composed[end:]]) if done else line


def _as_keys_are(text: str) -> tuple[str, list[int]]:
    """The text as `key_of` would write it, and for each of its characters the place in the text that it comes from."""
    seen: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if UNSEEN.match(character):
            continue
        folded = unicodedata.normalize("NFC", character.casefold())
        if character.isspace():
            folded = "" if seen and seen[-1] == " " else " "
        seen += folded
        places += [place] * len(folded)
    return "".join(seen), places


def _whole_words(key: str) -> str:
    before = r"(?<![^\W_])" if _needs_spaces(key[0]) else ""
    after = r"(?![^\W_])" if _needs_spaces(key[-1]) else ""
    return before + re.escape(key) + after


def _needs_spaces(character: str) -> bool:
    """Whether a word of this letter ends where letters end: not so in Chinese, nor with a prefix in Hebrew."""
    return unicodedata.category(character)[0] in "LN" and unicodedata.category(character) != "Lo"


def _is_op(value: object) -> bool:
    return isinstance(value, dict) and "op" in value and isinstance(value.get("path"), str)


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
