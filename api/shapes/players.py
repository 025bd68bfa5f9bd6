"""Players."""

from rest_framework import serializers

from api.shapes.base import PageOf
from scorepad.models import Player


class PlayerShape(serializers.ModelSerializer[Player]):
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    aliases = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Player
        fields = ["id", "club", "name", "aliases"]


class NewPlayerShape(PlayerShape):
    hints = serializers.ListField(child=serializers.DictField())

    class Meta(PlayerShape.Meta):
        fields = [*PlayerShape.Meta.fields, "hints"]


class PlayerPage(PageOf):
    results = PlayerShape(many=True)
