"""What addresses ask for, read from them: a club's word, a match to go on from, an evening. What cannot be read is not
here.
"""

from datetime import date
from uuid import UUID

from django.core.validators import slug_re
from django.http import Http404, HttpRequest

LONGEST = 100


def slug_asked_for(request: HttpRequest) -> str:
    slug = request.GET.get("club", "")
    if not slug_re.match(slug):
        raise Http404
    return slug


def id_asked_for(request: HttpRequest, name: str) -> UUID | None:
    asked = request.GET.get(name)
    try:
        return UUID(asked) if asked else None
    except ValueError as error:
        raise Http404 from error


def day_asked_for(request: HttpRequest, name: str) -> date | None:
    """An evening; none where what was typed is no day of the calendar, which the form shows again."""
    try:
        return date.fromisoformat(request.GET.get(name, ""))
    except ValueError:
        return None


def text_asked_for(request: HttpRequest, name: str) -> str:
    """What was typed, as far as a name can be long; nothing that the database could not hold."""
    return request.GET.get(name, "").replace("\0", "").strip()[:LONGEST]
