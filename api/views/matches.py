"""Matches: made with their first entry, found by club, player, status and evening, and where each of them stands."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.matches import MatchBody
from api.conditional import answer
from api.pagination import Order, page_of
from api.parameters import Evening, PageParameters
from api.shapes.matches import HintsShape, MatchPage, MatchShape, NewMatchShape
from api.views.base import Resource
from engine.games import GAMES
from scorepad.models import Match
from scorepad.selectors import access
from scorepad.selectors.doubles import doubles
from scorepad.selectors.people import of_opponents, of_player
from scorepad.selectors.rated import rated_on
from scorepad.selectors.sheets import SeatLine, Sheet, sheet
from scorepad.services import matches

NEWEST_FIRST = Order("matches", ("-played_at", "-id"))


class MatchParameters(PageParameters):
    club = serializers.CharField(required=False, max_length=50, help_text="A club's slug.")
    player = serializers.UUIDField(required=False, help_text="One who had a seat.")
    opponent = serializers.UUIDField(required=False, help_text="Another who had a seat.")
    game = serializers.ChoiceField(required=False, choices=list(GAMES))
    status = serializers.ChoiceField(required=False, choices=Match.Status.choices)
    void = serializers.ChoiceField(
        required=False, choices=["true", "false"], help_text="Only those that are void, or only those that are not."
    )
    ladder = serializers.UUIDField(required=False, help_text="Only those that count for this ladder.")
    to = Evening(required=False, help_text="The last evening, by the club's own date.")

    def get_fields(self) -> dict[str, Any]:
        since = Evening(required=False, help_text="The first evening, by the club's own date.")
        return {**super().get_fields(), "from": since}  # a word that Python keeps for itself


def chosen(rows: QuerySet[Match], parameters: dict[str, Any]) -> QuerySet[Match]:
    filters = {
        "club": "club__slug",
        "game": "game",
        "status": "status",
        "from": "played_on__gte",
        "to": "played_on__lte",
    }
    for name, column in filters.items():
        if name in parameters:
            rows = rows.filter(**{column: parameters[name]})
    if "void" in parameters:
        rows = rows.filter(void=parameters["void"] == "true")
    match [parameters[name] for name in ("player", "opponent") if name in parameters]:
        case [player, opponent]:
            return rows.filter(pk__in=of_opponents(player, opponent).values("pk"))
        case [player]:
            return rows.filter(pk__in=of_player(player).values("pk"))
    return rows


def show_row(match: Match) -> dict[str, Any]:
    """A match in a list; stakes and payoffs are no part of it."""
    return {
        **_common(match),
        "seats": _seats(map(SeatLine.of, match.seats.all())),
        "running": match.running,
        "awaiting": match.awaiting,
    }


def show(seen: Sheet) -> dict[str, Any]:
    return {
        **_common(seen.match),
        "seats": _seats(seen.seats),
        "running": seen.replay["running"],
        "awaiting": seen.awaiting,
        "options": seen.record.get("options", {}),
        "totals": seen.replay["totals"],
        "result": seen.replay["result"],
        "entries": seen.entries,
        "amended": seen.amended,
    }


def _seats(seats: Iterable[SeatLine]) -> dict[str, Any]:
    return {
        seat.key: {"player": seat.player_id, "name": seat.name, "score": seat.score, "place": seat.place}
        for seat in seats
    }


def _common(match: Match) -> dict[str, Any]:
    return {
        "id": match.pk,
        "club": match.club.slug,
        "game": match.game,
        "rules": match.rules_version,
        "played_at": match.played_at_written,
        "played_on": match.played_on,
        "rated": match.rated,
        "table": match.table,
        "status": match.status,
        "forfeited_by": match.forfeited_by,
        "void": match.void,
        "duplicate_of": match.duplicate_of_id,
        "counts": match.counts,
        "grade": match.grade,
        "version": match.version,
    }


class Matches(Resource):
    parameters_by_method = {"GET": MatchParameters}

    @extend_schema(operation_id="list_matches", responses=MatchPage)
    def get(self, request: Request) -> Response:
        """The matches you may see, the latest first."""
        rows = chosen(access.visible_matches(self.viewer), self.parameters)
        if "ladder" in self.parameters:
            rows = rows.filter(rated_on(self.viewer, self.parameters["ladder"]))
        rows = rows.select_related("club").prefetch_related("seats__player")
        return Response(page_of(rows, NEWEST_FIRST, request, self.parameters, show_row))

    @extend_schema(operation_id="create_match", request=MatchBody, responses=dict.fromkeys((201, 200), NewMatchShape))
    def post(self, request: Request) -> Response:
        """A new match. `hints` tells of another one of the same players on the same evening."""
        body = self.body(MatchBody)
        made = matches.create_match(viewer=self.viewer, club_slug=body.pop("club"), **body)
        shown = show(sheet(viewer=self.viewer, match_id=made.obj.pk))
        return self.created({**shown, "hints": made.hints}, made.new, f"/api/v1/matches/{made.obj.pk}/")


class Hints(Resource):
    @extend_schema(operation_id="get_hints", responses=HintsShape)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Doubts about a match for a person to look at: another recording of the same evening, and the rounds that
        stand in both. For those who may record."""
        return Response({"hints": doubles(viewer=self.viewer, match_id=match_id)})


class OneMatch(Resource):
    @extend_schema(operation_id="get_match", responses=MatchShape)
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """Seats, status, version, running score, result, and what comes next."""
        seen = sheet(viewer=self.viewer, match_id=match_id)
        return answer(request, show(seen), seen.etag)
