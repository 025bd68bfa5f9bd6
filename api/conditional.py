"""Strong ETags: the same tag is the same bytes. A client that has them already is answered 304."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import Problem


def tagged(body: Any, etag: str, variant: str = "", status: int = 200) -> Response:
    """Two forms of one resource (`variant`) may never share a strong tag, nor may two versions of what makes them."""
    headers = {"ETag": _tag(etag, variant), "Cache-Control": "private, no-cache"}
    return Response(body, status=status, headers=headers)


def answer(request: Request, body: Any, etag: str, variant: str = "") -> HttpResponseBase:
    response = tagged(body, etag, variant)
    answered = get_conditional_response(request._request, etag=response["ETag"], response=response) or response
    if answered.status_code == 412:
        raise outdated(etag, variant)
    return answered


def outdated(etag: str, variant: str = "") -> Problem:
    headers = {"ETag": _tag(etag, variant), "Cache-Control": "private, no-cache"}
    return Problem(412, "precondition_failed", "The resource has another version by now.", errors=(), headers=headers)


def tagged_as_shown(body: Mapping[str, Any]) -> Response:
    """A thing of which nothing is shown but what this body says: its tag is made of just that."""
    return tagged(body, _digest(body))


def answer_as_shown(request: Request, body: Mapping[str, Any]) -> HttpResponseBase:
    return answer(request, body, _digest(body))


def answer_as_written(request: Request, text: str, variant: str) -> HttpResponseBase:
    """The same of a form that is a text."""
    return answer(request, text, _digest(text), variant)


def expected(request: Request, show: Callable[[Any], Mapping[str, Any]]) -> Callable[[Any], None]:
    """What refuses a thing that is not any more as the If-Match has it, to be asked about it under its lock."""
    header = request.headers.get("If-Match")
    if header is None:
        detail = "Send If-Match with the ETag of what you mean to change, so that nobody's change is lost to yours."
        raise Problem(428, "precondition_required", detail)
    tags = tags_of(header, ("",))

    def expect(thing: Any) -> None:
        etag = _digest(show(thing))
        if tags is not None and etag not in tags:
            raise outdated(etag)

    return expect


def _digest(body: Mapping[str, Any] | str) -> str:
    return hashlib.sha256(json.dumps(body, default=str, sort_keys=True).encode()).hexdigest()[:32]


def tags_of(header: str, variants: tuple[str, ...]) -> frozenset[str] | None:
    """The tags of an If-Match, whichever form of the resource they are of, as `answer` was given them; None for any.

    A weak tag matches nothing, and nor does one that another version of this program made.
    """
    given = parse_etags(header)
    if given == ["*"]:
        return None
    endings = [f'-{settings.VERSION}{variant}"' for variant in variants]
    return frozenset(
        tag[1:].removesuffix(ending) for tag in given for ending in endings if tag[0] == '"' and tag.endswith(ending)
    )


def _tag(etag: str, variant: str) -> str:
    return f'"{etag}-{settings.VERSION}{variant}"'
