"""What is told when a page breaks: to come again in a moment where that may help, else that the fault is ours.

Reads nothing but what has broken: the database itself may be away, or somebody may hold what is needed.
"""

import sys

from django.db import InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from scorepad.accounts import COME_AGAIN_SECONDS
from scorepad.refusals import Busy
from scorepad.services.writing import may_pass


def broken(request: HttpRequest) -> HttpResponse:
    """Django calls this while it deals with what was raised, from wherever that came."""
    error = sys.exc_info()[1]
    if isinstance(error, Busy) or (isinstance(error, OperationalError | InternalError) and may_pass(error)):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(COME_AGAIN_SECONDS)})
    return server_error(request)
