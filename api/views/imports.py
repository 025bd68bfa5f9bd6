"""Imports: a file sent, how far its job has come, what became of each piece, and the whole of it taken back."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.fields import Nothing
from api.pagination import PAGE_LIMIT, Order, address, page_of
from api.parameters import Number, PageParameters, Parameters
from api.parsers import read_body
from api.problems import Problem
from api.shapes.imports import ImportLineShape, ImportPage, ImportShape, OneImportShape
from api.views.base import Resource
from scorepad.models import Import
from scorepad.selectors import imports as reading
from scorepad.selectors.access import import_to
from scorepad.services import imports
from scorepad.services.pieces import LARGEST_FILE
from scorepad.services.taking_back import take_back

LATEST_FIRST = Order("imports", ("-created_at", "-id"))
TAKEN = ("application/x-ndjson", "application/json", "text/plain")
FILE = dict.fromkeys(TAKEN, OpenApiTypes.STR)


class NewImportParameters(Parameters):
    id = serializers.UUIDField(required=False, help_text="Made by you, so that the same file can be sent again.")
    mode = serializers.ChoiceField(
        choices=Import.Mode.choices, default="per_record", help_text="`atomic`: all of it or nothing."
    )
    dry_run = serializers.ChoiceField(choices=["true", "false"], default="false", help_text="Verdicts alone.")
    players = serializers.ChoiceField(
        choices=["match", "create"], default="match", help_text="`create`: a name that nobody has becomes a player."
    )


class LinesParameters(Parameters):
    after = Number(required=False, default=0, min_value=0, max_value=2**31 - 1, help_text="A line of the file.")
    status = serializers.ChoiceField(required=False, choices=["new", "here", "refused"])
    page_size = Number(required=False, default=PAGE_LIMIT, min_value=1, max_value=PAGE_LIMIT)


def show(batch: Import) -> dict[str, Any]:
    return dict(ImportShape(batch).data)


class Imports(Resource):
    parameters_by_method = {"GET": PageParameters, "POST": NewImportParameters}

    @extend_schema(operation_id="list_imports", responses=ImportPage)
    def get(self, request: Request, slug: str) -> Response:
        """The imports of a club, the latest first."""
        rows = reading.imports_of(self.viewer, slug)
        return Response(page_of(rows, LATEST_FIRST, request, self.parameters, show))

    @extend_schema(operation_id="create_import", request=FILE, responses={202: ImportShape})
    def post(self, request: Request, slug: str) -> Response:
        """A file of up to 5 MiB taken in by a job: a record a line, one record, text forms one after the other, or the
        export of a club. What it is, is told by its content. `Location` says where to ask for the verdicts.
        """
        sent = request.content_type.split(";")[0].strip().lower()
        if sent not in TAKEN:
            raise Problem(415, "unsupported_media_type", f"A file is taken as {', '.join(TAKEN)}, not {sent[:80]!r}.")
        given = self.parameters
        made = imports.create_import(
            viewer=self.viewer,
            club_slug=slug,
            source=read_body(request._request, LARGEST_FILE),
            id=given.get("id"),
            mode=given["mode"],
            dry_run=given["dry_run"] == "true",
            creates_players=given["players"] == "create",
        )
        return Response(show(made.obj), status=202, headers={"Location": f"/api/v1/imports/{made.obj.pk}/"})


class OneImport(Resource):
    parameters_by_method = {"GET": LinesParameters}

    @extend_schema(operation_id="get_import", responses=OneImportShape)
    def get(self, request: Request, import_id: UUID) -> Response:
        """How far the job has come, and the verdict on each piece of the file, in the file's order."""
        batch, size = import_to("record", viewer=self.viewer, import_id=import_id), self.parameters["page_size"]
        lines = reading.lines_of(
            batch, after=self.parameters["after"], status=self.parameters.get("status"), limit=size + 1
        )
        shown = {
            **show(batch),
            "counts": reading.counts_of(batch),
            "lines": ImportLineShape(lines[:size], many=True).data,
            "next": address(request, after=lines[size - 1].number) if len(lines) > size else None,
        }
        return Response(shown)


class TakeBack(Resource):
    @extend_schema(operation_id="take_back_import", request=Nothing, responses=ImportShape)
    def post(self, request: Request, import_id: UUID) -> Response:
        """An import taken back whole: its matches are void, with the reason in their journals, and the players whom it
        alone brought are hidden. Nothing is deleted; each match can be restored."""
        self.body(Nothing)
        return Response(show(take_back(viewer=self.viewer, import_id=import_id)))
