"""How every page for managing is reached: signed in, never kept by a browser, and refused in the site's own pages.

What a service refuses is told at the field that it is about; what stands in no field, above the form.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorepad.refusals import NotAllowed, NotHere, Refused, error_at
from scorepad.web.managing.sentences import sentence, sentence_of

View = Callable[..., HttpResponse]


def managing(view: View) -> View:
    """The view for whoever is signed in. What is not there for him is 404, what is not his to do 403."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotHere as refused:
            raise Http404 from refused
        except NotAllowed as refused:
            raise PermissionDenied(sentence(refused.code, refused.detail)) from refused

    return login_required(never_cache(require_http_methods(["GET", "HEAD", "POST"])(answer)))


def tell(form: BaseForm, refused: Refused, field_at: Callable[[str], str | None] = lambda path: None) -> None:
    """Say on the form what a service has against what was sent; `field_at` knows which field tells of a place in a
    record."""
    if isinstance(refused, NotHere | NotAllowed):
        raise refused
    for error in refused.errors or [error_at("", refused.code, refused.detail, **refused.params)]:
        path = error.get("record_pointer")
        name = error["pointer"].strip("/").split("/")[0] if path is None else field_at(path)
        form.add_error(name if name in form.fields else None, sentence_of(error))
