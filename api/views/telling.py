"""What all statistics have in common as resources: which matches are asked for, and in which form they are told."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from api.conditional import answer_as_shown, answer_as_written
from api.parameters import Evening, TableParameters, bad_parameter
from api.renderers import OneJSONRenderer, TableRenderer, mark_of
from api.views.base import Resource
from scorepad.games import GAMES
from scorepad.selectors.filters import Filters
from scorepad.selectors.spreadsheets import Cell, csv_of

AS_TABLE = "-table"
GRADES = tuple(dict.fromkeys(grade for game in GAMES.values() for grade in reversed(game.grades)))
ROLES = tuple(dict.fromkeys(role for game in GAMES.values() for role in game.rules.figures.roles))


class MatchFilters(TableParameters):
    game = serializers.ChoiceField(required=False, default=next(iter(GAMES)), choices=list(GAMES))
    to = Evening(required=False, help_text="The last evening, by the club's own date.")
    grade = serializers.ChoiceField(required=False, choices=GRADES, help_text="Only matches recorded at this grade.")
    ladder = serializers.UUIDField(required=False, help_text="Only matches that count for this ladder of the club.")

    def get_fields(self) -> dict[str, Any]:
        since = Evening(required=False, help_text="The first evening, by the club's own date.")
        return {**super().get_fields(), "from": since}  # a word that Python keeps for itself

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "from" in attrs and "to" in attrs and attrs["from"] > attrs["to"]:
            raise serializers.ValidationError({"from": "The first evening is after the last."})
        return attrs


class RoleFilters(MatchFilters):
    role = serializers.ChoiceField(required=False, choices=ROLES, help_text="Only figures of this role.")


class OpponentFilters(MatchFilters):
    opponent = serializers.UUIDField(required=False, help_text="Only matches against this player.")


class StatisticsFilters(RoleFilters, OpponentFilters):
    pass


class Told(Resource):
    """Answers as JSON or, for `Accept: text/csv`, as a table. JSON may not begin with a byte order mark (RFC 8259)."""

    renderer_classes = [OneJSONRenderer, TableRenderer]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method in ("GET", "HEAD") and self.parameters["bom"] == "true" and not self.as_table:
            raise bad_parameter("bom", "Only a table begins with it: send Accept: text/csv.")

    @property
    def as_table(self) -> bool:
        return bool(self.request.accepted_renderer.format == TableRenderer.format)

    @property
    def filters(self) -> Filters:
        names = {"from": "start", "to": "end"} | {name: name for name in ("opponent", "role", "grade", "ladder")}
        return Filters(**{field: self.parameters[name] for name, field in names.items() if name in self.parameters})

    def told(self, body: dict[str, Any], lines: Iterable[Iterable[Cell]], name: str) -> HttpResponseBase:
        if not self.as_table:
            return answer_as_shown(self.request, body)
        response = answer_as_written(self.request, mark_of(self.parameters) + csv_of(lines), AS_TABLE)
        response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response


def told_as(shape: type[serializers.Serializer[Any]]) -> dict[tuple[int, str], Any]:
    return {(200, OneJSONRenderer.media_type): shape, (200, TableRenderer.media_type): OpenApiTypes.STR}
