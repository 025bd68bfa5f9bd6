"""What a record is refused for.

A Violation names the rule (`code`), the place in the record (`path`, a JSON Pointer, RFC 6901), and what was found and
what the rules allow there (`params`). `detail` is the sentence made of them for the person at the table. Whatever was
found, however large or odd, `params` and `detail` can always be written as JSON.
"""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

# For each code the sentences to choose from: the first whose every number, card or side is among the params.
SENTENCES: dict[str, tuple[str, ...]] = {
    "malformed": (
        "line {line}, column {column}: {allowed} was expected, not {found}.",
        "{field} should be {expected}, not {found}.",
        "{field} has no place here; what can stand here is {allowed}.",
        "{field} should be {expected}.",
        "{field} is missing.",
    ),
    "unknown_card": ("{found} is no card; a card is A, 2 to 6 or Q, then S, H, D or C.",),
    "bad_setup": ("{side} throws six dice, each from 1 to 6, not {found}.",),
    "identical_setups": ("both players threw {found}; such a throw does not count, and both throw again.",),
    "too_many_copies": ("{card} is one too many: the pack holds {copies}, all seen since the last shuffle.",),
    "too_many_rounds": ("the match was over after {most} rounds.",),
    "round_incomplete": ("the round is not over: {waiting} can still move.", "the round is not over."),
    "round_over": ("the round was over: both players had had their three turns or were off.",),
    "wrong_leader": ("{legal} had to lead, not {found}.",),
    "withdrawn_too_late": ("at the sixth trick only one card is left, so {found} cannot be taken back.",),
    "withdrawn_not_played": ("{side} took back {card}, but neither played it later nor had it left at the end.",),
    "extra_missing": ("{winner} had an extra card to draw ({kind}): name it, or say that it was disregarded.",),
    "extra_not_due": (
        "{winner} can no longer move, so no extra card is drawn.",
        "an extra card cannot be both drawn ({both}) and disregarded.",
        "an extra card is drawn only after a suit-match, doubles or triples.",
    ),
    "bad_play": ("{found} is no play; write 6/4 for a man moved, 4/off for a man borne off.",),
    "illegal_play": (
        "{winner} cannot play {found} on the board {board}; with {numbers} left, legal: {legal}.",
        "{winner} cannot play {found} on the board {board}: {because}, so nothing more is legal.",
    ),
    "plays_missing": ("{winner} still has {numbers} to play on the board {board}; legal: {legal}.",),
    "cannot_move": ("{winner} {because} and cannot move; {opponent} gets a null chip instead.",),
    "unreachable_board": (
        "the plays lead {winner} to {after}, not to {found}.",
        "{winner} cannot come from {board} to {found} with {numbers}.",
    ),
    "impossible_board": ("{winner} had {men} of six men on the board before, and cannot have {found} after.",),
    "wrong_unplayed": ("{side} must have {expected} unplayed after {tricks} tricks, not {found}.",),
    "oasis_without_stake": ("Oasis bonuses are only for a match that is played for a stake.",),
    "impossible_ovals": (
        "{side} has {men} of six men left, so {least} to {most} pips, not {found}.",
        "{side} is off, so {expected} pips, not {found}.",
        "{side} cannot have borne off {found}: it takes one to three turns, until the sixth man or the third turn.",
    ),
    "impossible_points": (
        "a score that stood is from 0 to {most} on each side, not {red} to {white}.",
        "no round can end {red} to {white}.",
    ),
    "ruling_without_note": ("a ruling needs a note that says what happened.",),
}
NOUNS = {"rounds": "round", "tricks": "trick", "plays": "play"}


class Violation(Exception):
    """A record that cannot have happened: which rule, where, and what was found there."""

    def __init__(self, code: str, path: str = "", params: Mapping[str, object] | None = None) -> None:
        super().__init__(code, path)
        self.code = code
        self.path = path
        self.params: dict[str, Any] = {key: writable(value) for key, value in (params or {}).items()}

    def __reduce__(self) -> tuple[object, ...]:
        return Violation, (self.code, self.path, self.params)

    def __str__(self) -> str:
        return self.detail

    @property
    def legal(self) -> list[Any] | None:
        """What the rules allow there, where it can be listed."""
        legal = self.params.get("legal")
        return legal if isinstance(legal, list) else None

    @property
    def detail(self) -> str:
        words = {"field": _field(self.path), **{key: in_words(value) for key, value in self.params.items()}}
        sentence = _sentence(self.code, words)
        place = in_place(self.path)
        sentence = f"{place}: {sentence}" if place else sentence
        return sentence[:1].upper() + sentence[1:]


def pointer(*steps: str | int) -> str:
    """The JSON Pointer of these steps from the whole record."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def in_place(path: str) -> str:
    """`/rounds/7/tricks/2/lead` as the table says it: round 8, trick 3."""
    found = re.findall(r"(?<=/)([a-z]+)/([0-9]{1,9})(?![^/])", path)
    return ", ".join(f"{NOUNS[name]} {int(index) + 1}" for name, index in found if name in NOUNS)


def _sentence(code: str, words: Mapping[str, str]) -> str:
    for sentence in SENTENCES.get(code, ()):
        if all(name in words for name in re.findall(r"{(\w+)}", sentence)):
            return sentence.format_map(words)
    return code.replace("_", " ") + "."


def _field(path: str) -> str:
    name = path.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    return f"“{writable(name)}”" if name else "the record"


# -- what was found, in JSON and in words -------------------------------------------------------------------------

LONGEST_TEXT = 80
LARGEST_NUMBER = 10**15
LONGEST_LISTS = (1000, 8, 8)  # a list, the lists in it, and theirs: a list may hold itself a thousand times


def writable(value: Any, depth: int = 0) -> Any:
    """The value itself, or what can be said of it when it is too large, too deep or no JSON at all.

    Only the exact types of JSON are looked into: what calls itself a number or a list may do anything when it is asked.
    """
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return _writable_text(value)
    if kind is int:
        # Python refuses to write an integer of more than 4300 digits.
        return value if -LARGEST_NUMBER < value < LARGEST_NUMBER else "a very large number"
    if kind is float:
        return value if value == value and abs(value) < LARGEST_NUMBER else "no number of JSON"
    if kind not in (list, tuple, dict):
        return "something that is not JSON"
    if depth == len(LONGEST_LISTS):
        return "an object" if kind is dict else "a list"
    if kind is dict:
        items = islice(value.items(), LONGEST_LISTS[depth])
        return {str(writable(key, len(LONGEST_LISTS))): writable(item, depth + 1) for key, item in items}
    return [writable(item, depth + 1) for item in value[: LONGEST_LISTS[depth]]]


def _writable_text(text: str) -> str:
    clipped = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    return "".join("\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in clipped)


def in_words(value: Any) -> str:
    """A side, a card, a board or a list of them as a person would say it."""
    match value:
        case "red" | "white":
            return str(value).capitalize()
        case None:
            return "nothing"
        case "":
            return "an empty text"
        case bool():
            return "true" if value else "false"
        case dict():
            return "an object"
        case list() if not _is_board(value):
            return _listed(["a list" if _is_nested(item) else in_words(item) for item in value])
        case list():
            return "-".join(map(str, value))
    return str(value)


def _is_board(value: list[Any]) -> bool:
    return bool(value) and all(type(item) is int for item in value)


def _is_nested(item: Any) -> bool:
    return isinstance(item, list) and not _is_board(item)


def _listed(words: list[str]) -> str:
    if len(words) > 12:
        words = [*words[:11], f"{len(words) - 11} others"]
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))) or "nothing"
