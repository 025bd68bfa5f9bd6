"""The feed of a club, read from where a mirror or a screen has come to."""

from dataclasses import dataclass

from django.db.models import QuerySet

from scorepad.models import Change, Club
from scorepad.selectors.access import Viewer, club_to, rights_in

FOR_ALL = ("club", "player", "match")


@dataclass(frozen=True, slots=True)
class Feed:
    """`more` says that there are changes beyond these; `last` is the number to ask `after` next time."""

    changes: list[Change]
    more: bool
    last: int


def feed(*, viewer: Viewer, slug: str, after: int, limit: int) -> Feed:
    """The changes after a number, in the order in which they were committed. Guests of a public club hear of the club,
    its players and its matches; members of the people in it and of imports too.
    """
    found = list(_of(viewer, club_to("read", viewer=viewer, slug=slug)).filter(pk__gt=after)[: limit + 1])
    changes = found[:limit]
    return Feed(changes, len(found) > limit, changes[-1].pk if changes else after)


def _of(viewer: Viewer, club: Club) -> QuerySet[Change]:
    changes = Change.objects.filter(club=club).order_by("pk")
    return changes if rights_in(viewer, club) else changes.filter(what__in=FOR_ALL)
