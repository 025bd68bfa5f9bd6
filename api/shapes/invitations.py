"""Invitations into a club."""

from rest_framework import serializers

from api.shapes.base import PageOf, Shape
from scorepad.models import Membership


class InvitationShape(Shape):
    id = serializers.UUIDField()
    club = serializers.CharField(source="club.slug")
    role = serializers.ChoiceField(choices=Membership.Role.choices)
    player = serializers.UUIDField(source="player_id", allow_null=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class NewInvitationShape(InvitationShape):
    url = serializers.URLField(required=False, help_text="The link to copy; shown this once.")


class InvitationPage(PageOf):
    results = InvitationShape(many=True)
