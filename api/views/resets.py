"""A link by which a member sets a new password, made by an owner of his club."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.fields import Nothing
from api.shapes.resets import ResetShape
from api.views.base import Resource
from scorepad.services.resets import create_reset


class Resets(Resource):
    @extend_schema(operation_id="create_reset", request=Nothing, responses={201: ResetShape})
    def post(self, request: Request, slug: str, ref: UUID) -> Response:
        """A link that sets a new password for a member, once. Nothing is mailed: copy it to him.

        403 when his account reaches further than the clubs that you manage, and for your own. The link ends with the
        next sign-in, and when he comes into another club or a club of his gets other owners.
        """
        self.body(Nothing)
        reset = create_reset(viewer=self.viewer, club_slug=slug, ref=ref)
        url = request.build_absolute_uri(reset.path)
        shown = ResetShape({"user": reset.user, "url": url, "expires_at": reset.expires_at})
        return Response(dict(shown.data), status=201)
