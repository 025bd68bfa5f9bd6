"""The players of a club. A player is a person at a table and needs no account."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.players import MergeBody, PlayerBody, PlayerChange
from api.conditional import answer_as_shown, expected, tagged_as_shown
from api.fields import Nothing
from api.pagination import Order, page_of
from api.parameters import IF_MATCH, PageParameters
from api.shapes.players import NewPlayerShape, PlayerPage, PlayerShape, RehearsedPlayerShape
from api.views.base import Resource
from api.views.previews import DryRunParameters, answer_to_dry_run
from scorepad.models import Player
from scorepad.selectors import access
from scorepad.services import anonymising, merging, players

BY_NAME = Order("players", ("name_key", "id"))


def show(player: Player) -> dict[str, Any]:
    return dict(PlayerShape(player).data)


class PlayerParameters(PageParameters):
    hidden = serializers.ChoiceField(
        required=False, choices=["true", "false"], help_text="Only those who are hidden, or only those who are not."
    )


class Players(Resource):
    parameters_by_method = {"GET": PlayerParameters}

    @extend_schema(operation_id="list_players", responses=PlayerPage)
    def get(self, request: Request, slug: str) -> Response:
        """The players of a club, by name."""
        club = access.club_to("read", viewer=self.viewer, slug=slug)
        rows = club.players.select_related("club").prefetch_related("name_keys")
        if "hidden" in self.parameters:
            rows = rows.filter(hidden=self.parameters["hidden"] == "true")
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
    def get(self, request: Request, player_id: UUID) -> HttpResponseBase:
        """One player."""
        rows = access.visible_players(self.viewer).select_related("club").prefetch_related("name_keys")
        return answer_as_shown(request, show(self.one(rows, player_id)))

    @extend_schema(operation_id="change_player", parameters=[IF_MATCH], request=PlayerChange, responses=PlayerShape)
    def patch(self, request: Request, player_id: UUID) -> Response:
        """What is sent changed: the name, the aliases as a whole, whether he is hidden, and whose account he is."""
        expect, body = expected(request, show), self.body(PlayerChange)
        player = players.change_player(viewer=self.viewer, player_id=player_id, expect=expect, **body)
        return tagged_as_shown(show(player))


class Merge(Resource):
    parameters_by_method = {"POST": DryRunParameters}

    @extend_schema(
        operation_id="merge_player", request=MergeBody, responses=dict.fromkeys((200, 202), RehearsedPlayerShape)
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """Two players who are one person. Matches stay as they are, and are counted as his whom this one became.

        409 `have_met`: they sat at one table, so they are two. 202: a dry run, and a job tells what would become of
        ladders (`Location`).
        """
        into = self.body(MergeBody)["into"]
        if self.parameters["dry_run"] == "true":
            would_be = merging.rehearse_merge(viewer=self.viewer, player_id=player_id, into=into)
            return answer_to_dry_run(show(would_be.player), would_be.foretold)
        return Response(show(merging.merge(viewer=self.viewer, player_id=player_id, into=into)))


class Unmerge(Resource):
    parameters_by_method = {"POST": DryRunParameters}

    @extend_schema(
        operation_id="unmerge_player", request=Nothing, responses=dict.fromkeys((200, 202), RehearsedPlayerShape)
    )
    def post(self, request: Request, player_id: UUID) -> Response:
        """The merge taken back. 202: a dry run, and a job tells what would become of ladders (`Location`)."""
        self.body(Nothing)
        if self.parameters["dry_run"] == "true":
            would_be = merging.rehearse_unmerge(viewer=self.viewer, player_id=player_id)
            return answer_to_dry_run(show(would_be.player), would_be.foretold)
        return Response(show(merging.unmerge(viewer=self.viewer, player_id=player_id)))


class Anonymise(Resource):
    @extend_schema(operation_id="anonymise_player", request=Nothing, responses=PlayerShape)
    def post(self, request: Request, player_id: UUID) -> Response:
        """The player's name gone for good, with every alias and spelling of it in notes, reasons and names of devices,
        and so with everybody he is merged with. Results stay as they are. It cannot be taken back.

        409 `import_under_way`: a file is being taken in; ask again once that is done.
        """
        self.body(Nothing)
        return Response(show(anonymising.anonymise(viewer=self.viewer, player_id=player_id)))
