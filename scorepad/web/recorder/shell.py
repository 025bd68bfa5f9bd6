"""/record/: the page that holds the recorder. It knows nobody: a device keeps it, whoever is signed in, and the app
asks the API for whatever is somebody's.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import conditional_page, require_safe

from scorepad.web.recorder.files import modules


@require_safe
@conditional_page
@ensure_csrf_cookie
@cache_control(private=True, no_cache=True)
def shell(request: HttpRequest) -> HttpResponse:
    """The same bytes for everybody who reads one language. The CSRF token comes in its cookie alone."""
    return render(request, "recorder/shell.html", parts())


def parts() -> dict[str, Any]:
    return {"modules": modules(), "csrf_cookie": settings.CSRF_COOKIE_NAME}
