"""Entries, what became of them, and the journal that keeps them."""

from rest_framework import serializers

from api.shapes.base import PageOf, ProblemShape, Shape
from scorepad.models import Match


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


class JournalPage(PageOf):
    results = JournalRowShape(many=True)


class EntryAnswerShape(Shape):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    version = serializers.IntegerField()
    stands = serializers.BooleanField(help_text="False when it was taken back or replaced since.")
    trick = serializers.DictField(allow_null=True, help_text="The trick as the rules read it.")
    round = serializers.DictField(allow_null=True, help_text="Its round as the rules read it.")
    running = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    awaiting = serializers.DictField(allow_null=True)
    status = serializers.ChoiceField(choices=Match.Status.choices)
    result = serializers.DictField(allow_null=True)
    dry_run = serializers.BooleanField(required=False, help_text="Nothing was stored.")


class VerdictShape(Shape):
    id = serializers.CharField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="As for a single entry; null when it was not tried.")
    entry = EntryAnswerShape(allow_null=True)
    problem = ProblemShape(allow_null=True)


class BatchAnswerShape(Shape):
    results = VerdictShape(many=True, help_text="One for each entry, in order; none is tried after a refusal.")
