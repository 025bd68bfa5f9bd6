"""The journal: what was entered, by whom, when, under which version."""

from rest_framework import serializers

from api.shapes.base import PageOf, Shape


class JournalRowShape(Shape):
    version = serializers.IntegerField()
    id = serializers.UUIDField()
    kind = serializers.CharField()
    data = serializers.DictField(  # type: ignore[assignment]
        allow_null=True, help_text="Null where its cards are not yet yours to see."
    )
    reason = serializers.CharField(allow_null=True)
    undoes = serializers.IntegerField(allow_null=True, help_text="The version that an undo took back.")
    stands = serializers.BooleanField(help_text="False when it was taken back since.")
    actor_id = serializers.IntegerField()
    actor = serializers.CharField(allow_blank=True, help_text="Who entered it; for members.")
    token_id = serializers.UUIDField(allow_null=True)
    device = serializers.CharField(allow_null=True)
    entered_at = serializers.DateTimeField(allow_null=True, help_text="The device's claim.")
    stored_at = serializers.DateTimeField()
    imported_id = serializers.UUIDField(allow_null=True, help_text="The import that it came with.")
    claimed_at = serializers.DateTimeField(
        allow_null=True, help_text="When an imported entry was stored where it comes from, by its file."
    )


class JournalPage(PageOf):
    results = JournalRowShape(many=True)
