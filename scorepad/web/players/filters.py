"""Which matches are asked for: a form over the page, read from its address, and said in words where it leaves any out.

A filter that cannot be read filters nothing, and the form says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorepad.models import Ladder
from scorepad.selectors.asking import Person
from scorepad.selectors.filters import Filters
from scorepad.web.games import GAMES

ISO = "%Y-%m-%d"


def game_asked_for(request: HttpRequest) -> str:
    asked = request.GET.get("game", "")
    return asked if asked in GAMES else next(iter(GAMES))


def _evening(label: Any) -> forms.DateField:
    return forms.DateField(
        required=False,
        label=label,
        input_formats=[ISO],
        widget=forms.DateInput(format=ISO, attrs={"type": "date"}),
    )


def _grade(grades: Mapping[str, Promise]) -> forms.ChoiceField:
    choices = [("", _("in any way")), *grades.items()]
    return forms.ChoiceField(required=False, label=_("Recorded"), choices=choices)


class FilterForm(forms.Form):
    """From the evening `from` to the evening `to`; against `opponent`; counting for `ladder`; recorded at `grade`."""

    to = _evening(pgettext_lazy("evening", "To"))
    opponent = forms.UUIDField(required=False, label=_("Against"), widget=forms.Select)
    ladder = forms.UUIDField(required=False, label=_("Counting for"), widget=forms.Select)
    use_required_attribute = False

    def __init__(self, request: HttpRequest, *, leaving_out: Sequence[str] = ()) -> None:
        self.base = {name: request.GET[name] for name in ("a", "b", "game", "view", "group") if name in request.GET}
        self.grades = GAMES[game_asked_for(request)].telling.grades
        super().__init__(request.GET, auto_id="filter-%s")
        self.fields["from"] = _evening(pgettext_lazy("evening", "From"))
        self.fields["grade"] = _grade(self.grades)
        self.order_fields(["from", "to", "opponent", "ladder", "grade"])
        for name in leaving_out:
            del self.fields[name]
        self.opponents: dict[str, str] = {}
        self.ladders: dict[str, str] = {}

    def offer(self, *, opponents: Iterable[Person] = (), ladders: Iterable[Ladder] = ()) -> None:
        """What there is to choose from, which is known once the matches are read."""
        self.opponents = {str(person.id): person.name for person in opponents}
        self.ladders = {str(ladder.pk): ladder.name for ladder in ladders}
        offered = {"opponent": (_("anybody"), self.opponents), "ladder": (_("any ladder or none"), self.ladders)}
        for name, (nothing, choices) in offered.items():
            if name in self.fields:
                self.fields[name].widget.choices = [("", nothing), *choices.items()]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("from") and given.get("to") and given["from"] > given["to"]:
            self.add_error("from", _("The first evening is after the last."))
        return given

    @property
    def filters(self) -> Filters:
        names = {"from": "start", "to": "end", "opponent": "opponent", "ladder": "ladder", "grade": "grade"}
        return Filters(**{field: value for name, field in names.items() if (value := self._given.get(name))})

    @property
    def query(self) -> str:
        """What it asks for, to be carried on to a page about the same matches; begins with a question mark."""
        given = {name: value for name, value in self._given.items() if value}
        carried = {name: value for name, value in self.base.items() if name == "game"} | given
        return f"?{urlencode(carried)}" if carried else ""

    @property
    def words(self) -> list[tuple[str, str]]:
        """What it asks for, one by one: what kind of thing, and which."""
        given = self._given
        said = {
            "opponent": self.opponents.get(str(given.get("opponent"))),
            "ladder": self.ladders.get(str(given.get("ladder"))),
            "grade": str(self.grades[given["grade"]]) if given.get("grade") else None,
        }
        days = [(name, date_format(given[name])) for name in ("from", "to") if given.get(name)]
        others = [(name, word) for name, word in said.items() if word]
        return [(gettext(str(self.fields[name].label)), word) for name, word in (*days, *others)]

    @property
    def _given(self) -> dict[str, Any]:
        return self.cleaned_data if self.is_valid() else {}
