"""Links that set a new password."""

from rest_framework import serializers

from api.shapes.base import Shape


class ResetShape(Shape):
    user = serializers.CharField(source="user.username", help_text="The name he signs in with.")
    url = serializers.URLField(help_text="To hand over: whoever has it has the account, until it is used.")
    expires_at = serializers.DateTimeField()
