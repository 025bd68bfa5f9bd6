"""Ladders: their rules, for owners to make and to change."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.ladders import LadderBody, LadderChange, given
from api.conditional import answer_as_shown, expected, tagged_as_shown
from api.pagination import Order, page_of
from api.parameters import IF_MATCH, PageParameters
from api.shapes.ladders import LadderPage, LadderShape
from api.views.base import Resource
from api.views.members import ConfirmParameters
from scorepad.models import Ladder
from scorepad.selectors import access
from scorepad.services import erasing_ladders, ladders

BY_NAME = Order("ladders", ("name", "id"))


def show(ladder: Ladder) -> dict[str, Any]:
    return dict(LadderShape(ladder).data)


class Ladders(Resource):
    parameters_by_method = {"GET": PageParameters}

    @extend_schema(operation_id="list_ladders", responses=LadderPage)
    def get(self, request: Request, slug: str) -> Response:
        """The ladders of a club, by name."""
        club = access.club_to("read", viewer=self.viewer, slug=slug)
        return Response(page_of(club.ladders.select_related("club"), BY_NAME, request, self.parameters, show))

    @extend_schema(operation_id="create_ladder", request=LadderBody, responses=dict.fromkeys((201, 200), LadderShape))
    def post(self, request: Request, slug: str) -> Response:
        """A new ladder. The club's matches are rated for it in the background."""
        made = ladders.create_ladder(viewer=self.viewer, club_slug=slug, **given(self.body(LadderBody)))
        return self.created(show(made.obj), made.new, f"/api/v1/ladders/{made.obj.pk}/")


class OneLadder(Resource):
    parameters_by_method = {"DELETE": ConfirmParameters}

    @extend_schema(operation_id="get_ladder", responses=LadderShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """The rules of one ladder."""
        return answer_as_shown(request, show(access.ladder_to("read", viewer=self.viewer, ladder_id=ladder_id)))

    @extend_schema(operation_id="change_ladder", parameters=[IF_MATCH], request=LadderChange, responses=LadderShape)
    def patch(self, request: Request, ladder_id: UUID) -> Response:
        """What is sent changed, parameters by their names. Where it rates otherwise, all is rated anew in the
        background."""
        expect, body = expected(request, show), given(self.body(LadderChange))
        ladder = ladders.change_ladder(viewer=self.viewer, ladder_id=ladder_id, expect=expect, **body)
        return tagged_as_shown(show(ladder))

    @extend_schema(operation_id="delete_ladder", responses={204: None})
    def delete(self, request: Request, ladder_id: UUID) -> Response:
        """The ladder deleted with its ratings and what was published of it, once `confirm` says its name: 409
        `confirmation_needed` tells what goes, 409 `season_frozen` that it stays."""
        confirm = self.parameters.get("confirm")
        erasing_ladders.delete_ladder(viewer=self.viewer, ladder_id=ladder_id, confirm=confirm)
        return Response(status=204)
