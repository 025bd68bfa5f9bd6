"""Numbers as people write them: a half rounded up, with a true minus, and whatever the language has for a point.

Python would round a half to the even digit, by what the float really is, and `number_format` would cut it off; in
templates `floatformat` rounds as this does.
"""

from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format


def rounded(value: float, places: int = 0) -> str:
    """ "1516": digits in a row, as ratings are written."""
    return _written(value, places, grouped=False)


def grouped(value: float, places: int = 0) -> str:
    """ "1,516": thousands apart, as what is counted is written."""
    return _written(value, places, grouped=True)


def signed(value: float, places: int = 0, *, apart: bool = False) -> str:
    """With its sign; nothing has no sign. `apart` sets it off, as between two numbers of a sum."""
    sign = "±" if not _half_up(value, places) else "+" if value > 0 else "−"
    told = rounded(abs(value), places)
    return f"{'+' if sign == '±' else sign} {told}" if apart else sign + told


def _written(value: float, places: int, *, grouped: bool) -> str:
    return number_format(_half_up(value, places), places, force_grouping=grouped).replace("-", "−")


def _half_up(value: float, places: int) -> Decimal:
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) + Decimal(0)  # no minus nothing
