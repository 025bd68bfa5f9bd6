"""A player's results as a page tells them: against whom, lately, in a row, and month by month."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.utils.dates import MONTHS, MONTHS_3
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorepad.selectors.asking import Person
from scorepad.selectors.results import Month, Result, Streak, Streaks
from scorepad.web.rounding import grouped

LATELY = 5
OUTCOME_WORDS = {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn")}
STREAK_WORDS = {
    "won": pgettext_lazy("matches in a row", "Won"),
    "unbeaten": pgettext_lazy("matches in a row", "Unbeaten"),
    "lost": pgettext_lazy("matches in a row", "Lost"),
}
DEEPEST = 6


@dataclass(frozen=True)
class Opponent:
    """`outcomes` are those of all matches against him, the oldest first."""

    person: Person
    outcomes: Sequence[str]
    average: str
    against: str
    last_met: date

    @property
    def record(self) -> str:
        """Won and lost, and drawn where there was such a match."""
        found = Counter(self.outcomes)
        kinds = ("won", "lost", "drawn") if found["drawn"] else ("won", "lost")
        return "–".join(str(found[kind]) for kind in kinds)


@dataclass(frozen=True)
class Lately:
    match: UUID
    outcome: str
    points: int
    against: int
    opponent: Person
    played_on: date


@dataclass(frozen=True)
class InARow:
    kind: str
    current: int
    longest: Streak


@dataclass(frozen=True)
class MonthCell:
    matches: int
    level: int
    label: str


@dataclass(frozen=True)
class Year:
    year: int
    months: Sequence[MonthCell | None]
    matches: int
    won: int


def opponents(newest_first: Iterable[Result]) -> list[Opponent]:
    """Whom he met most often comes first, of those alike whom he met last."""
    by_person: dict[UUID, list[Result]] = {}
    for result in newest_first:
        by_person.setdefault(result.opponent.id, []).append(result)
    found = [_opponent(met) for met in by_person.values()]
    return sorted(found, key=lambda each: (len(each.outcomes), each.last_met), reverse=True)


def _opponent(met: Sequence[Result]) -> Opponent:
    return Opponent(
        person=met[0].opponent,
        outcomes=[result.outcome for result in reversed(met)],
        average=_average([result.points for result in met]),
        against=_average([result.against for result in met]),
        last_met=met[0].played_on,
    )


def _average(points: Sequence[int]) -> str:
    return grouped(sum(points) / len(points), 0)


def lately(newest_first: Sequence[Result]) -> list[Lately]:
    return [
        Lately(
            each.match,
            str(OUTCOME_WORDS[each.outcome]),
            each.points,
            each.against,
            each.opponent,
            each.played_on,
        )
        for each in newest_first[:LATELY]
    ]


def in_a_row(streaks: Iterable[Streaks]) -> list[InARow]:
    return [InARow(str(STREAK_WORDS[each.kind]), each.current.matches, each.longest) for each in streaks]


def month_names() -> list[tuple[str, str]]:
    """One letter or two are all there is room for: short, and in full."""
    return [(str(MONTHS_3[number])[:1].upper(), str(MONTHS[number])) for number in MONTHS]


def years(calendar: Iterable[Month]) -> list[Year]:
    """The latest year first."""
    by_year: dict[int, dict[int, Month]] = {}
    for month in calendar:
        year, number = month.month.split("-")
        by_year.setdefault(int(year), {})[int(number)] = month
    most = max((each.matches for months in by_year.values() for each in months.values()), default=1)
    return [_year(year, by_year[year], most) for year in sorted(by_year, reverse=True)]


def _year(year: int, months: dict[int, Month], most: int) -> Year:
    cells = [_cell(months[number], most) if number in months else None for number in MONTHS]
    return Year(year, cells, sum(each.matches for each in months.values()), sum(each.won for each in months.values()))


def _cell(month: Month, most: int) -> MonthCell:
    matches = ngettext("{n} match", "{n} matches", month.matches).format(n=month.matches)
    label = gettext("{matches}, {won} won").format(matches=matches, won=month.won)
    return MonthCell(month.matches, -(-DEEPEST * month.matches // most), label)
