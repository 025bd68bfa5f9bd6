"""/language/: in which language the pages speak. The choice is kept in a cookie, and leads back to whence it came."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_info
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return set_language(request)
    languages = [get_language_info(code) for code, _ in settings.LANGUAGES]
    return render(request, "language.html", {"languages": languages, "back": _back(request)})


def _back(request: HttpRequest) -> str:
    """The page of this site that somebody came from."""
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    parts = urlsplit(came_from)
    return f"{parts.path}?{parts.query}" if ours and parts.path != request.path else "/"
