"""What every answer carries, whichever door it leaves by; and what is too large to be let in by any."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.utils import translation

from scorepad.services.pieces import LARGEST_FILE

API = "/api/"
# A file that is somewhat too large is told so by the form it was sent with; one that is out of all bounds, here.
LARGEST_BODY = 4 * LARGEST_FILE


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Only what this server itself serves is run or shown: nothing inline, nothing from elsewhere."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return answer


def kept_by_no_other(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Whatever does not say for itself who may keep it is the reader's own, and asked for anew: a page that tells what
    is not there names whoever is signed in, and a member it tells something else than a guest."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answer


def nothing_too_large(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Nobody fills the disk: to ask a form for its token, Django takes in all of it, files too, from anybody."""

    def answer(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length[:15]) > LARGEST_BODY:
            return render(request, "413.html", status=413)
        return get_response(request)

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
