"""The players of a club. A player is a person at a table and needs no account."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.players import PlayerBody
from api.pagination import Order, page_of
from api.parameters import PageParameters
from api.shapes.players import NewPlayerShape, PlayerPage, PlayerShape
from api.views.base import Resource
from scorepad.models import Player
from scorepad.selectors import access
from scorepad.services import players

BY_NAME = Order("players", ("name_key", "id"))


def show(player: Player) -> dict[str, Any]:
    return dict(PlayerShape(player).data)


class Players(Resource):
    parameters_by_method = {"GET": PageParameters}

    @extend_schema(operation_id="list_players", responses=PlayerPage)
    def get(self, request: Request, slug: str) -> Response:
        """The players of a club, by name."""
        club = access.club_to("read", viewer=self.viewer, slug=slug)
        rows = club.players.select_related("club").prefetch_related("name_keys")
        return Response(page_of(rows, BY_NAME, request, self.parameters, show))

    @extend_schema(
        operation_id="create_player", request=PlayerBody, responses=dict.fromkeys((201, 200), NewPlayerShape)
    )
    def post(self, request: Request, slug: str) -> Response:
        """A new player of the club. `hints` tells of others whose names are much alike."""
        made = players.create_player(viewer=self.viewer, club_slug=slug, **self.body(PlayerBody))
        return self.created({**show(made.obj), "hints": made.hints}, made.new, f"/api/v1/players/{made.obj.pk}/")


class OnePlayer(Resource):
    @extend_schema(operation_id="get_player", responses=PlayerShape)
    def get(self, request: Request, player_id: UUID) -> Response:
        """One player."""
        rows = access.visible_players(self.viewer).select_related("club").prefetch_related("name_keys")
        return Response(show(self.one(rows, player_id)))
