"""How a figure comes about, on a page: the facts that went into it, added up, and what is made of them.

The formula is written in the facts' own words: so often this one, over so often that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.facts import MILLION
from engine.figures import Figure, Told
from scorepad.selectors.access import Viewer
from scorepad.selectors.explaining import Explained, Explanation, Input, explain_of_club, explain_of_player
from scorepad.selectors.head_to_head import explain_of_pair
from scorepad.web.games import GAMES
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.players.shown import Shown, shown, whole
from scorepad.web.reading import reading
from scorepad.web.rounding import grouped
from scorepad.web.telling import Telling

MEASURES: Mapping[str, Promise] = {
    "count": _("A sum: it has no interval."),
    "most": _("The greatest of all: it has no interval."),
    "rate": _("A share: what is counted, over all cases. The interval is Wilson’s, at 95 %."),
    "mean": _(
        "An average: what is counted, over all cases. The interval at 95 % is as wide as 1.96 standard errors to both"
        " sides, which come from the squares."
    ),
    "index": _(
        "Hits over the hits that chance would bring: 1 is chance. The interval at 95 % comes from the variance, which"
        " is the sum of p (1 − p) over the chances p."
    ),
    "deviation": _(
        "An average beside what chance brings, of which the variance is known beforehand; the interval at 95 % comes"
        " from that."
    ),
}
PARTS: Mapping[str, Promise] = {
    "of": _("counted"),
    "per": _("cases, n"),
    "squares": _("squares"),
    "expected": _("by chance"),
    "variance": _("variance"),
}
IN_MILLIONTHS = ("expected", "variance")


@dataclass(frozen=True)
class Sum:
    """A fact, its sum, and how often that is counted in each part of the figure."""

    label: str
    sum: str
    times: Sequence[int | None]


@dataclass(frozen=True)
class Account:
    """Of one person, or of the club: what was added up in which `parts`, what these come to, and the figure as a sum
    of the two that make it."""

    name: str
    figure: Shown
    parts: Sequence[str]
    sums: Sequence[Sum]
    totals: Sequence[str]
    worked_out: str
    surprise: str


@reading
def player_figure(request: HttpRequest, player_id: UUID, figure: str) -> HttpResponse:
    def explain(**asked: Any) -> Explanation:
        return explain_of_player(player_id=player_id, **asked)

    json = f"/api/v1/players/{player_id}/statistics/explain/"
    return _explained(request, explain, figure, reverse("player", args=[player_id]), json)


@reading
def club_figure(request: HttpRequest, slug: str, figure: str) -> HttpResponse:
    def explain(**asked: Any) -> Explanation:
        return explain_of_club(slug=slug, **asked)

    json = f"/api/v1/clubs/{slug}/statistics/explain/"
    return _explained(request, explain, figure, reverse("club_statistics", args=[slug]), json)


@reading
def pair_figure(request: HttpRequest, a: UUID, b: UUID, figure: str) -> HttpResponse:
    def explain(**asked: Any) -> Explanation:
        return explain_of_pair(a=a, b=b, **asked)

    both = f"?a={a}&b={b}"
    return _explained(request, explain, figure, reverse("head_to_head") + both, f"/api/v1/head-to-head/explain/{both}")


def _explained(
    request: HttpRequest, explain: Callable[..., Explanation], figure: str, back: str, json: str
) -> HttpResponse:
    form, game = FilterForm(request), game_asked_for(request)
    found = explain(viewer=Viewer.of_session(request.user), game=game, figure=figure, filters=form.filters)
    form.offer(opponents=found.asked.people.values())
    telling = GAMES[game].telling
    return render(
        request,
        "players/figure.html",
        {
            "club": found.asked.club,
            "label": telling.figure(found.figure),
            "measure": MEASURES[found.figure.measure],
            "unit": gettext(found.figure.unit),
            "chance": found.figure.chance and str(found.figure.chance().expected),
            "words": form.words,
            "verdict_from": whole(found.figure.verdict_from),
            "accounts": [_account(telling, found.figure, each, found) for each in found.explained],
            "back": _on(back, form.query),
            "json": _on(_on(json, f"?figure={figure}"), form.query),
        },
    )


def _on(address: str, query: str) -> str:
    """The address with more of a query."""
    return address + (query.replace("?", "&", 1) if "?" in address else query)


def _account(telling: Telling, figure: Figure, explained: Explained, found: Explanation) -> Account:
    value = shown(figure, explained.told, telling.figure(figure), lambda _key: "")
    parts = [part for part in PARTS if getattr(figure, part)]
    totals = {part: _total(part, explained.inputs) for part in parts}
    return Account(
        name=explained.person.name if explained.person else found.asked.club.name,
        figure=value,
        parts=[str(PARTS[part]) for part in parts],
        sums=[_sum(telling, each, parts) for each in explained.inputs],
        totals=list(totals.values()),
        worked_out=_worked_out(figure, value, totals),
        surprise=_surprise(explained.told),
    )


def _sum(telling: Telling, of: Input, parts: Sequence[str]) -> Sum:
    in_millionths = any(part in IN_MILLIONTHS for part in of.counted)
    return Sum(telling.fact(of.fact), _written(of.sum, in_millionths), [of.counted.get(part) for part in parts])


def _total(part: str, inputs: Sequence[Input]) -> str:
    return _written(sum(each.counted.get(part, 0) * each.sum for each in inputs), part in IN_MILLIONTHS)


def _worked_out(figure: Figure, value: Shown, totals: Mapping[str, str]) -> str:
    """Something that anybody can check; nothing where the figure is no more than what was added up."""
    if not value.known or figure.measure in ("count", "most"):
        return ""
    under = "expected" if figure.measure == "index" else "per"
    return f"{totals['of']} ÷ {totals[under]} = {value.value}{value.unit and ' ' + value.unit}"


def _written(number: int, in_millionths: bool) -> str:
    return grouped(number / MILLION, 2) if in_millionths else whole(number)


def _surprise(told: Told) -> str:
    """How often chance alone would be as far off."""
    if told.p_value is None:
        return ""
    if told.p_value < 0.001:
        return gettext("less than once in a thousand")
    return gettext("{share} % of the time").format(share=grouped(100 * told.p_value, 1))
