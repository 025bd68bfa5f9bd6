"""What every answer carries, whichever door it leaves by."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Only what this server itself serves is run or shown: nothing inline, nothing from elsewhere."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return answer


def language(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Pages speak the reader's language; the API is a contract, and says the same in English to every app."""
    of_pages = LocaleMiddleware(get_response)

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            return of_pages(request)
        with translation.override("en"):
            request.LANGUAGE_CODE = "en"
            return get_response(request)

    return answer
