"""What is told of a ladder: who stands where."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.conditional import answer_as_shown
from api.parameters import Parameters
from api.shapes.ladders import StandingsShape
from api.views.base import Resource
from engine.ratings.games import Rating
from scorepad.selectors.asking import Person
from scorepad.selectors.ranking import Standing, interval_of
from scorepad.selectors.standings import Standings, standings


class AsOfParameters(Parameters):
    as_of = serializers.DateField(required=False, help_text="A day, by the club's own date; today.")


def show_person(person: Person) -> dict[str, Any]:
    return {"id": person.id, "name": person.name}


def show_rating(rating: Rating) -> dict[str, Any]:
    interval = interval_of(rating)
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "interval": interval and {"low": interval[0], "high": interval[1]},
    }


def show_standing(row: Standing, person: Person) -> dict[str, Any]:
    return {
        "place": row.place,
        "place_before": row.place_before,
        "player": show_person(person),
        **show_rating(row.rating),
        "change": row.change,
        "matches": row.matches,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "last_played": row.last_played,
        "provisional": row.provisional,
        "inactive": row.inactive,
        "gates": list(row.gates),
    }


def show_standings(found: Standings) -> dict[str, Any]:
    return {
        "ladder": found.ladder.pk,
        "as_of": found.as_of.day,
        "period": found.as_of.period,
        "ends": found.as_of.ends,
        "under_way": not found.as_of.ended,
        "pending": found.pending,
        "standings": [show_standing(row, found.people[row.player]) for row in found.rows],
    }


class LadderStandings(Resource):
    parameters_by_method = {"GET": AsOfParameters}

    @extend_schema(operation_id="get_standings", responses=StandingsShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """Who stands where, as of a day and as known now. A period under way is rated with what is there by then."""
        day = self.parameters.get("as_of")
        return answer_as_shown(request, show_standings(standings(viewer=self.viewer, ladder_id=ladder_id, day=day)))
