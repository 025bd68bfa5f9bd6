"""What all shapes share."""

from typing import Any

from rest_framework import serializers

# No docstrings below: the document would print them at every shape.


class Shape(serializers.Serializer[Any]):
    pass


class PageOf(Shape):
    next = serializers.URLField(allow_null=True, help_text="The next page, if there is one.")
