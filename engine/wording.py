"""What was found in a record, as JSON and in words, however large or odd it is."""

from itertools import groupby, islice
from typing import Any, TypeGuard

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_COUNTED = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

LONGEST_TEXT = 80
LARGEST_NUMBER = 10**15
TOO_LARGE, NO_NUMBER, NO_JSON = "a very large number", "no number of JSON", "something that is not JSON"
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
        return value if -LARGEST_NUMBER < value < LARGEST_NUMBER else TOO_LARGE
    if kind is float:
        return value if value == value and abs(value) < LARGEST_NUMBER else NO_NUMBER
    if kind not in (list, tuple, dict):
        return NO_JSON
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
        case []:
            return "an empty list"
        case list() if not _is_integers(value):
            return _listed(["a list" if _is_nested(item) else in_words(item) for item in value])
        case list():
            return "-".join(map(str, value))
    return str(value)


def as_found(value: Any) -> str:
    """What was found where it could be anything: a text in quotes, so that "6" and 6 differ, and a list as a list."""
    if type(value) is str:
        return f'"{value}"' if value and value not in (TOO_LARGE, NO_NUMBER, NO_JSON) else in_words(value)
    if type(value) is list and value:
        return f"the list {', '.join(map(str, value))}" if _is_integers(value) else "a list"
    return in_words(value)


def is_board(value: object) -> TypeGuard[list[int]]:
    return type(value) is list and len(value) == 6 and _is_integers(value)


def nearest_boards(board: list[int], boards: list[list[int]], most: int) -> list[list[int]]:
    """Those that differ by the fewest steps of a man, from point to point or off."""

    def steps(other: list[int]) -> int:
        return sum(abs(sum(board[point:]) - sum(other[point:])) for point in range(6))

    return sorted(boards, key=steps)[:most]


def board_in_words(board: list[int]) -> str:
    """The men as they stand, from the 6-point down: two on 6, one each on 4 and 3."""
    men = [(point, board[point - 1]) for point in range(6, 0, -1) if board[point - 1]]
    said = []
    for count, run in groupby(men, key=lambda on: on[1]):
        *points, last = [str(point) for point, _ in run]
        on = f"each on {', '.join(points)} and {last}" if points else f"on {last}"
        said.append(f"{_COUNTED.get(count, count)} {on}")
    return ", ".join(said) or "no man left"


def _is_integers(value: list[Any]) -> bool:
    return bool(value) and all(type(item) is int for item in value)


def _is_nested(item: Any) -> bool:
    return isinstance(item, list) and not _is_integers(item)


def _listed(words: list[str]) -> str:
    if len(words) > 12:
        words = [*words[:11], f"{len(words) - 11} others"]
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))) or "nothing"


def ordinal(number: int) -> str:
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
