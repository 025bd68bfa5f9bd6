"""The shapes that go out: how rows and sheets are shown, and what the OpenAPI document says of them."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Shape(serializers.Serializer[Any]):
    """For the document and for rendering; what comes in has a `Strict` body of its own."""


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
    errors = ErrorShape(many=True)
    legal = serializers.ListField(required=False, help_text="What the rules would have allowed, where it can be listed.")
    version = serializers.IntegerField(required=False, help_text="The match's version now.")
    missed = serializers.ListField(required=False, child=serializers.DictField(), help_text="Entries since base_version.")
    awaiting = serializers.DictField(required=False, allow_null=True, help_text="What comes next in the match.")
    request_id = serializers.CharField()
