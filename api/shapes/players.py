"""Players."""

from rest_framework import serializers

from api.shapes.base import PageOf
from api.shapes.previews import RehearsedShape
from scorepad.models import Player


class PlayerShape(serializers.ModelSerializer[Player]):
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    aliases = serializers.ListField(child=serializers.CharField())
    merged_into = serializers.UUIDField(
        source="merged_into_id", allow_null=True, help_text="The player he was merged into."
    )
    anonymised = serializers.SerializerMethodField()

    def get_anonymised(self, player: Player) -> bool:
        return player.anonymised_at is not None

    class Meta:
        model = Player
        fields = ["id", "club", "name", "aliases", "hidden", "merged_into", "anonymised"]


class NewPlayerShape(PlayerShape):
    hints = serializers.ListField(child=serializers.DictField())

    class Meta(PlayerShape.Meta):
        fields = [*PlayerShape.Meta.fields, "hints"]


class RehearsedPlayerShape(PlayerShape, RehearsedShape):
    class Meta(PlayerShape.Meta):
        fields = [*PlayerShape.Meta.fields, "dry_run", "ladders", "preview"]


class PlayerPage(PageOf):
    results = PlayerShape(many=True)
