"""What a record is refused for.

A Violation names the rule (`code`), the place in the record (`path`, a JSON Pointer, RFC 6901), and what was found and
what the rules allow there (`params`). `detail` is the sentence made of them for the person at the table. Whatever was
found, however large or odd, `params` and `detail` can always be written as JSON.
"""

import re
from collections.abc import Mapping
from typing import Any

from engine.wording import as_found, board_in_words, in_words, is_board, nearest_boards, ordinal, writable

# For each code the sentences to choose from: the first whose every number, card or side is among the params.
SENTENCES: dict[str, tuple[str, ...]] = {
    "malformed": (
        "{allowed} was expected, not {found}.",
        "{field} should be readable JSON, not {unreadable}.",
        "{field} should be {expected}, not {found}.",
        "{field} has no place here; what can stand here is {allowed}.",
        "{field} should be {expected}.",
        "{field} is missing: {missing}.",
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
        "{winner} cannot play {found} with {board}; with {numbers} left, legal: {legal}.",
        "{winner} cannot play {found}: {because}, so nothing more is legal.",
    ),
    "plays_missing": ("{winner} still has {numbers} to play with {board}; legal: {legal}.",),
    "cannot_move": ("{winner} {because} and cannot move; {opponent} gets a null chip instead.",),
    "unreachable_board": (
        "the plays lead {winner} to {after}, not to {found}.",
        "{winner} cannot come from {board} to {found} with {numbers}; nearest to it: {nearest}.",
        "{winner} cannot come from {board} to {found} with {numbers}.",
    ),
    "impossible_board": ("{winner} had {men} on the board before, and cannot have {found} after.",),
    "wrong_unplayed": ("{side} must have {expected} unplayed after {tricks} tricks, not {found}.",),
    "oasis_without_stake": ("Oasis bonuses are only for a match that is played for a stake.",),
    "impossible_ovals": (
        "{side} has {men} left, so {least} to {most} pips, not {found}.",
        "{side} is off, so {expected} pips, not {found}.",
        "{side}'s ovals cannot be {found}: there are one to three, until the sixth man or the third turn.",
    ),
    "impossible_points": (
        "a score that stood is from 0 to {most} on each side, not {red} to {white}.",
        "no round can end {red} to {white}.",
    ),
    "ruling_without_note": ("a ruling needs a note that says what happened.",),
}
NOUNS = {"rounds": "round", "tricks": "trick", "plays": "play"}
SIDES = ("red", "white")
_QUOTED = ("malformed", "unknown_card", "bad_play")  # what was found there may be any text
_OF_BOARDS = ("unreachable_board", "impossible_board")
_MOST_BOARDS = 3


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
        sentence = _sentence(self.code, self._words())
        place = ", ".join(filter(None, (in_place(self.path), _in_text(self.params))))
        sentence = f"{place}: {sentence}" if place else sentence
        return sentence[:1].upper() + sentence[1:]

    def _words(self) -> dict[str, str]:
        """What the sentence is made of: each of the params in words, and what follows from them."""
        words = {"field": _field(self.path), **{key: self._in_words(key) for key in self.params}}
        found, legal = self.params.get("found"), self.legal
        if is_board(found) and legal and all(map(is_board, legal)):
            words["nearest"] = "; or ".join(map(board_in_words, nearest_boards(found, legal, _MOST_BOARDS)))
        return words

    def _in_words(self, key: str) -> str:
        value = self.params[key]
        if key == "found" and is_quoted(self.code) and "allowed" not in self.params:
            return as_found(value)
        if is_board(value) and (key in ("board", "after") or (key == "found" and is_of_boards(self.code))):
            return board_in_words(value)
        if key == "men" and type(value) is int:
            return f"{value} man" if value == 1 else f"{value} men"
        return "no number" if key == "numbers" and value == [] else in_words(value)


def pointer(*steps: str | int) -> str:
    """The JSON Pointer of these steps from the whole record."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def in_place(path: str) -> str:
    """`/rounds/7/tricks/2/lead` as the table says it: round 8, trick 3."""
    found = re.findall(r"(?<=/)([a-z]+)/([0-9]{1,9})(?![^/])", path)
    return ", ".join(f"{NOUNS[name]} {int(index) + 1}" for name, index in found if name in NOUNS)


def template_of(code: str, words: Mapping[str, str]) -> str | None:
    """The first sentence of this code that these words fill in; None where there is none."""
    fitting = (said for said in SENTENCES.get(code, ()) if all(name in words for name in re.findall(r"{(\w+)}", said)))
    return next(fitting, None)


def is_quoted(code: str) -> bool:
    """Whether what was found may be any text."""
    return code in _QUOTED


def is_of_boards(code: str) -> bool:
    """Whether what was found is the men on a board."""
    return code in _OF_BOARDS


def _sentence(code: str, words: Mapping[str, str]) -> str:
    template = template_of(code, words)
    return code.replace("_", " ") + "." if template is None else template.format_map(words)


def _in_text(params: Mapping[str, Any]) -> str:
    return f"line {params['line']}, column {params['column']}" if {"line", "column"} <= params.keys() else ""


def _field(path: str) -> str:
    """`/rounds/0/points/white` is “points” for White, `/rounds/0/exposed/1` the second of “exposed”."""
    if "/" not in path:
        return "the record"
    *before, name = [str(writable(step.replace("~1", "/").replace("~0", "~"))) for step in path.split("/")[1:]]
    if not before:
        return f"“{name}”"
    if name in SIDES:
        return f"“{before[-1]}” for {name.capitalize()}"
    side = ""
    if before[-1] in SIDES and len(before) > 1:
        side = before.pop().capitalize()
    if not re.fullmatch("[0-9]{1,9}", name):
        return f"“{name}”"
    if before[-1] in NOUNS:
        return f"the {NOUNS[before[-1]]}"
    return f"the {ordinal(int(name) + 1)} of “{before[-1]}”" + (f" for {side}" if side else "")
