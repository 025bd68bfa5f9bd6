"""The score sheet of a match, and what its journal has of corrections, both as of one moment."""

from dataclasses import dataclass
from uuid import UUID

from scorepad.selectors.access import Viewer
from scorepad.selectors.journal import Line, as_read, lines_of
from scorepad.selectors.rows import snapshot
from scorepad.selectors.sheets import Sheet, sheet

CORRECTING = ("amend", "replace", "forfeit", "abandon", "void", "restore", "undo")


@dataclass(frozen=True, slots=True)
class CorrectedSheet:
    """`corrections` are the entries that put something right, as this viewer may read them. `journal` is all of it as
    it was written: to be folded, and not to be shown."""

    sheet: Sheet
    corrections: tuple[Line, ...]
    journal: tuple[Line, ...]


def corrected_sheet(*, viewer: Viewer, match_id: UUID) -> CorrectedSheet:
    with snapshot():
        found = sheet(viewer=viewer, match_id=match_id)
        journal = lines_of(found.match)
    correcting = (line for line in journal if line.kind in CORRECTING)
    told = as_read(found.match, correcting, may_record=found.may_record, member=found.members_only)
    return CorrectedSheet(found, tuple(told), journal)
