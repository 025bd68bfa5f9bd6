"""Fields that take what JSON says and nothing that could be read as it: no `"3"`, `3.0` or `true` for 3.

DRF's own fields are made for forms and convert; a score-keeping app that sends the wrong type has a bug that its
author wants to see.
"""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine import shapes


# A body of known fields; any other is refused. No docstring: the document would print it at every body.
class Strict(serializers.Serializer[Any]):
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := [key for key in data if key not in self.fields]):
            raise serializers.ValidationError(
                dict.fromkeys(unknown, "This field is not known here."), code="unknown_field"
            )
        return super().to_internal_value(data)


class Nothing(Strict):
    pass


class Text(serializers.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Integer(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Real(serializers.FloatField):
    def to_internal_value(self, data: Any) -> float:
        if type(data) not in (int, float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Boolean(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:40])
        return data


class Id(serializers.UUIDField):
    def to_internal_value(self, data: Any) -> UUID:
        found = shapes.uuid(data)
        if found is None:
            self.fail("invalid", value=str(data)[:40])
        return found


@extend_schema_field(OpenApiTypes.DATETIME)
class Moment(serializers.Field[Any, Any, Any, Any]):
    """An RFC 3339 date-time with its offset, kept as it was written."""

    default_error_messages = {"invalid": "Not a date-time with its offset, as 2026-11-29T19:30:00+01:00."}

    def to_internal_value(self, data: Any) -> str:
        if shapes.moment(data) is None:
            self.fail("invalid")
        return str(data)

    def to_representation(self, value: Any) -> str:
        return str(value)


@extend_schema_field(OpenApiTypes.OBJECT)
class Object(serializers.Field[Any, Any, Any, Any]):
    """A JSON object whose inside is for the game to judge."""

    default_error_messages = {"invalid": "Not an object."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value
