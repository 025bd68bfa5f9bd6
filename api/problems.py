"""Problem details (RFC 9457): the one shape in which /api/ says no.

`code` is what clients switch on; `errors` say where, `pointer` into what was sent, `record_pointer` into the match
record.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, JsonResponse
from rest_framework.utils.encoders import JSONEncoder

from scorepad.refusals import error_at

CONTENT_TYPE = "application/problem+json"
REQUEST_ID_HEADER = "X-Request-Id"


class Problem(Exception):
    """A refusal as it goes over the wire; raise it, or turn it `as_response`."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        pointer: str = "",
        params: Mapping[str, Any] | None = None,
        errors: Sequence[Mapping[str, Any]] | None = None,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = (
            [error_at(pointer, code, detail, **(params or {}))] if errors is None else [dict(error) for error in errors]
        )
        self.headers = dict(headers or {})
        self.members = members

    def as_dict(self, request_id: str) -> dict[str, Any]:
        return {
            "type": f"urn:scorepad:problem:{self.code}",
            "title": self.code.replace("_", " ").capitalize(),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "errors": self.errors,
            **self.members,
            "request_id": request_id,
        }

    def as_response(self, request: HttpRequest) -> JsonResponse:
        # ASCII only, so that a refusal that quotes what was sent cannot fail to encode.
        return JsonResponse(
            self.as_dict(request_id(request)),
            status=self.status,
            content_type=CONTENT_TYPE,
            headers=self.headers,
            encoder=JSONEncoder,
        )


def request_id(request: HttpRequest) -> str:
    """The id this request is logged and answered under: made here, never taken from the client."""
    known: str | None = request.META.get("scorepad.request_id")
    if known is None:
        known = request.META["scorepad.request_id"] = uuid.uuid4().hex
    return known


def not_found(detail: str = "There is nothing here that you may see.") -> Problem:
    return Problem(404, "not_found", detail, errors=())
