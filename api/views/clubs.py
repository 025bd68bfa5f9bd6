"""Clubs: those that anyone may see, and those that are yours."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.clubs import ClubBody, ClubChange
from api.conditional import answer_as_shown, expected, tagged_as_shown
from api.pagination import Order, page_of
from api.parameters import IF_MATCH, PageParameters
from api.shapes.clubs import ClubPage, ClubShape
from api.views.base import Resource
from api.views.members import ConfirmParameters
from scorepad.selectors import access
from scorepad.services import clubs, erasing

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
    parameters_by_method = {"DELETE": ConfirmParameters}

    @extend_schema(operation_id="get_club", responses=ClubShape)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """One club."""
        return answer_as_shown(request, show(access.club_to("read", viewer=self.viewer, slug=slug)))

    @extend_schema(operation_id="change_club", parameters=[IF_MATCH], request=ClubChange, responses=ClubShape)
    def patch(self, request: Request, slug: str) -> Response:
        """What is sent changed. Another time zone is for evenings to come: those there are keep their dates."""
        expect = expected(request, show)
        club = clubs.change_club(viewer=self.viewer, club_slug=slug, expect=expect, **self.body(ClubChange))
        return tagged_as_shown(show(club))

    @extend_schema(operation_id="delete_club", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """The club deleted with all that is in it, once `confirm` says its slug: 409 `confirmation_needed` tells what
        goes. It is gone at once, and erased in the background."""
        erasing.delete_club(viewer=self.viewer, slug=slug, confirm=self.parameters.get("confirm"))
        return Response(status=204)
