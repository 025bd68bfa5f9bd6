"""Imports and their verdicts, for those who may record in the club."""

from django.db.models import Count, QuerySet

from scorepad.models import Import, ImportLine
from scorepad.selectors.access import Viewer, club_to


def imports_of(viewer: Viewer, slug: str) -> QuerySet[Import]:
    """The imports of a club, without their files."""
    club = club_to("record", viewer=viewer, slug=slug)
    return Import.objects.filter(club=club).defer("source").select_related("club", "actor")


def counts_of(batch: Import) -> dict[str, int]:
    """How many pieces there are so far of each verdict."""
    counted = ImportLine.objects.filter(batch=batch).values_list("status").annotate(n=Count("pk"))
    return {"new": 0, "here": 0, "refused": 0} | dict(counted)


def lines_of(batch: Import, *, after: int, status: str | None, limit: int) -> list[ImportLine]:
    """The verdicts on the pieces that begin after a line of the file, in their order."""
    lines = ImportLine.objects.filter(batch=batch, number__gt=after)
    if status is not None:
        lines = lines.filter(status=status)
    return list(lines.order_by("number")[:limit])
