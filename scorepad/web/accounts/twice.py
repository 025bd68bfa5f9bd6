"""Forms of django-allauth's that are sent twice at once, by a double tap: of two requests that both found nothing there
the second is refused by the database, and has what it asks for all the same.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def sent_twice(view: View, then: str) -> View:
    """The view; for whoever comes second, the page of what the first has made."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except IntegrityError:
            return redirect(then)

    return answer
