"""What a club takes away with it: all that it is, or tables for a spreadsheet. All of it is streamed."""

from collections.abc import Iterator

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.parameters import TableParameters
from api.renderers import CSVRenderer, NDJSONRenderer, mark_of
from api.views.base import Resource
from scorepad.selectors import exports, spreadsheets

# Nothing is said of these but what they are: no renderer is there for more.
STREAMED = ["get", "head"]


class Export(Resource):
    http_method_names = STREAMED
    renderer_classes = [NDJSONRenderer]

    @extend_schema(operation_id="export_club", responses={(200, NDJSONRenderer.media_type): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The whole club, a JSON object a line: what it is called, its players, its matches with their journals, and
        how many there were of each. A file without that last line was broken off on its way.

        Taken in by an installation that knows nothing of the club it gives the same club again; by another club of this
        one the same under other ids.
        """
        lines = exports.export(viewer=self.viewer, slug=slug)
        return streamed((text.encode() for text in lines), NDJSONRenderer.media_type, f"{slug}.ndjson")


class Table(Resource):
    http_method_names = STREAMED
    renderer_classes = [CSVRenderer]
    parameters_by_method = {"GET": TableParameters}

    def streamed(self, lines: Iterator[str], name: str) -> HttpResponseBase:
        return streamed(
            (text.encode() for text in _with(mark_of(self.parameters), lines)),
            f"{CSVRenderer.media_type}; charset=utf-8",
            name,
        )


class MatchesTable(Table):
    @extend_schema(operation_id="get_matches_table", responses={(200, CSVRenderer.media_type): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The matches of the club as CSV, the earliest first, with names as they are today."""
        lines = spreadsheets.matches_table(viewer=self.viewer, slug=slug)
        return self.streamed(lines, f"{slug}-matches.csv")


class RoundsTable(Table):
    @extend_schema(operation_id="get_rounds_table", responses={(200, CSVRenderer.media_type): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The complete rounds of all matches of the club as CSV, match by match."""
        return self.streamed(spreadsheets.rounds_table(viewer=self.viewer, slug=slug), f"{slug}-rounds.csv")


def streamed(parts: Iterator[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    return StreamingHttpResponse(parts, content_type=content_type, headers=headers)


def _with(mark: str, lines: Iterator[str]) -> Iterator[str]:
    yield mark
    yield from lines
