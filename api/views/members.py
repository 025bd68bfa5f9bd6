"""The members of a club, and one's own account."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.members import MemberBody, RoleBody
from api.conditional import answer_as_shown, expected, tagged_as_shown
from api.pagination import Order, page_of
from api.parameters import IF_MATCH, PageParameters, Parameters
from api.permissions import SignedIn
from api.shapes.members import AccountShape, MemberPage, MemberShape
from api.views.base import Resource
from scorepad.models import Membership
from scorepad.refusals import NotAllowed, NotHere
from scorepad.selectors.members import members_of, own_memberships
from scorepad.services import accounts, members

BY_ID = Order("members", ("id",))


class ConfirmParameters(Parameters):
    confirm = serializers.CharField(
        required=False, max_length=150, help_text="The name of what goes, said again; without it a warning is answered."
    )


def show(member: Membership) -> dict[str, Any]:
    return dict(MemberShape(member).data)


class Members(Resource):
    parameters_by_method = {"GET": PageParameters}

    @extend_schema(operation_id="list_members", responses=MemberPage)
    def get(self, request: Request, slug: str) -> Response:
        """The members of a club and their roles, for its members."""
        return Response(page_of(members_of(self.viewer, slug), BY_ID, request, self.parameters, show))

    @extend_schema(operation_id="add_member", request=MemberBody, responses=dict.fromkeys((201, 200), MemberShape))
    def post(self, request: Request, slug: str) -> Response:
        """Somebody who has an account made a member. Who has none is invited by a link."""
        made = members.add_member(viewer=self.viewer, club_slug=slug, **self.body(MemberBody))
        return self.created(show(made.obj), made.new, f"/api/v1/clubs/{slug}/members/{made.obj.ref}/")


class OneMember(Resource):
    @extend_schema(operation_id="get_member", responses=MemberShape)
    def get(self, request: Request, slug: str, ref: UUID) -> HttpResponseBase:
        """One member, for the members of his club."""
        member = members_of(self.viewer, slug).filter(ref=ref).first()
        if member is None:
            raise NotHere
        return answer_as_shown(request, show(member))

    @extend_schema(operation_id="change_member", parameters=[IF_MATCH], request=RoleBody, responses=MemberShape)
    def patch(self, request: Request, slug: str, ref: UUID) -> Response:
        """Another role. The last owner of a club stays its owner."""
        expect, role = expected(request, show), self.body(RoleBody)["role"]
        member = members.change_role(viewer=self.viewer, club_slug=slug, ref=ref, role=role, expect=expect)
        return tagged_as_shown(show(member))

    @extend_schema(operation_id="remove_member", responses={204: None})
    def delete(self, request: Request, slug: str, ref: UUID) -> Response:
        """A member taken out by an owner, or leaving by himself."""
        members.remove_member(viewer=self.viewer, club_slug=slug, ref=ref)
        return Response(status=204)


class Me(Resource):
    permission_classes = [SignedIn]
    parameters_by_method = {"DELETE": ConfirmParameters}

    @extend_schema(operation_id="get_me", responses=AccountShape)
    def get(self, request: Request) -> Response:
        """Your account: the name you sign in with, your clubs and your role in each."""
        user = self.viewer.user
        if user is None:
            raise NotAllowed
        clubs = [{"club": each.club.slug, "role": each.role} for each in own_memberships(self.viewer)]
        return Response({"user": user.get_username(), "memberships": clubs, "goes": accounts.what_goes(user)})

    @extend_schema(operation_id="delete_me", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Your account deleted, once `confirm` says its name: 409 `confirmation_needed` tells what goes. What you have
        recorded stays, and says no more who it was. 409 `last_owner`: a club would be left without an owner."""
        accounts.delete_account(viewer=self.viewer, confirm=self.parameters.get("confirm"))
        return Response(status=204)
