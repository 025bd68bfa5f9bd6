"""Pairing a device with a match: a link for it, made at the club, and the token it gets by the link."""

import io
from typing import Any
from uuid import UUID

import segno
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.pairings import ClaimBody, PairingBody
from api.shapes.pairings import ClaimedShape, NewPairingShape, PairingShape
from api.views.base import Resource
from scorepad.services import pairings


class Pairings(Resource):
    @extend_schema(
        operation_id="create_pairing", request=PairingBody, responses=dict.fromkeys((201, 200), NewPairingShape)
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """A link, and its QR code, that hands one device a token for this match alone: for ten minutes, once.

        `code`, `url` and `qr` are in the answer that makes it; sent again, the answer is the same without them.
        """
        paired = pairings.create_pairing(viewer=self.viewer, match_id=match_id, **self.body(PairingBody))
        shown = dict(PairingShape(paired.pairing).data)
        return Response(shown | self.link(paired.code), status=200 if paired.code is None else 201)

    def link(self, code: str | None) -> dict[str, Any]:
        if code is None:
            return {}
        url = self.request.build_absolute_uri(f"/pair/{code}/")
        return {"code": code, "url": url, "qr": _drawn(url)}


def _drawn(url: str) -> str:
    drawn = io.BytesIO()
    segno.make(url, micro=False).save(drawn, kind="svg", scale=4, light="#fff", xmldecl=False, nl=False)
    return drawn.getvalue().decode()


class Claim(Resource):
    permission_classes = []

    @extend_schema(operation_id="claim_pairing", request=ClaimBody, responses={201: ClaimedShape})
    def post(self, request: Request) -> Response:
        """The token of a device, for whoever brings the code first. Nobody needs an account for it.

        A code that was used, that has run out or that never was is 404.
        """
        claimed = pairings.claim_pairing(code=self.body(ClaimBody)["code"])
        token = claimed.token
        body = {"token": claimed.secret, "match": token.match_id, "name": token.name, "expires_at": token.expires_at}
        return Response(dict(ClaimedShape(body).data), status=201)
