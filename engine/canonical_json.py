"""JSON in the one form that RFC 8785 gives it, so that the same values are the same bytes, whoever writes them down."""

import json
from decimal import Decimal
from typing import Any

MOST = 2**53  # beyond it not every reader tells a whole number from the next
_SHORTEST, _LONGEST = Decimal("1e-6"), Decimal("1e21")  # between them ECMAScript writes no exponent


def dump(value: Any) -> str:
    """The canonical form; `ValueError` for what has none."""
    if isinstance(value, dict):
        members = (f"{_text(name)}:{dump(value[name])}" for name in sorted(value, key=_utf16))
        return f"{{{','.join(members)}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(dump, value))}]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value)
    return _text(value)


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be")


def _text(value: str | bool | None) -> str:
    if not (value is None or isinstance(value, str | bool)):
        raise ValueError(f"{type(value).__name__} is no JSON")
    return json.dumps(value, ensure_ascii=False)


def _number(value: int | float) -> str:
    if isinstance(value, int) and abs(value) > MOST:
        raise ValueError(f"{value} is not the same number to every reader")
    number = Decimal(repr(value))
    if not number.is_finite():
        raise ValueError(f"{value} is no JSON")
    if number == 0:
        return "0"  # the negative zero too
    digits = "".join(map(str, number.normalize().as_tuple().digits))
    if _SHORTEST <= abs(number) < _LONGEST:
        return format(number.normalize(), "f")
    sign, exponent = "-" if number < 0 else "", number.adjusted()
    point = "." if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{point}{digits[1:]}e{exponent:+d}"
