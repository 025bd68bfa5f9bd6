"""A player's rating on a ladder from period to period, and how a change of it came about."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.conditional import answer_as_shown
from api.parameters import Parameters
from api.shapes.histories import HistoryShape, RatingChangeShape
from api.views.base import Resource
from api.views.ladders import show as show_ladder
from api.views.standings import show_person, show_rating
from engine.ratings.games import Rating
from scorepad.selectors.histories import History, Point, history
from scorepad.selectors.rating_changes import Contribution, RatingChange, rating_change


class HistoryParameters(Parameters):
    player = serializers.UUIDField(help_text="A player of the ladder's club.")


class ChangeParameters(HistoryParameters):
    period = serializers.DateField(help_text="Any day of the period.")


def show_whole_rating(rating: Rating) -> dict[str, Any]:
    return {**show_rating(rating), "volatility": rating.volatility}


def show_point(point: Point) -> dict[str, Any]:
    return {
        "period": point.period,
        "ends": point.ends,
        "under_way": point.under_way,
        "before": show_whole_rating(point.before),
        "after": show_whole_rating(point.after),
        "change": point.change,
        "matches": point.matches,
        "won": point.won,
        "drawn": point.drawn,
        "lost": point.lost,
        "total": point.total,
    }


def show_history(found: History) -> dict[str, Any]:
    return {
        "ladder": found.ladder.pk,
        "player": show_person(found.player),
        "pending": found.pending,
        "points": [show_point(point) for point in found.points],
    }


def show_contribution(match: Contribution) -> dict[str, Any]:
    return {
        "match": match.match,
        "played_on": match.played_on,
        "opponent": show_person(match.opponent),
        "rating": show_whole_rating(match.rating),
        "score": match.score,
        "expected": match.expected,
        "weight": match.weight,
        "margin": match.margin,
        "trust": match.trust,
        "gain": match.gain,
    }


def show_change(found: RatingChange) -> dict[str, Any]:
    return {
        "ladder": found.ladder.pk,
        "player": show_person(found.player),
        "system": found.ladder.system,
        "parameters": show_ladder(found.ladder)["parameters"],
        "period": found.as_of.period,
        "ends": found.as_of.ends,
        "under_way": not found.as_of.ended,
        "pending": found.pending,
        "idle": found.idle,
        "before": show_whole_rating(found.before),
        "after": show_whole_rating(found.after),
        "change": found.after.rating - found.before.rating,
        "variance": found.variance,
        "improvement": found.improvement,
        "formula": list(found.formula),
        "matches": [show_contribution(match) for match in found.contributions],
    }


class LadderHistory(Resource):
    parameters_by_method = {"GET": HistoryParameters}

    @extend_schema(operation_id="get_rating_history", responses=HistoryShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """A player's rating as points for a graph, one for each period in which he played."""
        asked = self.parameters["player"]
        return answer_as_shown(request, show_history(history(viewer=self.viewer, ladder_id=ladder_id, player_id=asked)))


class ExplainRating(Resource):
    parameters_by_method = {"GET": ChangeParameters}

    @extend_schema(operation_id="explain_rating", responses=RatingChangeShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """How a player's rating changed in a period: before, after, the formula, all that goes into it, and what each
        match brought. 400 `not_rated` when he is not on the ladder by then."""
        player, day = self.parameters["player"], self.parameters["period"]
        found = rating_change(viewer=self.viewer, ladder_id=ladder_id, player_id=player, day=day)
        return answer_as_shown(request, show_change(found))
