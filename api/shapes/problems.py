"""Problem details (RFC 9457), as the document tells of them."""

from rest_framework import serializers

from api.shapes.base import Shape
from api.shapes.journal import JournalRowShape


class ErrorShape(Shape):
    pointer = serializers.CharField(help_text="Into what was sent; empty when the fault shows elsewhere.")
    record_pointer = serializers.CharField(allow_null=True, help_text="Into the match record.")
    code = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField()


class ProblemShape(Shape):
    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="For the person at the table.")
    code = serializers.CharField(help_text="The one thing to switch on.")
    errors = ErrorShape(many=True)  # type: ignore[assignment]
    legal = serializers.ListField(required=False, help_text="What the rules allow there, where it can be listed.")
    version = serializers.IntegerField(required=False, help_text="The match's version now.")
    missed = JournalRowShape(many=True, required=False, help_text="The entries since base_version.")
    awaiting = serializers.DictField(required=False, allow_null=True, help_text="What comes next in the match.")
    request_id = serializers.CharField()
