"""Two players against each other."""

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.shapes.statistics import HeadToHeadShape
from api.told import pairs
from api.views.telling import RoleFilters, Told, told_as
from scorepad.selectors.head_to_head import head_to_head


class PairFilters(RoleFilters):
    a = serializers.UUIDField(help_text="A player.")
    b = serializers.UUIDField(help_text="Another of the same club.")


class HeadToHead(Told):
    parameters_by_method = {"GET": PairFilters}

    @extend_schema(operation_id="get_head_to_head", responses=told_as(HeadToHeadShape))
    def get(self, request: Request) -> HttpResponseBase:
        """Two players against each other: the same figures for both, of the matches in which they met, and how these
        ended. 400 `same_player`: both are one person.

        With `Accept: text/csv` a line for each figure.
        """
        asked = {name: self.parameters[name] for name in ("game", "a", "b")}
        found = head_to_head(viewer=self.viewer, filters=self.filters, **asked)
        return self.told(pairs.as_json(found), pairs.as_table(found), "head-to-head")
