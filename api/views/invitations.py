"""Invitations: links that an owner copies to whoever is to come in."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.invitations import InvitationBody
from api.pagination import Order, page_of
from api.parameters import PageParameters
from api.shapes.invitations import InvitationPage, InvitationShape, NewInvitationShape
from api.views.base import Resource
from scorepad.models import Invitation
from scorepad.selectors.invitations import invitations_of
from scorepad.services import invitations

LATEST_FIRST = Order("invitations", ("-created_at", "-id"))


def show(invitation: Invitation) -> dict[str, Any]:
    return dict(InvitationShape(invitation).data)


class Invitations(Resource):
    parameters_by_method = {"GET": PageParameters}

    @extend_schema(operation_id="list_invitations", responses=InvitationPage)
    def get(self, request: Request, slug: str) -> Response:
        """The invitations into a club, the latest first, without their links."""
        rows = invitations_of(self.viewer, slug)
        return Response(page_of(rows, LATEST_FIRST, request, self.parameters, show))

    @extend_schema(
        operation_id="create_invitation",
        request=InvitationBody,
        responses=dict.fromkeys((201, 200), NewInvitationShape),
    )
    def post(self, request: Request, slug: str) -> Response:
        """A link that makes whoever opens it first a member. It is shown this once: copy it to him."""
        made = invitations.create_invitation(viewer=self.viewer, club_slug=slug, **self.body(InvitationBody))
        shown = show(made.invitation)
        if made.secret is not None:
            shown["url"] = request.build_absolute_uri(f"/invitations/{made.secret}/")
        location = f"/api/v1/clubs/{slug}/invitations/{made.invitation.pk}/"
        return self.created(shown, made.secret is not None, location)


class OneInvitation(Resource):
    @extend_schema(operation_id="withdraw_invitation", responses={204: None})
    def delete(self, request: Request, slug: str, invitation_id: UUID) -> Response:
        """The link opens nothing from now on."""
        invitations.withdraw_invitation(viewer=self.viewer, club_slug=slug, invitation_id=invitation_id)
        return Response(status=204)
