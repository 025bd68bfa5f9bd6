"""What the rules refuse, in the reader's language: the engine's own sentences with the words that stand in them. The
engine itself speaks English, and so does what the API answers.

A phrase that nobody has translated stands as the engine has it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.violations import is_of_boards, is_quoted, template_of
from engine.wording import as_found, is_board, nearest_boards
from scorepad.web.marrakesh.words import COUNTS, KINDS, SIDE_WORDS

Params = Mapping[str, Any]
Board = Sequence[int]

MOST_LISTED, MOST_BOARDS = 12, 3
PHRASES: Mapping[str, str | Promise] = {
    **SIDE_WORDS,
    **{name.replace("_", "-"): said for name, said in KINDS.items()},
    "": _("an empty text"),
    "is off": _("is off"),
    "has had three turns": _("has had three turns"),
    "no man is left": _("no man is left"),
    "no number is left": _("no number is left"),
    "an integer": _("an integer"),
    "an object": _("an object"),
    "a list": _("a list"),
    "a text": _("a text"),
    "true or false": _("true or false"),
    "when the match began; in the text form, the tag Played": _(
        "when the match began; in the text form, the tag Played"
    ),
    "the player on this seat": _("the player on this seat"),
    "six dice, each from 1 to 6": _("six dice, each from 1 to 6"),
    "six dice of each side": _("six dice of each side"),
    "six numbers, the men on points 1 to 6": _("six numbers, the men on points 1 to 6"),
    "given, or else ovals or points": _("given, or else ovals or points"),
}


def refused(code: str, path: str, params: Params) -> str | None:
    """None where it is no rule that was broken."""
    words = {"field": _field(path)}
    words |= {name: _in_words(code, name, params) for name in params}
    found, legal = params.get("found"), params.get("legal")
    if is_board(found) and isinstance(legal, list) and legal and all(map(is_board, legal)):
        nearest = nearest_boards(found, legal, MOST_BOARDS)
        words["nearest"] = gettext("; or ").join(map(men_in_words, nearest))
    template = template_of(code, words)
    if template is None:
        return None
    said = gettext(template).format_map(words)
    place = ", ".join([*_place(path), *_in_text(params)])
    said = gettext("{place}: {said}").format(place=place, said=said) if place else said
    return said[:1].upper() + said[1:]


def _field(path: str) -> str:
    """`/rounds/0/points/white` is “points” for White."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
    if len(steps) > 1 and steps[-1] in SIDE_WORDS:
        return gettext("“{name}” for {side}").format(name=steps[-2], side=SIDE_WORDS[steps[-1]])
    if len(steps) > 1 and steps[-1].isdecimal():
        return gettext("number {number} of “{name}”").format(number=int(steps[-1]) + 1, name=steps[-2])
    return gettext("“{name}”").format(name=steps[-1]) if steps else gettext("the record")


def men_in_words(board: Board) -> str:
    """The men as they stand, from the 6-point down: two on 6, one each on 4 and 3."""
    men = [(str(point), board[point - 1]) for point in range(6, 0, -1) if board[point - 1]]
    said = []
    for count, run in groupby(men, key=lambda on: on[1]):
        points = [point for point, _ in run]
        counted = COUNTS[count] if 0 < count < len(COUNTS) else count
        if len(points) == 1:
            said.append(gettext("{count} on {point}").format(count=counted, point=points[0]))
        else:
            on = get_text_list(points, gettext("and"))
            said.append(gettext("{count} each on {points}").format(count=counted, points=on))
    return ", ".join(said) or gettext("no man left")


def _in_words(code: str, name: str, params: Params) -> str:
    value = params[name]
    if name == "found" and is_quoted(code) and "allowed" not in params:
        return as_found(value)
    if is_board(value) and (name in ("board", "after") or (name == "found" and is_of_boards(code))):
        return men_in_words(value)
    if name == "men" and type(value) is int:
        return ngettext("{count} man", "{count} men", value).format(count=value)
    return gettext("no number") if name == "numbers" and value == [] else _said(value)


def _said(value: Any) -> str:
    match value:
        case str():
            return str(PHRASES.get(value, value))
        case None:
            return gettext("nothing")
        case bool():
            return gettext("true") if value else gettext("false")
        case dict():
            return gettext("an object")
        case []:
            return gettext("an empty list")
        case list() if not all(type(item) is int for item in value):
            return _listed([gettext("a list") if _is_nested(item) else _said(item) for item in value])
        case list():
            return "-".join(map(str, value))
    return str(value)


def _is_nested(item: Any) -> bool:
    return isinstance(item, list) and not (item and all(type(each) is int for each in item))


def _listed(words: list[str]) -> str:
    if len(words) > MOST_LISTED:
        others = len(words) - MOST_LISTED + 1
        words = [*words[: MOST_LISTED - 1], gettext("{n} others").format(n=others)]
    return get_text_list(words, gettext("or"))


def _place(path: str) -> Iterator[str]:
    """`/rounds/7/tricks/2/lead` as the table says it: round 8, trick 3."""
    for name, index in re.findall(r"(?<=/)([a-z]+)/([0-9]{1,9})(?![^/])", path):
        number = int(index) + 1
        if name == "rounds":
            yield gettext("round {number}").format(number=number)
        elif name == "tricks":
            yield gettext("trick {number}").format(number=number)
        elif name == "plays":
            yield gettext("play {number}").format(number=number)


def _in_text(params: Params) -> Iterator[str]:
    if {"line", "column"} <= params.keys():
        yield gettext("line {line}, column {column}").format(line=params["line"], column=params["column"])
