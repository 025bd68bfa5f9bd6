"""Gives every request its id, and words in problem details what Django itself refuses or breaks on under /api/.

Outermost, because a host that is not allowed, a session store that is away or a bug in another middleware never reach
DRF's handler.
"""

import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from api.errors import of_status
from api.problems import CONTENT_TYPE, REQUEST_ID_HEADER, request_id
from scorepad.services import installation

PREFIX = "/api/"
EPOCH_HEADER = "Scorepad-Epoch"
OF_THE_BODY = ("content-", "etag", "last-modified")

logger = logging.getLogger(__name__)


class ProblemDetailsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith(PREFIX):
            if response.status_code >= 400 and response.headers.get("Content-Type") != CONTENT_TYPE:
                response = _reworded(request, response)
            if response.status_code >= 500:
                logger.error(
                    "request %s: %s %s answered %d",
                    request_id(request),
                    request.method,
                    request.path,
                    response.status_code,
                )
            _tell_epoch(response)
        response.headers[REQUEST_ID_HEADER] = request_id(request)
        return response


def _tell_epoch(response: HttpResponse) -> None:
    """An answer that could not be asked the database for says nothing of it; the next will."""
    try:
        response.headers[EPOCH_HEADER] = str(installation.epoch())
    except DatabaseError:
        logger.info("the epoch could not be read")


def _reworded(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Problem details in place of a page, with all that was said beside it: what is allowed, when to come again."""
    worded = of_status(response.status_code).as_response(request)
    for name, value in response.headers.items():
        if not name.lower().startswith(OF_THE_BODY) or name.lower() == "content-security-policy":
            worded.headers.setdefault(name, value)
    worded.cookies = response.cookies
    worded.headers["Content-Length"] = str(len(worded.content))  # CommonMiddleware, further in, has counted the page
    return worded
