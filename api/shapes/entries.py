"""Entries: what became of them."""

from rest_framework import serializers

from api.shapes.base import Shape
from api.shapes.previews import RehearsedShape
from api.shapes.problems import ProblemShape
from scorepad.models import Match


class EntryAnswerShape(RehearsedShape):
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
    void = serializers.BooleanField()
    changes = serializers.DictField(
        help_text="`rounds` whose scores are others after it, and `before` and `after` of whatever else is."
    )


class VerdictShape(Shape):
    id = serializers.CharField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="As for a single entry; null when it was not tried.")
    entry = EntryAnswerShape(allow_null=True)
    problem = ProblemShape(allow_null=True)


class BatchAnswerShape(Shape):
    results = VerdictShape(many=True, help_text="One for each entry, in order; none is tried after a refusal.")
