"""Query parameters: each resource names its own and refuses all others.

A filter that is misspelt and ignored would show everything.
"""

import re
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.pagination import PAGE_LIMIT, PAGE_SIZE
from api.problems import Problem
from scorepad.refusals import error_at


class Parameters(serializers.Serializer[Any]):
    """No parameters at all; a resource with some adds them as fields."""


class Number(serializers.IntegerField):
    """Digits and nothing else; DRF also takes `1.0`."""

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("[0-9]{1,10}", str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


class PageParameters(Parameters):
    cursor = serializers.CharField(required=False, max_length=1000, help_text="From `next` of the page before.")
    page_size = Number(required=False, default=PAGE_SIZE, min_value=1, max_value=PAGE_LIMIT)


def parameters_of(request: Request, kind: type[Parameters]) -> dict[str, Any]:
    query = request.query_params
    fields = kind().fields
    if unknown := [name for name in query if name not in fields]:
        raise _refused("unknown_parameter", unknown, "is not a parameter of this resource")
    if twice := [name for name in query if len(query.getlist(name)) > 1]:
        raise _refused("bad_parameter", twice, "is given more than once")
    form = kind(data=query.dict())
    if not form.is_valid():
        reasons = "; ".join(str(reason) for each in form.errors.values() for reason in each)
        raise _refused("bad_parameter", list(form.errors), reasons)
    values: dict[str, Any] = form.validated_data
    return values


def _refused(code: str, names: list[str], reason: str) -> Problem:
    names = [name[:80] for name in names]
    errors = [error_at("", code, f"{name!r}: {reason}", parameter=name) for name in names]
    return Problem(400, code, errors[0]["detail"], errors=errors)
