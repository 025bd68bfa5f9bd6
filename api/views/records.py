"""A match whole: its record, what a person wrote down, and its replay, what the rules make of it."""

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.conditional import answer
from api.renderers import OneJSONRenderer, TextRenderer
from api.views.base import Resource
from engine.games import GAMES
from scorepad.selectors.sheets import sheet


class Record(Resource):
    renderer_classes = [OneJSONRenderer, TextRenderer]

    @extend_schema(
        operation_id="get_record",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """The record, or its text form for `Accept: text/plain`."""
        seen = sheet(viewer=self.viewer, match_id=match_id)
        if request.accepted_renderer.format == TextRenderer.format:
            return answer(request, GAMES[seen.match.game].dump_text(seen.record), seen.etag, "-text")
        return answer(request, seen.record, seen.etag)


class Replay(Resource):
    @extend_schema(operation_id="get_replay", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """The replay: winners, boards, chips, scores, result."""
        seen = sheet(viewer=self.viewer, match_id=match_id)
        return answer(request, seen.replay, seen.etag)
