"""Dry runs: what a change would do to ladders, told with the answer, or by a job that is asked again."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.parameters import Parameters
from api.shapes.previews import PreviewShape
from api.views.base import Resource
from scorepad.services.previewing import Foretold, preview_to


class DryRunParameters(Parameters):
    dry_run = serializers.ChoiceField(
        required=False, default="false", choices=["true", "false"], help_text="Show the effect and store nothing."
    )


def rehearsed(body: dict[str, Any], foretold: Foretold | None) -> dict[str, Any]:
    """The body of a dry run's answer."""
    told = Foretold(None) if foretold is None else foretold
    return {**body, "dry_run": True, "ladders": told.ladders, "preview": told.preview}


def answer_to_dry_run(body: dict[str, Any], foretold: Foretold | None) -> Response:
    """200, or 202 when a job tells of the ladders."""
    later = None if foretold is None else foretold.preview
    headers = {} if later is None else {"Location": f"/api/v1/previews/{later}/"}
    return Response(rehearsed(body, foretold), status=200 if later is None else 202, headers=headers)


class OnePreview(Resource):
    @extend_schema(operation_id="get_preview", responses=PreviewShape)
    def get(self, request: Request, preview_id: UUID) -> Response:
        """What a change would do to ladders, for whoever asked and was answered 202. It is erased after a day."""
        return Response(PreviewShape(preview_to(self.viewer, preview_id)).data)
