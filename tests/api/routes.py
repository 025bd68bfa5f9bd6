"""Every route of the API and its methods, read from the URL configuration: what tests of all of them go through."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver

from api import urls
from api.views.base import Nothing

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def patterns(found: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for each in found:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each.url_patterns, route)
        elif isinstance(each, URLPattern) and getattr(each.callback, "cls", None) is not Nothing:
            yield route, getattr(each.callback, "cls", None)


def offered(view: Any) -> set[str]:
    """A page that is no resource is there to be read."""
    return {"GET"} if view is None else {method for method in METHODS if hasattr(view, method.lower())}


ROUTES = {route: offered(view) for route, view in patterns(urls.urlpatterns)}
CALLS = [(method, route) for route, methods in ROUTES.items() for method in METHODS if method in methods]
