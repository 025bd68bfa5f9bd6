"""/ladders/{id}/players/{player}/: a player's ratings on a ladder, period by period; and …/{day}/: how his rating
changed in the period in which that day lies, with every number that went in, to be followed with a pencil.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from scorepad.selectors.access import Viewer
from scorepad.selectors.histories import History, Point, history
from scorepad.selectors.rating_changes import RatingChange, rating_change
from scorepad.web.charts.lines import line_chart
from scorepad.web.charts.ratings import rating_trace
from scorepad.web.ladders import words
from scorepad.web.ladders.formulas import steps
from scorepad.web.reading import reading
from scorepad.web.rounding import rounded, signed


@dataclass(frozen=True)
class Line:
    """A period in which he played, by its name."""

    named: str
    point: Point
    change: str


@reading
def ladder_player(request: HttpRequest, ladder_id: UUID, player_id: UUID) -> HttpResponse:
    found = history(viewer=Viewer.of_session(request.user), ladder_id=ladder_id, player_id=player_id)
    sentence = gettext("The rating of {name} on this ladder").format(name=found.player.name)
    last = max((point.ends for point in found.points), default=date.min)
    return render(
        request,
        "ladders/player.html",
        {
            "ladder": found.ladder,
            "club": found.ladder.club,
            "player": found.player,
            "pending": found.pending,
            "lines": _lines(found),
            "periods": words.periods(found.ladder),
            "chart": line_chart([rating_trace(found, last)], sentence),
        },
    )


@reading
def rating_explained(request: HttpRequest, ladder_id: UUID, player_id: UUID, day: date) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    found = rating_change(viewer=viewer, ladder_id=ladder_id, player_id=player_id, day=day)
    return render(
        request,
        "ladders/change_of_rating.html",
        {
            "ladder": found.ladder,
            "club": found.ladder.club,
            "player": found.player,
            "change": found,
            "by": signed(found.after.rating - found.before.rating),
            "period": words.period_named(found.ladder, found.as_of.period, found.as_of.ends),
            "under_way": "" if found.as_of.ended else words.under_way(found.ladder, found.as_of, found.as_of.day),
            "results": _results(found),
            "total": signed(sum(each.gain for each in found.contributions), 1),
            "steps": steps(found),
        },
    )


@dataclass(frozen=True)
class Result:
    """A match of the period: against whom, how strong he was, what came of it and what had been expected."""

    match: UUID
    played_on: date
    opponent: object
    rating: str
    deviation: str
    outcome: str
    score: str
    expected: str
    trust: str
    gain: str


def _lines(found: History) -> list[Line]:
    """The latest period first."""
    return [
        Line(words.period_briefly(found.ladder, point.period), point, signed(point.change))
        for point in reversed(found.points)
    ]


def _results(found: RatingChange) -> Sequence[Result]:
    outcomes = {1.0: gettext("won"), 0.5: gettext("drawn"), 0.0: gettext("lost")}
    return [
        Result(
            match=each.match,
            played_on=each.played_on,
            opponent=each.opponent,
            rating=rounded(each.rating.rating),
            deviation="" if each.rating.deviation is None else rounded(each.rating.deviation),
            outcome=outcomes[each.score],
            score=words.number(each.score),
            expected=rounded(each.expected, 3),
            trust="" if each.trust is None else rounded(each.trust, 3),
            gain=signed(each.gain, 1),
        )
        for each in found.contributions
    ]
