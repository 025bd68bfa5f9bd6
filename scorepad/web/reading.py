"""How every page for reading is reached: by GET and HEAD alone, and with a strong ETag, so that whoever has it already
is told no more than that. It is a browser's own to keep, and asked for anew each time. It is sent compressed: clubs
have bad Wi-Fi.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorepad.refusals import Invalid, NotAllowed, NotHere
from scorepad.selectors.asking import Unknown

View = Callable[..., HttpResponse]

WORTH_IT = 1000  # bytes
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def reading(view: View) -> View:
    """The view. What is not there for him who asks is 404, and so is what nobody can ask for; what is not his, 403."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return _compressed(request, view(request, *args, **kwargs))
        except (NotHere, Invalid, Unknown) as refused:
            raise Http404 from refused
        except NotAllowed as refused:
            raise PermissionDenied from refused

    return require_safe(conditional_page(cache_control(private=True, no_cache=True)(answer)))


def _compressed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Before the ETag is made, which so is of the very bytes that are sent, and strong; GZipMiddleware would weaken it.

    Only here: what is read holds no secret of a form whose length could be guessed by what else stands on the page.
    """
    patch_vary_headers(response, ["Accept-Encoding"])
    if len(response.content) >= WORTH_IT and TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")):
        response.content = compress_string(response.content)
        response.headers["Content-Encoding"] = "gzip"
    return response
