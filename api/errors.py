"""What each exception is called on the wire.

Services refuse in classes of their own and know no HTTP. What is hidden and what never existed get the same bytes,
whatever was said about it inside. A database that is away or a row that stays locked is 503 with Retry-After: the
client's own id makes sending again safe.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, IntegrityError, InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions

from api.problems import Problem, not_found
from engine.violations import pointer
from scorepad import refusals
from scorepad.selectors.asking import Unknown
from scorepad.services.writing import may_pass

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 2

REFUSALS: tuple[tuple[type[refusals.Refused], int], ...] = (
    (Unknown, 400),
    (refusals.NotAllowed, 403),
    (refusals.Conflict, 409),
    (refusals.Invalid, 422),
    (refusals.Busy, 503),
)

SQLSTATE_CLASSES = {
    "23505": (409, "conflict", "Something of this name or id is there already."),
    "23P01": (409, "conflict", "This overlaps with what is there already."),
    "23503": (409, "conflict", "This refers to what is not there, or is still referred to."),
    "23514": (422, "malformed", "A value is out of its range."),
    "23502": (422, "malformed", "A value is missing."),
}

HTTP_CODES = {
    400: ("bad_request", "The request could not be understood."),
    401: ("authentication_required", "Sign in, or send a token: Authorization: Bearer …"),
    403: ("forbidden", "You may not do this."),
    404: ("not_found", ""),
    405: ("method_not_allowed", "This method is not offered here."),
    406: ("not_acceptable", "None of the media types asked for is offered here."),
    413: ("body_too_large", "The body is too large."),
    415: ("unsupported_media_type", "A body is taken as application/json here."),
    429: ("too_many_requests", "Too many requests; wait before the next."),
    500: ("internal_error", "Something broke on our side; nothing of this request was half done."),
    503: ("unavailable", "The service cannot answer just now; send again."),
}


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's hook. None lets the exception reach Django, which logs it; the middleware then words the 500."""
    problem = problem_of(exc)
    return None if problem is None else problem.as_response(context["request"]._request)


def problem_of(exc: Exception) -> Problem | None:
    match exc:
        case Problem():
            return exc
        case refusals.Refused():
            return of_refusal(exc)
        case Http404() | exceptions.NotFound():
            return not_found()
        case exceptions.ValidationError():
            return of_validation(exc)
        case exceptions.APIException():
            return _of_drf(exc)
        case IntegrityError():
            return _of_integrity(exc)
        case OperationalError() | InterfaceError():
            if isinstance(exc, OperationalError) and not may_pass(exc):
                logger.error("the database cannot serve us: %s", exc, exc_info=exc)
            return of_status(503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
        case InternalError() if may_pass(exc):
            return of_status(503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
        case DataError():
            logger.error("a value came as far as a column that cannot hold it: %s", exc, exc_info=exc)
            return Problem(422, "malformed", "A value is out of its range.")
        case RequestDataTooBig():
            return of_status(413)
        case PermissionDenied():
            return of_status(403)
        case SuspiciousOperation() | UnreadablePostError():
            return of_status(400)
    return None


def of_status(status: int, headers: Mapping[str, str] | None = None) -> Problem:
    """A problem of which no more is known than its status."""
    if status == 404:
        return not_found()
    known = status if status in HTTP_CODES else 500 if status >= 500 else 400
    code, detail = HTTP_CODES[known]
    return Problem(status, code, detail, errors=(), headers=headers)


def of_refusal(refused: refusals.Refused) -> Problem:
    if isinstance(refused, refusals.NotHere):
        return not_found()
    status = next((status for kind, status in REFUSALS if isinstance(refused, kind)), 422)
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)} if status == 503 else {}
    errors = refused.errors or [refusals.error_at("", refused.code, refused.detail)]
    return Problem(status, refused.code, refused.detail, errors=errors, headers=headers, **refused.params)


def of_validation(exc: exceptions.ValidationError, at: tuple[str | int, ...] = ()) -> Problem:
    """Wrong in its shape alone, whatever the rules may say: the code the engine uses for the same in a record."""
    errors = list(_flattened(exc.detail, at))
    first = errors[0]
    return Problem(422, "malformed", _sentence(first["pointer"], first["detail"]), errors=errors)


def _sentence(place: str, said: str) -> str:
    """What is said of "this field", said of it by its name."""
    if not place:
        return said
    name = f"“{place.removeprefix('/')}”"
    named = re.sub(r"\b[Tt]his field\b", lambda _: name, said, count=1)
    return f"{name}: {said}" if named == said else named


def _flattened(detail: Any, path: tuple[str | int, ...]) -> Iterator[dict[str, Any]]:
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            yield from _flattened(inner, path if key == "non_field_errors" else (*path, key))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            yield from _flattened(inner, (*path, index) if isinstance(inner, Mapping | list) else path)
    else:
        yield refusals.error_at(pointer(*path), detail.code, str(detail))


def _of_drf(exc: exceptions.APIException) -> Problem:
    problem = of_status(exc.status_code)
    if exc.default_code != exc.get_codes() and isinstance(exc.detail, str):
        problem.code, problem.detail = str(exc.get_codes()), str(exc.detail)
    if authenticate := getattr(exc, "auth_header", None):
        problem.headers["WWW-Authenticate"] = authenticate
    if wait := getattr(exc, "wait", None):
        problem.headers["Retry-After"] = str(int(wait))
    return problem


def _of_integrity(exc: IntegrityError) -> Problem:
    """A constraint that no service has words for: its check of what comes in has a gap, which is ours to close."""
    cause = exc.__cause__
    constraint = getattr(getattr(cause, "diag", None), "constraint_name", None)
    logger.error("no refusal is known for the constraint %s", constraint, exc_info=exc)
    status, code, detail = SQLSTATE_CLASSES.get(getattr(cause, "sqlstate", None) or "", SQLSTATE_CLASSES["23503"])
    return Problem(status, code, detail, params={"constraint": constraint} if constraint else None)
