"""Tokens."""

from rest_framework import serializers

from api.shapes.base import PageOf
from scorepad.models import ApiToken


class TokenShape(serializers.ModelSerializer[ApiToken]):
    club = serializers.CharField(source="club.slug", default=None, allow_null=True, help_text="The one it is for.")
    match = serializers.UUIDField(source="match_id", allow_null=True, help_text="A device's: the one it records.")
    scopes = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scopes", "club", "match", "created_at", "expires_at", "last_used_at", "revoked_at"]


class NewTokenShape(TokenShape):
    token = serializers.CharField(
        read_only=True, required=False, help_text="To send as `Authorization: Bearer …`: shown here, and never again."
    )

    class Meta(TokenShape.Meta):
        fields = [*TokenShape.Meta.fields, "token"]


class TokenPage(PageOf):
    results = TokenShape(many=True)
