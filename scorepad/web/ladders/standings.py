"""/ladders/{id}/: who stands where on one ladder today, or as of a day (`?as_of=`), and how the first of them came
there (`?player=` for one of them, `?view=table` for the figures); and the standings as CSV.

Reads one sheet through its selector; what a viewer may see was decided there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Person, Unknown
from scorepad.selectors.ladder_sheets import LATELY, LadderSheet, ladder_sheet
from scorepad.selectors.ranking import SURE, Standing
from scorepad.selectors.spreadsheets import csv_of
from scorepad.selectors.standings import standings
from scorepad.web.charts.lines import LineChart, Moment, Trace, line_chart
from scorepad.web.charts.marks import sparkline
from scorepad.web.charts.ratings import rating_trace
from scorepad.web.ladders import drawings, words
from scorepad.web.reading import reading

COLUMNS = (
    *("place", "player", "player_id", "rating", "deviation", "low", "high", "matches", "won", "drawn", "lost"),
    *("last_played", "change", "place_before", "gates"),
)


class AsOfForm(forms.Form):
    as_of = forms.DateField(label=gettext_lazy("As of"), widget=forms.DateInput(attrs={"type": "date"}))


@dataclass(frozen=True)
class Row:
    """A line of the standings. `moved` says by how many places somebody rose, below zero that he fell."""

    person: Person
    standing: Standing
    lately: SafeString
    interval: SafeString
    moved: int

    @property
    def fallen(self) -> int:
        return -self.moved

    @property
    def give_or_take(self) -> float | None:
        """Half the interval in which the true rating lies."""
        deviation = self.standing.rating.deviation
        return None if deviation is None else SURE * deviation


@dataclass(frozen=True)
class Group:
    """Rows under one heading: those with a place have none, and stand first."""

    heading: str
    rows: Sequence[Row]


@reading
def ladder(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    form = AsOfForm(request.GET if "as_of" in request.GET else None)
    found = _sheet(request, ladder_id, form)
    chosen = _chosen(request, found)
    return render(
        request,
        "ladders/ladder.html",
        {
            "sheet": found,
            "ladder": found.ladder,
            "club": found.ladder.club,
            "form": form,
            "as_of": found.standings.as_of,
            "rated": words.rated_by_period(found.ladder),
            "stands": words.standing_of(found.ladder, found.standings.as_of, found.matches),
            "under_way": words.under_way(found.ladder, found.standings.as_of, found.today) if found.matches else "",
            "lately": words.lately(found.ladder),
            "moved_since": words.moved_since(found.ladder),
            "groups": _groups(found),
            "rules": words.rules(found.ladder),
            "chart": _chart(found, chosen),
            "chosen": chosen,
            "as_table": request.GET.get("view") == "table",
        },
    )


@reading
def ladder_csv(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    form = AsOfForm(request.GET if "as_of" in request.GET else None)
    try:
        found = standings(viewer=Viewer.of_session(request.user), ladder_id=ladder_id, day=_day(form))
    except Unknown as refused:
        return HttpResponse(refused.detail, status=400, content_type="text/plain; charset=utf-8")
    lines = ([*_cells(row, found.people[row.player])] for row in found.rows)
    headers = {"Content-Disposition": f'attachment; filename="{ladder_id}-{found.as_of.day}.csv"'}
    return HttpResponse(csv_of([COLUMNS, *lines]), content_type="text/csv; charset=utf-8", headers=headers)


def _sheet(request: HttpRequest, ladder_id: UUID, form: AsOfForm) -> LadderSheet:
    """As of the day asked for; as of today, with a word at the date, where there are no standings of that day."""
    viewer = Viewer.of_session(request.user)
    try:
        return ladder_sheet(viewer=viewer, ladder_id=ladder_id, day=_day(form))
    except Unknown:
        form.add_error("as_of", gettext("That day is still to come: these are the standings of today."))
        return ladder_sheet(viewer=viewer, ladder_id=ladder_id)


def _day(form: AsOfForm) -> date | None:
    return form.cleaned_data["as_of"] if form.is_valid() else None


def _chosen(request: HttpRequest, found: LadderSheet) -> UUID | None:
    """Whose line stands out: who was asked for, if he is among those drawn, or whoever stands highest."""
    drawn = [history.player.id for history in found.histories]
    return next((player for player in drawn if str(player) == request.GET.get("player")), next(iter(drawn), None))


def _groups(found: LadderSheet) -> list[Group]:
    standings, ladder = found.standings, found.ladder
    intervals = [row.interval for row in standings.rows if row.interval is not None and not row.provisional]
    bounds = drawings.bounds_of(intervals or [row.interval for row in standings.rows if row.interval is not None])
    rows = [_row(found, standing, bounds) for standing in standings.rows]
    groups = (
        Group("", [row for row in rows if not row.standing.gates]),
        Group(words.provisional(ladder), [r for r in rows if r.standing.provisional and not r.standing.inactive]),
        Group(words.inactive(ladder), [row for row in rows if row.standing.inactive]),
    )
    return [group for group in groups if group.rows]


def _row(found: LadderSheet, standing: Standing, bounds: drawings.Bounds | None) -> Row:
    place, before = standing.place, standing.place_before
    drawn = SafeString()
    if bounds is not None and standing.interval is not None:
        drawn = drawings.interval(standing.rating.rating, *standing.interval, bounds)
    return Row(
        person=found.standings.people[standing.player],
        standing=standing,
        lately=sparkline(found.lately[standing.player], LATELY),
        interval=drawn,
        moved=0 if place is None or before is None else before - place,
    )


def _chart(found: LadderSheet, chosen: UUID | None) -> LineChart | None:
    """The ratings of those who stand highest, from the beginning of the ladder to the day."""
    day = found.standings.as_of.day
    ratings = {row.player: row.rating.rating for row in found.standings.rows}
    traces = [
        _up_to_date(
            rating_trace(history, day, label=history.player.name.split()[0], chosen=history.player.id == chosen),
            Moment(day + timedelta(days=1), ratings[history.player.id], happened=False),
        )
        for history in found.histories
    ]
    return line_chart(traces, gettext("The ratings of those who stand highest, from period to period"))


def _up_to_date(trace: Trace, end: Moment) -> Trace:
    """Whoever has not played for a while keeps his rating: all lines end on one day, side by side."""
    last = trace.moments[-1]
    return replace(trace, moments=[*trace.moments, replace(end, low=last.low, high=last.high, settled=last.settled)])


def _cells(row: Standing, person: Person) -> Iterator[str | int | float | None]:
    low, high = row.interval or (None, None)
    yield from (row.place, person.name, str(person.id), row.rating.rating, row.rating.deviation, low, high)
    yield from (row.matches, row.won, row.drawn, row.lost, row.last_played.isoformat(), row.change, row.place_before)
    yield " ".join(row.gates)
