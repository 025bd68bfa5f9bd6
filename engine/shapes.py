"""Shapes of JSON, for the records of every game: what is not of its shape is `malformed`.

A shape is a function that passes a value or raises; shapes are put together into those of lists and objects, and
`check` says where in the whole the fault lies. Only the exact types of JSON pass: `true`, `3.0` and `"3"` are no
integers, and nothing that merely behaves like a dict or a list is asked anything.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from engine.violations import Violation, pointer

Shape = Callable[[Any], None]


class Amiss(Exception):
    """What is wrong with a value; the way to it is gathered, from its end, while it is passed up."""

    def __init__(self, *steps: str | int, **params: object) -> None:
        super().__init__(*steps)
        self.steps: list[str | int] = [*reversed(steps)]
        self.params = params


def check(shape: Shape, value: Any) -> None:
    try:
        shape(value)
    except Amiss as amiss:
        raise Violation("malformed", pointer(*reversed(amiss.steps)), amiss.params) from None


class OfType:
    """Exactly this type. Lists and objects ask for the type themselves, which spares a call for nearly every value."""

    def __init__(self, kind: type, expected: str) -> None:
        self.kind = kind
        self.expected = expected

    def __call__(self, value: Any) -> None:
        if type(value) is not self.kind:
            raise Amiss(expected=self.expected, found=value)


def kind_of(shape: Shape) -> type | None:
    return shape.kind if isinstance(shape, OfType) else None


def one_of(*values: str) -> Shape:
    expected = " or ".join(values)

    def shape(value: Any) -> None:
        if type(value) is not str or value not in values:
            raise Amiss(expected=expected, found=value, legal=list(values))

    return shape


def list_of(item_shape: Shape) -> Shape:
    kind = kind_of(item_shape)

    def shape(value: Any) -> None:
        if type(value) is not list:
            raise Amiss(expected="a list", found=value)
        index = 0
        try:
            for item in value:
                if type(item) is not kind:
                    item_shape(item)
                index += 1
        except Amiss as amiss:
            amiss.steps.append(index)
            raise

    return shape


def object_of(fields: Mapping[str, Shape], required: tuple[str, ...] = (), whole: Shape | None = None) -> Shape:
    """An object with no other fields than these; `null` for an optional one is the same as leaving it out.

    `whole` looks at the object once each of its fields has passed.
    """
    kinds = {name: kind_of(shape) for name, shape in fields.items()}

    def shape(value: Any) -> None:
        if type(value) is not dict:
            raise Amiss(expected="an object", found=value)
        for name, item in value.items():
            if type(name) is str and type(item) is kinds.get(name):
                continue
            if type(name) is not str or name not in fields:
                raise _no_such_field(name, fields)
            if item is None:
                continue
            try:
                fields[name](item)
            except Amiss as amiss:
                amiss.steps.append(name)
                raise
        for name in required:
            if value.get(name) is None:
                raise Amiss(name)
        if whole is not None:
            whole(value)

    return shape


def _no_such_field(name: object, fields: Mapping[str, Shape]) -> Amiss:
    # A name that is no text cannot stand in a pointer, so the pointer ends at the object that holds it.
    steps = [str(name)] if is_text(name) else []
    return Amiss(*steps, allowed=list(fields))


# -- texts with a form --------------------------------------------------------------------------------------------

_UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_MOMENT = re.compile(
    r"""[0-9]{4}-[0-9]{2}-[0-9]{2} [Tt] ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9] (\.[0-9]{1,9})?
        ([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])""",
    re.VERBOSE,
)
_AMOUNT = re.compile(r"(0|[1-9][0-9]{0,11})(\.[0-9]{1,4})?")
_CURRENCY = re.compile(r"[A-Z]{3}")


def is_text(value: object) -> bool:
    """Whether this is a text that every store and every reader can hold: no NUL, no half of a surrogate pair."""
    if type(value) is not str:
        return False
    return "\0" not in value and (value.isascii() or not re.search("[\ud800-\udfff]", value))


def text(expected: str, form: Callable[[str], object] = lambda text: True, at_all: str = "") -> Shape:
    """A text of this form; of what is no text at all, `at_all` says what it should be."""

    def shape(value: Any) -> None:
        if at_all and type(value) is not str:
            raise Amiss(expected=at_all, found=value)
        if not (is_text(value) and form(value)):
            raise Amiss(expected=expected, found=value)

    return shape


def uuid(value: object) -> UUID | None:
    """The UUID written here with its four hyphens, in letters of either case; None when there is none."""
    return UUID(value) if type(value) is str and _UUID.fullmatch(value) else None


def moment(value: object) -> datetime | None:
    """The moment that RFC 3339 writes so, `2026-11-29T19:30:00.5+01:00`; None when it is none.

    A fraction of a second has at most nine digits, of which six are kept. There is no leap second, which no clock at
    the table shows, and no moment at the ends of the calendar whose date in UTC no datetime holds.
    """
    if type(value) is not str or not _MOMENT.fullmatch(value):
        return None
    try:
        found = datetime.fromisoformat(value.upper())
        found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return found


def _is_amount(value: str) -> bool:
    return _AMOUNT.fullmatch(value) is not None and Decimal(value) > 0


INTEGER = OfType(int, "an integer")
FLAG = OfType(bool, "true or false")
STRING = OfType(str, "a text")
TEXT = text("a text without NUL or broken characters", at_all="a text")
IDENTIFIER = text("a UUID", uuid)
MOMENT = text("a date and time with its offset, as in 2026-11-29T19:30:00+01:00", moment)
MONEY = text(
    "a positive decimal with at most twelve digits before the point and four after it",
    _is_amount,
    'a text such as "0.25"',
)
CURRENCY_CODE = text("a currency of three capital letters", _CURRENCY.fullmatch, 'a text such as "EUR"')


# -- an app's own object ------------------------------------------------------------------------------------------

MOST_BYTES = 4096
MOST_LEVELS = 64


def small_object(value: Any) -> None:
    """Any object of JSON that fits 4 KiB, kept unread."""
    if type(value) is not dict:
        raise Amiss(expected="an object", found=value)
    if (
        not _is_measurable(value)
        or len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()) > MOST_BYTES
    ):
        raise Amiss(expected=f"JSON of at most {MOST_BYTES} bytes and {MOST_LEVELS} levels")


def _is_measurable(value: dict[Any, Any]) -> bool:
    """Whether this is JSON with no more values than may fit, so that writing it ends.

    Walked without recursion and given up as soon as it is too large: a cycle or an abyss ends here too.
    """
    waiting: list[tuple[Any, int]] = [(value, 1)]
    seen = 0
    while waiting:
        item, level = waiting.pop()
        parts = _parts(item)
        seen += 1
        if parts is None or level > MOST_LEVELS or seen + len(parts) > MOST_BYTES:
            return False
        waiting += [(part, level + 1) for part in parts]
    return True


def _parts(item: Any) -> Sequence[Any] | None:
    """What a list or an object holds; None when this is no JSON, or by itself too large."""
    kind = type(item)
    if kind is list:
        return tuple(item[: MOST_BYTES + 1])
    if kind is dict:
        return _values(item)
    if kind is int:
        # Python refuses to write an integer of more than 4300 digits.
        return () if item.bit_length() <= 10 * MOST_BYTES // 3 else None
    if kind is float:
        return () if math.isfinite(item) else None
    return () if item is None or kind is bool or _is_short(item) else None


def _values(item: dict[Any, Any]) -> Sequence[Any] | None:
    if len(item) > MOST_BYTES or not all(map(_is_short, item)):
        return None
    return tuple(item.values())


def _is_short(item: object) -> bool:
    return is_text(item) and len(str(item)) <= MOST_BYTES
