"""Strong ETags: the same tag is the same bytes. A client that has them already is answered 304."""

from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import Problem


def answer(request: Request, body: Any, etag: str, variant: str = "") -> HttpResponseBase:
    """Two forms of one resource (`variant`) may never share a strong tag, nor may two versions of what makes them."""
    tag = f'"{etag}-{settings.VERSION}{variant}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    response = Response(body, headers=headers)
    answered = get_conditional_response(request._request, etag=tag, response=response) or response
    if answered.status_code == 412:
        raise Problem(
            412, "precondition_failed", "The resource has another version by now.", errors=(), headers=headers
        )
    return answered
