"""Your own tokens: made, listed, withdrawn. By your session, or by a token that manages."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.tokens import TokenBody
from api.pagination import Order, page_of
from api.parameters import PageParameters
from api.permissions import SignedIn
from api.shapes.tokens import NewTokenShape, TokenPage, TokenShape
from api.views.base import Resource
from scorepad.models import ApiToken
from scorepad.selectors.tokens import own_tokens
from scorepad.services import tokens

NEWEST_FIRST = Order("tokens", ("-created_at", "-id"))


def show(token: ApiToken) -> dict[str, Any]:
    return dict(TokenShape(token).data)


class Tokens(Resource):
    permission_classes = [SignedIn]
    parameters_by_method = {"GET": PageParameters}

    @extend_schema(operation_id="list_tokens", responses=TokenPage)
    def get(self, request: Request) -> Response:
        """Your tokens, the latest first, with those that have ended."""
        rows = own_tokens(self.viewer).select_related("club")
        return Response(page_of(rows, NEWEST_FIRST, request, self.parameters, show))

    @extend_schema(operation_id="create_token", request=TokenBody, responses=dict.fromkeys((201, 200), NewTokenShape))
    def post(self, request: Request) -> Response:
        """A new token. `token` is shown in the answer that makes it; sent again, the answer is the same without it.

        It gets nothing that you have not: no scope above your role in its club, nothing beyond the token you ask with.
        """
        body = self.body(TokenBody)
        issued = tokens.create_token(viewer=self.viewer, club_slug=body.pop("club", None), **body)
        secret = {} if issued.secret is None else {"token": issued.secret}
        return self.created(show(issued.token) | secret, bool(secret), f"/api/v1/tokens/{issued.token.pk}/")


class OneToken(Resource):
    permission_classes = [SignedIn]

    @extend_schema(operation_id="withdraw_token", responses={204: None})
    def delete(self, request: Request, token_id: UUID) -> Response:
        """It opens nothing from now on."""
        tokens.withdraw_token(viewer=self.viewer, token_id=token_id)
        return Response(status=204)
