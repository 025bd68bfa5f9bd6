"""One player on a page: /players/{id}/, with filters, `?ladder=` for another rating, `?view=table` for its figures.

Reads a profile through its selector. Whoever was merged into another is shown as that other, at his address.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from engine.ratings.games import Rating
from scorepad.selectors.access import Viewer
from scorepad.selectors.profiles import OnLadder, profile
from scorepad.selectors.ranking import interval_of
from scorepad.selectors.standings import today_of
from scorepad.web.charts.lines import LineChart, line_chart
from scorepad.web.charts.ratings import rating_trace
from scorepad.web.games import GAMES
from scorepad.web.players import career
from scorepad.web.players.figures import player_figure_at
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.reading import reading
from scorepad.web.rounding import grouped, rounded, signed


@dataclass(frozen=True)
class RatingRow:
    """A period in the table beside the chart."""

    ends: date
    rating: str
    around: str
    change: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class RatingNow:
    rating: str
    around: str
    interval: str
    chart: LineChart | None
    rows: tuple[RatingRow, ...]


@reading
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    form, game = FilterForm(request), game_asked_for(request)
    found = profile(viewer=Viewer.of_session(request.user), game=game, player_id=player_id, filters=form.filters)
    person = found.player
    if person.id != player_id:
        return redirect(reverse("player", args=[person.id]) + form.query)
    form.offer(opponents=found.opponents, ladders=found.ladders)
    pages = GAMES[game]
    return render(
        request,
        pages.player,
        {
            "club": found.asked.club,
            "player": person,
            "called": next(iter(person.name.split()), person.name),
            "form": form,
            "pending": found.asked.pending,
            "matches": len(found.results),
            "first": found.results[-1].played_on if found.results else None,
            "last": found.results[0].played_on if found.results else None,
            "on": found.on,
            "rating": rating_now(found.on) if found.on and found.on.history.points else None,
            "of_game": pages.telling.player(found, player_figure_at(person.id, form.query)),
            "against": career.opponents(found.results),
            "lately": career.lately(found.results),
            "streaks": career.in_a_row(found.streaks),
            "months": career.month_names(),
            "years": career.years(found.calendar),
            "as_table": request.GET.get("view") == "table",
            "rights": found.asked.rights,
        },
    )


def rating_now(on: OnLadder) -> RatingNow:
    history = on.history
    rating = on.standing.rating if on.standing else history.points[-1].after
    return RatingNow(
        rating=rounded(rating.rating),
        around=_around(rating),
        interval=_interval(rating),
        chart=_chart(on),
        rows=tuple(_rows(on)),
    )


def _chart(on: OnLadder) -> LineChart | None:
    history = on.history
    last, first = history.points[-1].after, history.points[0].ends
    said = gettext("Rating since {month}, now {rating}")
    sentence = said.format(month=date_format(first, "YEAR_MONTH_FORMAT"), rating=rounded(last.rating))
    return line_chart([rating_trace(history, today_of(history.ladder))], sentence)


def _rows(on: OnLadder) -> Iterator[RatingRow]:
    """The latest first."""
    for point in reversed(on.history.points):
        yield RatingRow(
            ends=point.ends,
            rating=rounded(point.after.rating),
            around=_around(point.after),
            change=signed(point.change),
            won=point.won,
            drawn=point.drawn,
            lost=point.lost,
        )


def _around(rating: Rating) -> str:
    """Half the interval: what is written after the sign for plus or minus."""
    bounds = interval_of(rating)
    return "" if bounds is None else grouped((bounds[1] - bounds[0]) / 2)


def _interval(rating: Rating) -> str:
    bounds = interval_of(rating)
    if bounds is None:
        return ""
    return gettext("{low} to {high}, 95 %").format(low=rounded(bounds[0]), high=rounded(bounds[1]))
