"""What a refusal of a selector or a service is on a page: nothing here, not yours to do."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.http import Http404

from scorepad.refusals import NotAllowed, NotHere


@contextmanager
def pages_for_refusals() -> Iterator[None]:
    try:
        yield
    except NotHere as refused:
        raise Http404 from refused
    except NotAllowed as refused:
        raise PermissionDenied from refused
