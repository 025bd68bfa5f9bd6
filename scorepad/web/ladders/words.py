"""A ladder's rules in words: how it rates, what counts, who has a place. Nothing here reads or writes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format, number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from engine.ratings.games import Rating
from scorepad.models import Ladder
from scorepad.selectors.ranking import ACTIVE_WITHIN, LARGEST_DEVIATION, LEAST_MATCHES, SURE, AsOf
from scorepad.services.ladder_rules import NAMES
from scorepad.web.games import GAMES
from scorepad.web.rounding import rounded

Fact = tuple[str, str]


def system_name(ladder: Ladder) -> str:
    return NAMES[ladder.system]


def number(value: float) -> str:
    """In the fewest digits that tell it from any other, as the language writes it, with a true minus."""
    return number_format(f"{value:.10g}").replace("-", "−")


def rating(value: Rating) -> str:
    """ "1562 ± 185": with 95 % certainty the true one is no farther away, as far as the system knows that."""
    told = rounded(value.rating)
    return told if value.deviation is None else f"{told} ± {rounded(SURE * value.deviation)}"


@dataclass(frozen=True)
class Stood:
    """The rating or the points that somebody has, and the place for which they are good, in words."""

    value: str
    place: str


def stood(place: int | None, value: str) -> Stood:
    return Stood(value, gettext("no place") if place is None else gettext("place {n}").format(n=place))


def rated_by_period(ladder: Ladder) -> str:
    """ "Glicko-2, rated week by week" """
    sentence = {
        Ladder.Period.DAY: gettext("{system}, rated day by day"),
        Ladder.Period.WEEK: gettext("{system}, rated week by week"),
        Ladder.Period.MONTH: gettext("{system}, rated month by month"),
    }[Ladder.Period(ladder.period)]
    return sentence.format(system=system_name(ladder))


def lately(ladder: Ladder) -> str:
    """What the small lines of the standings go over."""
    return gettext("12 months") if ladder.period == Ladder.Period.MONTH else gettext("12 weeks")


def moved_since(ladder: Ladder) -> str:
    """What a change of place is against."""
    return {
        Ladder.Period.DAY: gettext("Moved since the day before"),
        Ladder.Period.WEEK: gettext("Moved since the week before"),
        Ladder.Period.MONTH: gettext("Moved since the month before"),
    }[Ladder.Period(ladder.period)]


def under_way(ladder: Ladder, as_of: AsOf, today: date) -> str:
    """What the ratings of a period are that was not over by then; nothing of one that was."""
    if as_of.ended:
        return ""
    if as_of.day < today:
        return {
            Ladder.Period.DAY: gettext("Rated with what had been played by then."),
            Ladder.Period.WEEK: gettext("That week is rated with what had been played by then."),
            Ladder.Period.MONTH: gettext("That month is rated with what had been played by then."),
        }[Ladder.Period(ladder.period)]
    return {
        Ladder.Period.DAY: gettext("This day is not over: it is rated with what was played so far."),
        Ladder.Period.WEEK: gettext("This week is not over: it is rated with what was played so far."),
        Ladder.Period.MONTH: gettext("This month is not over: it is rated with what was played so far."),
    }[Ladder.Period(ladder.period)]


def periods(ladder: Ladder) -> str:
    """Over a column of first days of periods."""
    return {
        Ladder.Period.DAY: gettext("Day"),
        Ladder.Period.WEEK: gettext("Week from"),
        Ladder.Period.MONTH: gettext("Month"),
    }[Ladder.Period(ladder.period)]


def period_briefly(ladder: Ladder, period: date) -> str:
    month = ladder.period == Ladder.Period.MONTH
    return date_format(period, "YEAR_MONTH_FORMAT" if month else "SHORT_DATE_FORMAT")


def period_named(ladder: Ladder, period: date, ends: date) -> str:
    """ "12 November 2026", "9–15 November 2026", "November 2026", whole or as far as the season goes."""
    if ladder.period == Ladder.Period.DAY:
        return date_format(period, "DATE_FORMAT")
    if ladder.period == Ladder.Period.MONTH:
        return date_format(period, "YEAR_MONTH_FORMAT")
    return gettext("week from {first} to {last}").format(
        first=date_format(period, "MONTH_DAY_FORMAT"), last=date_format(ends, "DATE_FORMAT")
    )


def season(ladder: Ladder) -> str:
    """From when to when matches count."""
    start, end = (day and date_format(day, "DATE_FORMAT") for day in (ladder.season_start, ladder.season_end))
    if start and end:
        return gettext("from {start} to {end}").format(start=start, end=end)
    if start:
        return gettext("from {start} on").format(start=start)
    return gettext("up to {end}").format(end=end) if end else gettext("all that was ever played")


def gate(ladder: Ladder, name: str) -> str:
    """What a gate asks of whoever is to have a place."""
    if name == LEAST_MATCHES:
        least = ladder.least_matches
        return ngettext("{n} match", "{n} matches", least).format(n=least)
    if name == LARGEST_DEVIATION:
        return gettext("a deviation of {n} at most").format(n=number(ladder.largest_deviation or 0))
    within = ladder.active_within or 0
    return ngettext("a match within {n} day", "a match within {n} days", within).format(n=within)


def provisional(ladder: Ladder) -> str:
    """Over those of whom too little is known."""
    asked = [gate(ladder, name) for name in _gates(ladder) if name != ACTIVE_WITHIN]
    return gettext("Provisional: a place takes {gates}").format(gates=get_text_list(asked, gettext("and")))


def inactive(ladder: Ladder) -> str:
    days = ladder.active_within or 0
    return ngettext("Inactive: no match for {n} day", "Inactive: no match for {n} days", days).format(n=days)


def rules(ladder: Ladder) -> list[Fact]:
    """How this ladder works, for the foot of its page."""
    return list(_rules(ladder))


def standing_of(ladder: Ladder, as_of: AsOf, matches: int) -> str:
    """What the standings are as of, and of how many matches."""
    sentence = ngettext("As of {day}, after {n} match.", "As of {day}, after {n} matches.", matches)
    return sentence.format(day=date_format(as_of.day, "DATE_FORMAT"), n=matches)


def _gates(ladder: Ladder) -> list[str]:
    asked = {
        LEAST_MATCHES: ladder.least_matches > 0,
        LARGEST_DEVIATION: ladder.largest_deviation is not None,
        ACTIVE_WITHIN: ladder.active_within is not None,
    }
    return [name for name, is_asked in asked.items() if is_asked]


def _rules(ladder: Ladder) -> Iterator[Fact]:
    yield gettext("System"), f"{rated_by_period(ladder)}; {_parameters(ladder)}"
    counted = (
        gettext("complete and forfeited matches of {game} that were rated")
        if ladder.forfeits
        else gettext("complete matches of {game} that were rated, recorded at any grade")
    )
    yield gettext("Counts"), counted.format(game=GAMES[ladder.game].name)
    yield gettext("Season"), season(ladder)
    gates = [gate(ladder, name) for name in _gates(ladder)]
    yield (
        gettext("A place takes"),
        get_text_list(gates, gettext("and")) if gates else gettext("nothing but a match"),
    )
    corrected = gettext(
        "a match that is corrected counts on the evening it was played, and everything after it is rated again"
    )
    yield gettext("Corrected"), corrected


def _parameters(ladder: Ladder) -> str:
    given = {name: "" if value is None else number(value) for name, value in ladder.parameters.items()}
    if ladder.system == Ladder.System.GLICKO2:
        return gettext("everybody starts at {rating}, with a deviation of {deviation}").format(**given)
    if ladder.parameters["margin_scale"] is None:
        return gettext("everybody starts at {rating}, and a match moves a rating by {factor} at most").format(**given)
    return gettext(
        "everybody starts at {rating}, a match moves a rating by {factor} at most, or more where the margin was wide"
    ).format(**given)
