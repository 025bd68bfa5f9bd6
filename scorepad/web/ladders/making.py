"""A ladder made (/clubs/{slug}/ladders/new/), changed (/ladders/{id}/change/), and its season frozen
(/ladders/{id}/freeze/). Its owners are told what would come of it before it is done.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorepad.models import Ladder
from scorepad.refusals import Conflict, Refused
from scorepad.selectors.access import Viewer, club_to, ladder_to
from scorepad.selectors.ladder_seasons import ladder_season, may_have_byes
from scorepad.selectors.ranking import Standing
from scorepad.selectors.season_tables import TableRules
from scorepad.services.freezing import freeze
from scorepad.services.ladder_effects import LadderEffect, effect_of_new_ladder, effect_of_rules
from scorepad.services.ladders import change_ladder, create_ladder
from scorepad.web.games import GAMES
from scorepad.web.ladders import words
from scorepad.web.ladders.forms import ChangedLadder, LadderForm, NewLadder, initial_of, usual
from scorepad.web.managing.manage import managing
from scorepad.web.managing.sentences import sentence

PARTS = {"parameters": "{system}_", "points": "points_", "tiebreaks": "tiebreak_", "byes": "bye_"}


@dataclass(frozen=True)
class Moved:
    """Somebody who would stand elsewhere; None where he is not on the ladder."""

    name: str
    before: words.Stood | None
    after: words.Stood | None


@managing
def ladder_new(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = club_to("manage", viewer=viewer, slug=slug)
    game = request.POST.get("game") if request.POST.get("game") in GAMES else next(iter(GAMES))
    form = NewLadder(request.POST or None, game=str(game), initial=usual(str(game)))
    effect = None
    if form.is_valid():
        try:
            rules = {**form.rules(), "game": form.cleaned_data["game"]}
            if _was_seen(request, rules):
                made = create_ladder(viewer=viewer, club_slug=slug, id=form.cleaned_data["id"], **rules).obj
                messages.success(request, gettext("The ladder is made. All past matches are being rated for it."))
                return redirect("ladder", made.pk)
            effect = effect_of_new_ladder(viewer=viewer, club_slug=slug, **rules)
        except Refused as refused:
            _tell(form, refused)
    return _page(request, "ladders/new.html", {"club": club}, form, effect)


@managing
def ladder_change(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
    players = may_have_byes(ladder.club, TableRules.of(ladder.table).byes)
    form = ChangedLadder(request.POST or None, game=ladder.game, players=players, initial=initial_of(ladder))
    effect = None
    if form.is_valid():
        try:
            rules = form.rules()
            if _was_seen(request, rules):
                version = form.cleaned_data["version"]
                change_ladder(viewer=viewer, ladder_id=ladder_id, expect=lambda known: _expect(known, version), **rules)
                messages.success(request, gettext("The rules are changed, and the matches are rated by them."))
                return redirect("ladder", ladder_id)
            effect = effect_of_rules(viewer=viewer, ladder_id=ladder_id, **rules)
        except Refused as refused:
            _tell(form, refused)
    return _page(request, "ladders/change.html", {"club": ladder.club, "ladder": ladder}, form, effect)


@managing
def ladder_freeze(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
    wrong = ""
    if request.method == "POST":
        try:
            freeze(viewer=viewer, ladder_id=ladder_id)
            messages.success(request, gettext("The season is frozen, for good."))
            return redirect("ladder_frozen", ladder_id)
        except Refused as refused:
            wrong = _said(refused)
    found = ladder_season(viewer=viewer, ladder_id=ladder_id)
    context = {"club": ladder.club, "ladder": ladder, "found": found, "wrong": wrong, "season": words.season(ladder)}
    return render(request, "ladders/freeze.html", context)


def _page(
    request: HttpRequest, template: str, context: dict[str, Any], form: LadderForm, effect: LadderEffect | None
) -> HttpResponse:
    """The form; and what would come of it, once that is known, with the rules of which it is told."""
    told: dict[str, Any] = {}
    if effect is not None:
        game = {"game": form.cleaned_data["game"]} if "game" in form.cleaned_data else {}
        told = {"seen": _told_of({**form.rules(), **game}), "effect": effect, "moves": _moves(effect)}
        told["rated"] = words.rated_by_period(effect.ladder)
    return render(request, template, {**context, **told, "form": form, "several_games": len(GAMES) > 1})


def _was_seen(request: HttpRequest, rules: dict[str, Any]) -> bool:
    """Whether it is to be done, and what would come of these very rules has been told."""
    return "do" in request.POST and request.POST.get("seen") == _told_of(rules)


def _told_of(rules: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(rules, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _expect(ladder: Ladder, version: int) -> None:
    if ladder.version != version:
        raise Conflict("ladder_changed", "Somebody has changed these rules meanwhile.")


def _moves(effect: LadderEffect) -> Sequence[Moved]:
    return [
        Moved(effect.people[move.player].name, _stood(move.before), _stood(move.after)) for move in effect.moves or ()
    ]


def _stood(row: Standing | None) -> words.Stood | None:
    return None if row is None else words.stood(row.place, words.rating(row.rating))


def _tell(form: LadderForm, refused: Refused) -> None:
    """At the field that it is about, or above the form."""
    for error in refused.errors:
        form.add_error(_field(form, error["pointer"].strip("/").split("/")), _sentence(error["code"], error["detail"]))
    if not refused.errors:
        form.add_error(None, _said(refused))


def _field(form: LadderForm, pointer: Sequence[str]) -> str | None:
    """ "/table/points/win" is the field `points_win`."""
    *above, last = pointer
    name = PARTS[above[-1]].format(system=form.system) + last if above and above[-1] in PARTS else last
    return name if name in form.fields else None


def _said(refused: Refused) -> str:
    return _sentence(refused.code, refused.detail)


def _sentence(code: str, detail: str) -> str:
    known = {
        "name_taken": gettext("Another ladder of this club has this name."),
        "ladder_changed": gettext("Somebody has changed these rules meanwhile: look at them anew first."),
        "too_many_ladders": gettext("A club cannot have more ladders than it has now."),
        "season_under_way": gettext("The season is not over yet: it can be frozen from the next day on."),
        "season_without_end": gettext("This ladder’s season has no end; give it one first."),
        "busy": gettext("The matches are being rated at this moment. Send it again."),
    }
    return known.get(code) or sentence(code, detail)
