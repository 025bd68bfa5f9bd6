"""Imports and their verdicts, for those who may record in the club."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from scorepad.models import Import, ImportLine, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, club_to, require

# Pieces that only the export of a club has.
OF_EXPORTS = ("player", "ladder")


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """One import without its file: `counts` of its verdicts, and some of them in their order; `more` says that others
    follow. `names` are those that players of these pieces have today. `kept` is whether the file of a dry run is there
    to be taken in, and `is_export` whether that is one of a club, which is taken whole or not at all."""

    batch: Import
    counts: Mapping[str, int]
    lines: tuple[ImportLine, ...]
    names: Mapping[UUID, str]
    more: bool
    kept: bool
    is_export: bool


def import_sheet(*, viewer: Viewer, import_id: UUID, after: int, status: str | None, limit: int) -> ImportSheet:
    """Seven queries at most, of which none reads the file."""
    seen = Import.objects.filter(pk=import_id, club__deleted_at__isnull=True).defer("source")
    batch = seen.select_related("club", "actor").annotate(kept=Q(source__isnull=False)).first()
    if batch is None:
        raise NotHere
    require("record", viewer=viewer, club=batch.club)
    lines = lines_of(batch, after=after, status=status, limit=limit + 1)
    kept = batch.dry_run and bool(batch.kept)
    named = Player.objects.filter(club=batch.club, pk__in=set(_players(lines)))
    names = dict(named.values_list("pk", "name"))
    return ImportSheet(
        batch=batch,
        counts=counts_of(batch),
        lines=tuple(lines[:limit]),
        names=names,
        more=len(lines) > limit,
        kept=kept,
        is_export=ImportLine.objects.filter(batch=batch, what__in=OF_EXPORTS).exists(),
    )


def _players(lines: Iterable[ImportLine]) -> Iterator[UUID]:
    """Whom the pieces tell of. A file may name anybody; only those of this club are looked up."""
    for line in lines:
        if line.what == "player" and line.ref is not None:
            yield line.ref
        yield from (UUID(seat["player"]) for seat in (line.told or {}).get("seats", ()) if "player" in seat)


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
