"""What every answer carries, whichever door it leaves by."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

API = "/api/"


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Only what this server itself serves is run or shown: nothing inline, nothing from elsewhere."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return answer


class PagesInTheReadersLanguage(LocaleMiddleware):
    """Pages speak the reader's language; the API is a contract, and says the same in English to every app."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path_info.startswith(API):
            # Whatever the thread's last page was read in would go on being spoken.
            translation.activate("en")
        else:
            super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if request.path_info.startswith(API) else super().process_response(request, response)
