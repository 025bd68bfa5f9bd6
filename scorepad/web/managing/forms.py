"""Fields that several pages for managing share."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorepad.models import Player

ROLES = (
    ("member", _("Member: reads, stakes and members too")),
    ("scorer", _("Scorer: also records matches, corrects them, and names players")),
    ("owner", _("Owner: also runs the club, its members and its players")),
)


class PlayerField(forms.ChoiceField):
    """One of a club's players, by id; its choices are set when the club is known."""

    def offer(self, players: Iterable[Player], nobody: str) -> None:
        self.choices = [("", nobody), *((str(player.pk), player.name) for player in players)]


class AliasesField(forms.CharField):
    """Other spellings, one on each line; lines without anything are left out."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 3, "dir": "auto"})
        super().__init__(required=False, max_length=2000, strip=False, widget=widget, **kwargs)

    def to_python(self, value: object) -> Any:
        return [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]

    def prepare_value(self, value: object) -> object:
        return "\n".join(value) if isinstance(value, list) else value
