"""How a figure comes about, on a page: the facts that went into it, added up, and what is made of them.

The formula is written in the facts' own words: so often this one, over so often that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from engine.facts import MILLION
from engine.figures import Figure, Told
from scorepad.refusals import NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.explaining import Explained, Explanation, Input, explain_of_club, explain_of_player
from scorepad.selectors.head_to_head import explain_of_pair
from scorepad.web.games import GAMES
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.players.shown import Shown, decimals, shown, whole
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
    "of": _("what is counted"),
    "per": _("the cases, n"),
    "squares": _("the squares"),
    "expected": _("what chance would bring"),
    "variance": _("its variance"),
}
IN_MILLIONTHS = ("expected", "variance")


@dataclass(frozen=True)
class Sum:
    """A fact, its sum, and how often that is counted."""

    label: str
    sum: str
    times: str


@dataclass(frozen=True)
class Part:
    """A part of a figure: the facts that are added up in it, and what they come to."""

    name: str
    sums: Sequence[Sum]
    total: str


@dataclass(frozen=True)
class Account:
    """Of one person, or of the club where there is no name."""

    name: str
    figure: Shown
    parts: Sequence[Part]
    sum: str
    surprise: str


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def player_figure(request: HttpRequest, player_id: UUID, figure: str) -> HttpResponse:
    def explain(**asked: Any) -> Explanation:
        return explain_of_player(player_id=player_id, **asked)

    json = f"/api/v1/players/{player_id}/statistics/explain/"
    return _explained(request, explain, figure, reverse("player", args=[player_id]), json)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def club_figure(request: HttpRequest, slug: str, figure: str) -> HttpResponse:
    def explain(**asked: Any) -> Explanation:
        return explain_of_club(slug=slug, **asked)

    json = f"/api/v1/clubs/{slug}/statistics/explain/"
    return _explained(request, explain, figure, reverse("club_statistics", args=[slug]), json)


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def pair_figure(request: HttpRequest, a: UUID, b: UUID, figure: str) -> HttpResponse:
    def explain(**asked: Any) -> Explanation:
        return explain_of_pair(a=a, b=b, **asked)

    both = f"?a={a}&b={b}"
    return _explained(request, explain, figure, reverse("head_to_head") + both, f"/api/v1/head-to-head/explain/{both}")


def _explained(
    request: HttpRequest, explain: Callable[..., Explanation], figure: str, back: str, json: str
) -> HttpResponse:
    form, game = FilterForm(request), game_asked_for(request)
    try:
        found = explain(viewer=Viewer.of_session(request.user), game=game, figure=figure, filters=form.filters)
    except (NotHere, Refused) as refused:
        raise Http404 from refused
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
            "verdict_from": found.figure.verdict_from,
            "accounts": [_account(telling, found.figure, each, found) for each in found.explained],
            "back": _on(back, form.query),
            "json": _on(_on(json, f"?figure={figure}"), form.query),
        },
    )


def _on(address: str, query: str) -> str:
    """The address with more of a query."""
    return address + (query.replace("?", "&", 1) if "?" in address else query)


def _account(telling: Telling, figure: Figure, explained: Explained, found: Explanation) -> Account:
    figure_shown = shown(figure, explained.told, telling.figure(figure), lambda _key: "")
    parts = {part: _part(telling, part, explained.inputs) for part in PARTS if getattr(figure, part)}
    return Account(
        name=explained.person.name if explained.person else found.asked.club.name,
        figure=figure_shown,
        parts=list(parts.values()),
        sum=_worked_out(figure, figure_shown, parts),
        surprise=_surprise(explained.told),
    )


def _worked_out(figure: Figure, value: Shown, parts: Mapping[str, Part]) -> str:
    """The figure as a sum that anybody can check; nothing where it is no more than what was added up."""
    if not value.known or figure.measure in ("count", "most"):
        return ""
    under = "expected" if figure.measure == "index" else "per"
    return f"{parts['of'].total} ÷ {parts[under].total} = {value.value}{value.unit and ' ' + value.unit}"


def _part(telling: Telling, part: str, inputs: Sequence[Input]) -> Part:
    counted = [each for each in inputs if part in each.counted]
    total = sum(each.counted[part] * each.sum for each in counted)
    sums = [Sum(telling.fact(each.fact), _written(part, each.sum), str(each.counted[part])) for each in counted]
    return Part(str(PARTS[part]), sums, _written(part, total))


def _written(part: str, number: int) -> str:
    return decimals(number / MILLION, 2) if part in IN_MILLIONTHS else whole(number)


def _surprise(told: Told) -> str:
    """How often chance alone would be as far off."""
    if told.p_value is None:
        return ""
    if told.p_value < 0.001:
        return gettext("less than once in a thousand")
    return gettext("{share} % of the time").format(share=decimals(100 * told.p_value, 1))
