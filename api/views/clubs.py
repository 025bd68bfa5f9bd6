"""Clubs: those that anyone may see, and those that are yours."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.clubs import ClubBody
from api.pagination import Order, page_of
from api.parameters import PageParameters
from api.shapes.clubs import ClubPage, ClubShape
from api.views.base import Resource
from scorepad.selectors import access
from scorepad.services import clubs

BY_SLUG = Order("clubs", ("slug",))


def show(club: Any) -> dict[str, Any]:
    return dict(ClubShape(club).data)


class Clubs(Resource):
    parameters_by_method = {"GET": PageParameters}

    @extend_schema(operation_id="list_clubs", responses=ClubPage)
    def get(self, request: Request) -> Response:
        """The clubs you may see, by slug."""
        return Response(page_of(access.visible_clubs(self.viewer), BY_SLUG, request, self.parameters, show))

    @extend_schema(operation_id="create_club", request=ClubBody, responses=dict.fromkeys((201, 200), ClubShape))
    def post(self, request: Request) -> Response:
        """A new club, whose owner you are."""
        made = clubs.create_club(viewer=self.viewer, **self.body(ClubBody))
        return self.created(show(made.obj), made.new, f"/api/v1/clubs/{made.obj.slug}/")


class OneClub(Resource):
    @extend_schema(operation_id="get_club", responses=ClubShape)
    def get(self, request: Request, slug: str) -> Response:
        """One club."""
        return Response(show(access.club_to("read", viewer=self.viewer, slug=slug)))
