"""A page that is being built: gone as soon as each address of `scorepad/urls.py` has its own."""

from typing import Any

from django.http import HttpRequest, HttpResponse


def soon(request: HttpRequest, **_: Any) -> HttpResponse:
    return HttpResponse("Being built.", status=404)
