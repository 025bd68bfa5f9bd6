"""How a figure of a player, of a club or of two players comes about."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.shapes.statistics import ExplanationShape
from api.told import explanations
from api.views.head_to_head import PairFilters
from api.views.telling import StatisticsFilters, Told, told_as
from scorepad.selectors.explaining import Explanation, explain_of_club, explain_of_player
from scorepad.selectors.head_to_head import explain_of_pair


class ExplainFilters(StatisticsFilters):
    figure = serializers.CharField(max_length=80, help_text="The key of a figure.")


class ExplainPairFilters(PairFilters):
    figure = serializers.CharField(max_length=80, help_text="The key of a figure.")


class Explain(Told):
    parameters_by_method = {"GET": ExplainFilters}

    @property
    def asked(self) -> dict[str, Any]:
        names = {name: self.parameters[name] for name in ("game", "figure")}
        return {"viewer": self.viewer, "filters": self.filters, **names}

    def explained(self, found: Explanation) -> HttpResponseBase:
        return self.told(explanations.as_json(found), explanations.as_table(found), found.figure.key)


class ExplainPlayer(Explain):
    @extend_schema(operation_id="explain_player_figure", responses=told_as(ExplanationShape))
    def get(self, request: Request, player_id: UUID) -> HttpResponseBase:
        """How a figure of a player comes about: its formula, and every fact that went into it, added up.

        400 `unknown_figure` names those there are. With `Accept: text/csv` a line for each fact,
        beside it the figure's value and n.
        """
        return self.explained(explain_of_player(player_id=player_id, **self.asked))


class ExplainClub(Explain):
    @extend_schema(operation_id="explain_club_figure", responses=told_as(ExplanationShape))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """How a figure of a club comes about: its formula, and every fact that went into it, added up.

        400 `unknown_figure` names those there are. With `Accept: text/csv` a line for each fact,
        beside it the figure's value and n.
        """
        return self.explained(explain_of_club(slug=slug, **self.asked))


class ExplainPair(Explain):
    parameters_by_method = {"GET": ExplainPairFilters}

    @extend_schema(operation_id="explain_pair_figure", responses=told_as(ExplanationShape))
    def get(self, request: Request) -> HttpResponseBase:
        """How a figure of each of two players comes about, of the matches in which they met.

        400 `unknown_figure` names those there are. With `Accept: text/csv` a line for each fact,
        beside it the figure's value and n.
        """
        both = {name: self.parameters[name] for name in "ab"}
        return self.explained(explain_of_pair(**both, **self.asked))
