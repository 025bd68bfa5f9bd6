"""/clubs/{slug}/ladders/: the ladders of a club, who leads each of them, and the way to a new one."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from scorepad.selectors.access import Viewer
from scorepad.selectors.club_ladders import LadderLine, ladders_of
from scorepad.web.games import GAMES
from scorepad.web.ladders import words
from scorepad.web.reading import reading


@dataclass(frozen=True)
class Listed:
    """A ladder in the list, with what is said of it."""

    line: LadderLine
    rated: str
    season: str
    state: str
    who: str


@reading
def club_ladders(request: HttpRequest, slug: str) -> HttpResponse:
    found = ladders_of(viewer=Viewer.of_session(request.user), slug=slug)
    several_games = len({line.ladder.game for line in found.lines}) > 1
    return render(
        request,
        "ladders/list.html",
        {
            "club": found.club,
            "may_manage": found.may_manage,
            "ladders": [_listed(line) for line in found.lines],
            "game_names": {key: pages.name for key, pages in GAMES.items()} if several_games else {},
        },
    )


def _listed(line: LadderLine) -> Listed:
    return Listed(
        line=line,
        rated=words.rated_by_period(line.ladder),
        season=words.season(line.ladder),
        state=_state(line),
        who=_who(line),
    )


def _state(line: LadderLine) -> str:
    if line.frozen:
        return gettext("frozen")
    return {"to_come": gettext("to come"), "over": gettext("over"), "under_way": gettext("under way")}.get(
        line.season, ""
    )


def _who(line: LadderLine) -> str:
    placed = ngettext("{n} player has a place", "{n} players have a place", line.placed).format(n=line.placed)
    if not line.held_back:
        return placed
    others = ngettext("{n} has none yet", "{n} have none yet", line.held_back).format(n=line.held_back)
    return gettext("{placed}, {others}").format(placed=placed, others=others)
