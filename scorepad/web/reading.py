"""How every page for reading is reached: by GET and HEAD alone, and with a strong ETag, so that whoever has it already
is told no more than that. It is a browser's own to keep, and asked for anew each time.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorepad.refusals import Invalid, NotAllowed, NotHere
from scorepad.selectors.asking import Unknown

View = Callable[..., HttpResponse]


def reading(view: View) -> View:
    """The view. What is not there for him who asks is 404, and so is what nobody can ask for; what is not his, 403."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (NotHere, Invalid, Unknown) as refused:
            raise Http404 from refused
        except NotAllowed as refused:
            raise PermissionDenied from refused

    return require_safe(conditional_page(cache_control(private=True, no_cache=True)(answer)))
