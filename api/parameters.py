"""Query parameters: each resource names its own and refuses all others.

A filter that is misspelt and ignored would show everything.
"""

import re
from datetime import date
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from api.pagination import PAGE_LIMIT, PAGE_SIZE
from api.problems import Problem
from scorepad.refusals import error_at

IF_MATCH = OpenApiParameter(
    "If-Match", str, "header", required=True, description="The ETag of what is to be changed; 428 without, 412 if not."
)


class Parameters(serializers.Serializer[Any]):
    """No parameters at all; a resource with some adds them as fields."""


class Number(serializers.IntegerField):
    """Digits and nothing else; DRF also takes `1.0`."""

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("[0-9]{1,19}", str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


class Evening(serializers.DateField):
    """Written as the refusal says; DRF also takes `2026-1-1`, `20260101` and the digits of other scripts."""

    def to_internal_value(self, data: Any) -> date:
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", str(data)):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(data)


class TableParameters(Parameters):
    bom = serializers.ChoiceField(
        required=False,
        default="false",
        choices=["true", "false"],
        help_text="Begin the table with a byte order mark, by which some spreadsheets know UTF-8.",
    )


class PageParameters(Parameters):
    cursor = serializers.CharField(required=False, max_length=1000, help_text="From `next` of the page before.")
    page_size = Number(required=False, default=PAGE_SIZE, min_value=1, max_value=PAGE_LIMIT)


def parameters_of(request: Request, kind: type[Parameters]) -> dict[str, Any]:
    query = request.query_params
    fields = kind().fields
    if unknown := [name for name in query if name not in fields]:
        known = ", ".join(sorted(fields)) or "none"
        reason = f"is not a parameter of this resource; it takes {known}."
        raise _refused("unknown_parameter", [(name, f"{_quoted(name)} {reason}") for name in unknown], sorted(fields))
    if twice := [name for name in query if len(query.getlist(name)) > 1]:
        raise _refused("bad_parameter", [(name, f"{_quoted(name)} is given more than once.") for name in twice])
    form = kind(data=query.dict())
    if not form.is_valid():
        reasons = {name: " ".join(map(str, each)) for name, each in form.errors.items()}
        raise _refused("bad_parameter", [(name, f"{_quoted(name)}: {reason}") for name, reason in reasons.items()])
    values: dict[str, Any] = form.validated_data
    return values


def bad_parameter(name: str, reason: str) -> Problem:
    return _refused("bad_parameter", [(name, f"{_quoted(name)}: {reason}")])


def _refused(code: str, wrong: list[tuple[str, str]], allowed: list[str] | None = None) -> Problem:
    more: dict[str, Any] = {} if allowed is None else {"allowed": allowed}
    errors = [error_at("", code, detail, parameter=name[:80], **more) for name, detail in wrong]
    return Problem(400, code, errors[0]["detail"], errors=errors)


def _quoted(name: str) -> str:
    return repr(name[:80])
