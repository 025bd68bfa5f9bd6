"""Pairings: the short links that hand a device its token."""

from rest_framework import serializers

from api.shapes.base import Shape


class PairingShape(Shape):
    id = serializers.UUIDField()
    match = serializers.UUIDField(source="match_id")
    name = serializers.CharField()
    expires_at = serializers.DateTimeField(help_text="Until then the link can be opened, once.")
    token_expires_at = serializers.DateTimeField(help_text="Until then the device records.")
    claimed_at = serializers.DateTimeField(allow_null=True)


class NewPairingShape(PairingShape):
    code = serializers.CharField(required=False, help_text="Shown in the answer that makes it, and never again.")
    url = serializers.URLField(required=False, help_text="The link to open on the device.")
    qr = serializers.CharField(required=False, help_text="The link as a QR code: an SVG.")


class ClaimedShape(Shape):
    token = serializers.CharField(help_text="To send as `Authorization: Bearer …`: shown here, and never again.")
    match = serializers.UUIDField(help_text="The one match it records.")
    name = serializers.CharField(help_text="What the device is called there: for it to send as `device`.")
    expires_at = serializers.DateTimeField()
