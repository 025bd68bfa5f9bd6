"""A figure as it is written on a page: its value with no more decimals than its n can bear, its interval, its n, and
the address at which it is explained. What rests on too few cases is a dash and says how many it takes.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext

from engine.figures import Figure, Told
from scorepad.selectors.comparing import Verdict
from scorepad.web.rounding import grouped

NOTHING = "–"
A_TENTH_OF_A_PER_CENT_FROM = 100  # cases
LARGE, TWO_DECIMALS_OF_LARGE_FROM = 10, 1000  # an average, and cases
Address = Callable[[str], str]  # of the explanation of a figure, by its key
Label = Callable[[Figure], str]


@dataclass(frozen=True)
class Shown:
    """`share` and `interval` are what is drawn; `unit` is a per cent sign or nothing; `cases` are those that a rate is
    of; `below` is which share of how many others is below him."""

    key: str
    label: str
    value: str
    unit: str
    n: str
    sure: str
    address: str
    share: float | None
    cases: str = ""
    expected: str = ""
    beside: str = ""
    beside_share: float | None = None
    interval: tuple[float, float] | None = None
    verdict: Verdict | None = None
    below: str = ""

    @property
    def known(self) -> bool:
        return self.share is not None


def shown(figure: Figure, told: Told, label: str, address: Address) -> Shown:
    return Shown(
        key=figure.key,
        label=label,
        value=written(figure, told.value, told.n),
        unit="%" if figure.measure == "rate" and told.value is not None else "",
        n=whole(told.n),
        sure=how_sure(figure, told),
        address=address(figure.key),
        share=None if told.value is None else float(told.value),
        cases=whole(round(told.value * told.n)) if told.value is not None and figure.measure == "rate" else "",
        interval=told.interval,
        expected="" if told.expected is None else written(figure, told.expected, told.n),
    )


def written(figure: Figure, value: float | None, n: int) -> str:
    """In per cent where it is a rate."""
    if value is None:
        return NOTHING
    if figure.measure in ("count", "most"):
        return whole(int(value)) if value == int(value) else grouped(value, 1)
    if figure.measure == "rate":
        return grouped(100 * value, 1 if n >= A_TENTH_OF_A_PER_CENT_FROM else 0)
    return grouped(value, 1 if abs(value) >= LARGE and n < TWO_DECIMALS_OF_LARGE_FROM else 2)


def whole(number: int) -> str:
    return number_format(number, 0, force_grouping=True)


def how_sure(figure: Figure, told: Told) -> str:
    """The interval; or from how many cases there will be something to be told."""
    if told.value is None:
        return gettext("shown from {n}").format(n=whole(max(figure.shown_from, 1)))
    if told.interval is None:
        return ""
    low, high = (written(figure, bound, told.n) for bound in told.interval)
    return gettext("{low} to {high}").format(low=low, high=high)
