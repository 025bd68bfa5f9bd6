"""What may be put right in a match of any game, each with its form and the entry that comes of it.

A game brings forms of its own for what it has written down (`GamePages.amending`), made of `Correction` too.
"""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import make_aware, make_naive
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Match
from scorepad.selectors.access import Viewer
from scorepad.selectors.choosing import choosable
from scorepad.selectors.doubles import same_evening
from scorepad.selectors.sheets import Sheet
from scorepad.services.corrections import LONGEST_TABLE
from scorepad.web.clocks import by_clock
from scorepad.web.managing.forms import PlayerField

LONGEST_REASON = 2000
Json = dict[str, Any]
Words = Mapping[str, str | Promise]


def put(path: str, value: Any, there: Any) -> Json:
    """The op that makes `value` stand at a place where something stands already, or nothing does."""
    if not value:
        return {"op": "remove", "path": path}
    return {"op": "add" if there is None else "replace", "path": path, "value": value}


class Correction(forms.Form):
    """`name` and `lead` say what it is for; `kind` and `written` are the entry's. `words` are those for the seats,
    `where` what the address says of the part of the match that is meant."""

    name: ClassVar[str | Promise]
    lead: ClassVar[str | Promise]
    kind: ClassVar[str] = "amend"

    id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        help_text=_("It is kept in the journal, for everybody who reads this match."),
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )

    def __init__(self, viewer: Viewer, sheet: Sheet, words: Words, where: Mapping[str, str], data: Any) -> None:
        self.viewer, self.sheet, self.words, self.where = viewer, sheet, words, where
        self.zone = ZoneInfo(sheet.match.club.time_zone)
        super().__init__(data, initial={"id": uuid.uuid4(), "version": sheet.version, **self.as_it_is()})
        self.offer()
        self.fields["reason"] = self.fields.pop("reason")  # the last to be asked

    @classmethod
    def is_open_to(cls, sheet: Sheet) -> bool:
        return True

    def as_it_is(self) -> Json:
        return {}

    def offer(self) -> None:
        """What there is to choose among."""

    def written(self) -> Json:
        return {}

    def field_at(self, path: str) -> str | None:
        """The field in which this place of the record is told."""
        return None

    def entry(self) -> Json:
        sent = self.cleaned_data
        told = {"id": str(sent["id"]), "kind": self.kind, "base_version": sent["version"]}
        return told | {"data": self.written(), "reason": "\n".join(sent["reason"].splitlines())}


class OfTheMatch(Correction):
    """Who sat where, when it began, at which table, whether it is rated, and its note."""

    name = _("Players, table, time, note")
    lead = _("Who sat where, when it began, whether it is rated. Colours swapped: choose each in the other’s place.")

    played_at = forms.DateTimeField(
        label=_("Began"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    )
    table = forms.CharField(
        label=_("Table"), required=False, max_length=LONGEST_TABLE, widget=forms.TextInput(attrs={"dir": "auto"})
    )
    rated = forms.BooleanField(label=_("Rated: counts for ladders"), required=False)
    note = forms.CharField(label=_("Note"), required=False, widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}))

    def as_it_is(self) -> Json:
        match = self.sheet.match
        # What a browser sends has no zone, and Django reads it in its own: it is the club's clock all the same.
        began = make_aware(by_clock(match.played_at, self.zone).replace(second=0, microsecond=0))
        seats = {seat.key: str(seat.player_id) for seat in self.sheet.seats}
        note = self.sheet.record.get("note") or ""
        return {"played_at": began, "table": match.table, "rated": match.rated, "note": note, **seats}

    def offer(self) -> None:
        players = list(choosable(self.sheet.match.club))
        for seat in self.sheet.seats:
            field = PlayerField(label=str(self.words[seat.key]))
            there = [(str(player.pk), player.name) for player in players if player.pk != seat.player_id]
            field.choices = [(str(seat.player_id), seat.name), *there]
            self.fields[seat.key] = field
        self.order_fields([seat.key for seat in self.sheet.seats])

    def written(self) -> Json:
        sent, changed = self.cleaned_data, self.changed_data
        patch: list[Json] = [
            {"op": "replace", "path": f"/players/{seat.key}", "value": {"id": sent[seat.key]}}
            for seat in self.sheet.seats
            if seat.key in changed
        ]
        if "played_at" in changed:
            began = make_aware(make_naive(sent["played_at"]), self.zone).isoformat()
            patch.append({"op": "replace", "path": "/played_at", "value": began})
        if "note" in changed:
            patch.append(put("/note", "\n".join(sent["note"].splitlines()), self.sheet.record.get("note")))
        beside = {name: sent[name] for name in ("table", "rated") if name in changed}
        return ({"patch": patch} if patch else {}) | beside


class Forfeit(Correction):
    name = _("Somebody gave up")
    lead = _("The match ends here; the other side has won it, whatever the score.")
    kind = "forfeit"

    seat = forms.ChoiceField(label=_("Who gave up"), widget=forms.RadioSelect)

    @classmethod
    def is_open_to(cls, sheet: Sheet) -> bool:
        return sheet.match.status == Match.Status.OPEN and not sheet.match.void

    def offer(self) -> None:
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 for mypy
        field.choices = [(seat.key, seat.name) for seat in self.sheet.seats]

    def written(self) -> Json:
        return {"seat": self.cleaned_data["seat"]}


class Abandon(Correction):
    name = _("It was broken off")
    lead = _("Nobody goes on, and nobody has won. Its figures stay; ladders leave it out.")
    kind = "abandon"

    @classmethod
    def is_open_to(cls, sheet: Sheet) -> bool:
        return Forfeit.is_open_to(sheet)


class Void(Correction):
    name = _("Declare it void")
    lead = _("It counts for nothing any more, and can still be read. It can be put back into the count.")
    kind = "void"

    duplicate_of = forms.ChoiceField(label=_("Recorded twice"), required=False)

    @classmethod
    def is_open_to(cls, sheet: Sheet) -> bool:
        return not sheet.match.void

    def offer(self) -> None:
        others = same_evening(self.sheet.match)
        field = self.fields["duplicate_of"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 for mypy
        field.choices = [("", gettext("no")), *((str(other.pk), self._told(other)) for other in others)]
        if not others:
            del self.fields["duplicate_of"]

    def written(self) -> Json:
        original = self.cleaned_data.get("duplicate_of")
        return {"duplicate_of": original} if original else {}

    def _told(self, other: Match) -> str:
        began = date_format(by_clock(other.played_at, self.zone), "TIME_FORMAT")
        score = "–".join(str(other.summary["totals"][seat.key]) for seat in self.sheet.seats)
        return gettext("yes, and the other one counts: began {time}, {score}").format(time=began, score=score)


class Restore(Correction):
    name = _("It counts after all")
    lead = _("It is void now. From then on it counts again, for figures and for ladders.")
    kind = "restore"

    @classmethod
    def is_open_to(cls, sheet: Sheet) -> bool:
        return sheet.match.void


WAYS: dict[str, type[Correction]] = {
    "match": OfTheMatch,
    "forfeit": Forfeit,
    "abandon": Abandon,
    "void": Void,
    "restore": Restore,
}
