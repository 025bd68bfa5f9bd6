"""What a correction would change, told before it is made: what would be written otherwise, and what would come of it. A
dry run has worked it out (`services/effects.py`); cards and boards are drawn, everything else is said in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Match
from scorepad.selectors.sheets import Sheet
from scorepad.services.verdicts import Verdict
from scorepad.web.changes import Change, in_words
from scorepad.web.corrections import consequences, written

STATUSES: Mapping[str, str | Promise] = {
    Match.Status.OPEN: _("open"),
    Match.Status.COMPLETE: _("complete"),
    Match.Status.FORFEITED: _("given up"),
    Match.Status.ABANDONED: _("abandoned"),
}


@dataclass(frozen=True)
class Effect:
    written: Sequence[Change]
    consequences: Sequence[Change]

    @property
    def parts(self) -> list[tuple[str, Sequence[Change]]]:
        named = ((gettext("What is written"), self.written), (gettext("What comes of it"), self.consequences))
        return [(name, changes) for name, changes in named if changes]


def told(sheet: Sheet, verdict: Verdict) -> Effect:
    if verdict.difference is None:
        return Effect((), ())
    come = [*consequences(sheet, verdict.difference), *_whole(sheet, verdict.changes)]
    return Effect(written(sheet, verdict.difference), come)


def _whole(sheet: Sheet, changes: Mapping[str, Any]) -> Iterator[Change]:
    """How the match would stand."""
    names = {seat.key: seat.name for seat in sheet.seats}
    for name, word, said in (
        ("status", gettext("Status"), lambda status: str(STATUSES[status])),
        ("forfeited_by", gettext("Gave up"), names.get),
        ("void", gettext("Void"), bool),
    ):
        if name in changes:
            yield in_words(word, *(said(changes[name][when]) for when in ("before", "after")))
