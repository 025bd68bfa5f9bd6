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
from api.views.seasons import show_since
from engine.ratings.games import Rating
from scorepad.selectors.asking import Person
from scorepad.selectors.ranking import Standing, interval_of
from scorepad.selectors.standings import Standings, standings
from scorepad.services.hindsight import KnownThen, known_then

NOW, THEN = "now", "then"


class AsOfParameters(Parameters):
    as_of = serializers.DateField(required=False, help_text="A day, by the club's own date; today.")


class StandingsParameters(AsOfParameters):
    known = serializers.ChoiceField(
        required=False, default=NOW, choices=[NOW, THEN], help_text="As known now, or as published then."
    )


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
        "known": NOW,
        "published_at": None,
        "pending": found.pending,
        "standings": [show_standing(row, found.people[row.player]) for row in found.rows],
        "since": None,
    }


def show_known_then(found: KnownThen) -> dict[str, Any]:
    return {
        "ladder": found.ladder.pk,
        "as_of": found.published.ends,
        "period": found.published.period,
        "ends": found.published.ends,
        "under_way": False,
        "known": THEN,
        "published_at": found.published.published_at,
        "pending": found.since.pending,
        "standings": [show_standing(row, found.people[row.player]) for row in found.rows],
        "since": show_since(found.since, found.people),
    }


class LadderStandings(Resource):
    parameters_by_method = {"GET": StandingsParameters}

    @extend_schema(operation_id="get_standings", responses=StandingsShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """Who stands where, as of a day and as known now. A period under way is rated with what is there by then.

        As known then they are those published last of the periods that had ended by that day, with what came since: 400
        `nothing_published` when there are none.
        """
        asked: dict[str, Any] = {"viewer": self.viewer, "ladder_id": ladder_id, "day": self.parameters.get("as_of")}
        if self.parameters["known"] == THEN:
            return answer_as_shown(request, show_known_then(known_then(**asked)))
        return answer_as_shown(request, show_standings(standings(**asked)))
