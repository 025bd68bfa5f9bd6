"""Who asks: a bearer token, a session of the installation's own pages with its CSRF token, or nobody in particular.

`request.auth` is the `Viewer` that selectors and services ask for. A token that is given and not good is 401
everywhere, also where anyone may read: an app whose token has run out must not mistake the public part for the whole.
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.datastructures import MultiValueDict
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.problems import Problem
from scorepad.selectors.access import Viewer
from scorepad.services import tokens

REALM = 'Bearer realm="scorepad"'

Authenticated = tuple[AbstractBaseUser | AnonymousUser, Viewer]


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> Authenticated | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, _, secret = header.strip().partition(" ")
        secret = secret.strip()
        fit = scheme.lower() == "bearer" and secret.isprintable()  # PostgreSQL cannot be asked for NUL
        viewer = tokens.authenticate(secret) if fit else None
        if viewer is None or viewer.user is None:
            raise AuthenticationFailed("This token is unknown, has expired or was withdrawn.", code="invalid_token")
        return viewer.user, viewer

    def authenticate_header(self, request: Request) -> str:
        return f'{REALM}, error="invalid_token"' if "HTTP_AUTHORIZATION" in request.META else REALM


class SessionAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> Authenticated | None:
        user: Any = request._request.user
        if not user.is_authenticated or not user.is_active:
            return None
        _enforce_csrf(request._request)
        return user, Viewer.of_session(user)


def _no_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _enforce_csrf(request: HttpRequest) -> None:
    # Django looks for its token in a form first and would read one whole to find it; here it comes in the header alone.
    request._post, request._files = QueryDict(), MultiValueDict()  # type: ignore[attr-defined]
    check = _CsrfCheck(_no_view)
    check.process_request(request)
    if reason := check.process_view(request, _no_view, (), {}):
        raise Problem(403, "csrf_failed", f"{reason} Send the page's CSRF token as X-CSRFToken.")
