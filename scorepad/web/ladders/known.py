"""/ladders/{id}/published/: the standings as they were told at the end of a period (`?as_of=`), and what has become
known since; and /ladders/{id}/since/: the same of a season that was frozen.

What is told here is worked out anew each time, from the journal and from today's standings. Of many corrected matches
`?more=2` shows those that come next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext

from scorepad.selectors.access import Viewer, ladder_to
from scorepad.selectors.asking import Person, Unknown
from scorepad.selectors.rated import RatedMatch
from scorepad.selectors.told import Moved
from scorepad.services.hindsight import Corrected, Hindsight, frozen_season, known_then
from scorepad.web.ladders import words
from scorepad.web.ladders.standings import AsOfForm
from scorepad.web.reading import reading
from scorepad.web.rounding import rounded

AT_A_TIME = 20

People = Mapping[UUID, Person]


@dataclass(frozen=True)
class Elsewhere:
    """Somebody who stands elsewhere now: his place and his rating, or points, then and now."""

    person: Person
    then: words.Stood
    now: words.Stood


@dataclass(frozen=True)
class Entered:
    """What was entered of a match since."""

    what: str
    when: datetime
    who: str
    why: str


@dataclass(frozen=True)
class Correction:
    """A match that counts otherwise now: what it was then, what it is now, and what was entered since."""

    match: UUID
    then: str
    now: str
    entries: Sequence[Entered]


@dataclass(frozen=True)
class Since:
    """What has become known since, in words; nothing at all where it is empty. `part` is so much of `corrections` as
    one page holds; `more` says that there are others than those who are told at all."""

    standings: Sequence[Elsewhere]
    table: Sequence[Elsewhere]
    corrections: int
    part: Page[Correction]
    more: bool
    merges: Sequence[str]
    rules: Sequence[str]
    pending: int

    @property
    def nothing(self) -> bool:
        return not (self.standings or self.table or self.corrections or self.merges or self.rules)


@reading
def ladder_known(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    form = AsOfForm(request.GET if "as_of" in request.GET else None)
    day = form.cleaned_data["as_of"] if form.is_valid() else None
    try:
        found = known_then(viewer=viewer, ladder_id=ladder_id, day=day)
    except Unknown:
        ladder = ladder_to("read", viewer=viewer, ladder_id=ladder_id)
        return render(request, "ladders/not_published.html", {"ladder": ladder, "club": ladder.club})
    return render(
        request,
        "ladders/known.html",
        {
            "ladder": found.ladder,
            "club": found.ladder.club,
            "published": found.published,
            "day": day,
            "rows": [
                {"standing": row, "person": found.people[row.player], "rating": words.rating(row.rating)}
                for row in found.rows
            ],
            "since": _since(found.since, found.people, request.GET.get("more")),
        },
    )


@reading
def ladder_since(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    found = frozen_season(viewer=Viewer.of_session(request.user), ladder_id=ladder_id)
    context = {"ladder": found.ladder, "club": found.ladder.club, "frozen": found.frozen}
    since = _since(found.since, found.people, request.GET.get("more"))
    return render(request, "ladders/since_frozen.html", {**context, "since": since})


def _since(since: Hindsight, people: People, part: str | None) -> Since:
    corrections = [_correction(each, people) for each in since.corrections]
    return Since(
        standings=[_elsewhere(moved, people) for moved in since.standings],
        table=[_elsewhere(moved, people, points=True) for moved in since.table],
        corrections=len(corrections),
        part=Paginator(corrections, AT_A_TIME).get_page(part),
        more=since.more,
        merges=list(_merges(since, people)),
        rules=[_rule(name, told) for name, told in since.rules.items()],
        pending=since.pending,
    )


def _elsewhere(moved: Moved, people: People, *, points: bool = False) -> Elsewhere:
    return Elsewhere(people[moved.player], *(_stood(told, points=points) for told in (moved.then, moved.now)))


def _stood(told: tuple[int | None, float] | None, *, points: bool) -> words.Stood:
    if told is None:
        return words.Stood("–", gettext("not on the ladder"))
    place, value = told
    return words.stood(place, words.number(value) if points else rounded(value, 1))


def _correction(each: Corrected, people: People) -> Correction:
    entries = [
        Entered(_kind(line.kind), line.claimed_at or line.stored_at, line.actor, line.reason or "")
        for line in each.entries
    ]
    return Correction(each.match, _counted(each.then, people), _counted(each.now, people), entries)


def _counted(match: RatedMatch | None, people: People) -> str:
    """ "Ann 45, Bob 44 on 26 November 2026" """
    if match is None:
        return gettext("did not count")
    seats = ", ".join(
        f"{people[player].name} {score}" for player, score in zip(match.players, match.scores, strict=True)
    )
    return gettext("{seats} on {day}").format(seats=seats, day=date_format(match.played_on, "DATE_FORMAT"))


def _kind(kind: str) -> str:
    return {
        "create": gettext("Recorded"),
        "amend": gettext("Amended"),
        "replace": gettext("Written again"),
        "undo": gettext("An entry taken back"),
        "forfeit": gettext("Given up"),
        "abandon": gettext("Abandoned"),
        "void": gettext("Declared void"),
        "restore": gettext("Counts again"),
    }.get(kind, kind)


def _merges(since: Hindsight, people: People) -> Iterator[str]:
    for row in since.merges:
        if row.now is not None:
            told = gettext("{player} has become one with {other}.")
            yield told.format(player=people[row.player].name, other=people[row.now].name)
        else:
            yield gettext("{player} is a player of his or her own again.").format(player=people[row.player].name)


def _rule(name: str, told: Mapping[str, Any]) -> str:
    """The rule by its name, and as it was where that is one word."""
    then, now = (_plain(told[when]) for when in ("then", "now"))
    if then is None or now is None:
        return gettext("{rule} is another.").format(rule=_rule_name(name))
    return gettext("{rule}: {then}, now {now}.").format(rule=_rule_name(name), then=then, now=now)


def _plain(value: object) -> str | None:
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int | float):
        return words.number(value)
    return value if isinstance(value, str) else None


def _rule_name(name: str) -> str:
    return {
        "season_start": gettext("The first evening that counts"),
        "season_end": gettext("The last evening that counts"),
        "system": gettext("The system"),
        "parameters": gettext("What ratings start from and how far they move"),
        "period": gettext("The period"),
        "least_matches": gettext("The fewest matches"),
        "largest_deviation": gettext("The largest deviation"),
        "active_within": gettext("Played within so many days"),
        "forfeits": gettext("Whether forfeits count"),
        "table": gettext("The points and tie-breaks"),
    }.get(name, name)
