"""What may be put right on a score pad of Marrakesh, at a desk: one trick, the dice of one round, or a round that was
written down without its tricks. At the table the recorder does it by taps.

What a form leaves alone stays as it was written; whether it can have happened is for the engine to say.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.marrakesh.record import SIDES
from scorepad.selectors.sheets import Sheet
from scorepad.web.managing.correcting import Correction, put
from scorepad.web.marrakesh.words import RANKS, SIDE_WORDS, SUITS, card_name

Json = dict[str, Any]
CARDS = [(suit, [rank + suit for rank in RANKS]) for suit in SUITS]


def cards(nothing: str) -> list[Any]:
    """All cards to choose among, suit by suit; `nothing` is what is said for none."""
    groups = [(str(SUITS[suit]), [(card, card_name(card)) for card in of_suit]) for suit, of_suit in CARDS]
    return [("", nothing), *groups]


class Numbers(forms.CharField):
    """Whole numbers with anything between them: dice, or men off turn by turn."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        parts = (super().to_python(value) or "").replace(",", " ").split()
        if not all(part.isdecimal() and len(part) < 4 for part in parts):
            raise forms.ValidationError(gettext("Numbers alone, with spaces between them."))
        return [int(part) for part in parts]


class OfRound(Correction):
    """One round, chosen by `?round=`; the first that can be meant otherwise."""

    @classmethod
    def rounds(cls, sheet: Sheet) -> Sequence[int]:
        """The numbers of the rounds that can be put right so."""
        return [n for n, written in enumerate(sheet.record["rounds"], 1) if cls.fits(written)]

    @classmethod
    def fits(cls, written: Mapping[str, Any]) -> bool:
        return True

    @classmethod
    def is_open_to(cls, sheet: Sheet) -> bool:
        return bool(cls.rounds(sheet))

    @property
    def number(self) -> int:
        asked, rounds = self.where.get("round", ""), self.rounds(self.sheet)
        return next((n for n in rounds if str(n) == asked), rounds[-1])

    @property
    def places(self) -> Sequence[tuple[str, Sequence[tuple[str, str, bool]]]]:
        """What may be chosen in the address: the rounds, each with its query and whether it is the one."""
        links = [(f"round={n}", str(n), n == self.number) for n in self.rounds(self.sheet)]
        return [(gettext("Round"), links)]

    @property
    def written_down(self) -> Mapping[str, Any]:
        of_round: Mapping[str, Any] = self.sheet.record["rounds"][self.number - 1]
        return of_round

    @property
    def path(self) -> str:
        return f"/rounds/{self.number - 1}"

    def within(self, path: str) -> Sequence[str]:
        """The steps to a place from this round on; none to what is elsewhere."""
        return path.removeprefix(f"{self.path}/").split("/") if path.startswith(f"{self.path}/") else ()

    def puts(self, path: str, values: Mapping[str, Any], there: Mapping[str, Any]) -> list[Json]:
        """The ops that make these values stand under a path, where anything is different."""
        return [
            put(f"{path}/{name}", value, there.get(name))
            for name, value in values.items()
            if (value or None) != (there.get(name) or None)
        ]


class OfTrick(OfRound):
    name = _("A trick: its cards, and what was played")
    lead = _("Say what fell, and how the winner moved. Who won and what it scored is worked out.")

    lead_card = forms.ChoiceField(label=pgettext_lazy("card", "Lead"))
    reply = forms.ChoiceField(label=pgettext_lazy("card", "Reply"))
    extra = forms.ChoiceField(label=_("Extra card"), required=False)
    extra_disregarded = forms.BooleanField(label=_("An extra card was due and disregarded"), required=False)
    withdrawn = forms.ChoiceField(label=_("Led face up and taken back"), required=False)
    plays = forms.CharField(
        label=_("Moves"),
        required=False,
        help_text=_("One for each number, as 6/4 for a man moved and 3/off for a man borne off; empty for none."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    @classmethod
    def fits(cls, written: Mapping[str, Any]) -> bool:
        return bool(written.get("tricks"))

    @property
    def trick(self) -> int:
        count = len(self.written_down["tricks"])
        asked = self.where.get("trick", "")
        return next((n for n in range(1, count + 1) if str(n) == asked), 1)

    @property
    def places(self) -> Sequence[tuple[str, Sequence[tuple[str, str, bool]]]]:
        tricks = range(1, len(self.written_down["tricks"]) + 1)
        links = [(f"round={self.number}&trick={n}", str(n), n == self.trick) for n in tricks]
        return [*super().places, (gettext("Trick"), links)]

    @property
    def there(self) -> Mapping[str, Any]:
        of_trick: Mapping[str, Any] = self.written_down["tricks"][self.trick - 1]
        return of_trick

    @property
    def played(self) -> Mapping[str, Any]:
        played: Mapping[str, Any] = self.sheet.replay["rounds"][self.number - 1]["tricks"][self.trick - 1]
        return played

    def field_at(self, path: str) -> str | None:
        match self.within(path):
            case ["tricks", trick, name, *_] if int(trick) == self.trick - 1:
                return {"lead": "lead_card", "board": "plays"}.get(name, name)
        return None

    def as_it_is(self) -> Json:
        there = self.there
        kept = {name: there.get(name) for name in ("reply", "extra", "extra_disregarded", "withdrawn")}
        return {**kept, "lead_card": there["lead"], "plays": " ".join(self.played["plays"] or ())}

    def offer(self) -> None:
        for name in ("lead_card", "reply", "extra", "withdrawn"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 for mypy
            field.choices = cards(gettext("none"))
        if (self.there.get("ruling") or {}).get("board"):
            del self.fields["plays"]  # the ruling says how the board stayed

    def written(self) -> Json:
        sent, path = self.cleaned_data, f"{self.path}/tricks/{self.trick - 1}"
        values = {
            "lead": sent["lead_card"],
            **{name: sent[name] for name in ("reply", "extra", "extra_disregarded", "withdrawn")},
        }
        patch = self.puts(path, values, self.there)
        if "plays" in self.changed_data:
            patch += self.puts(path, {"plays": sent["plays"].split(), "board": None}, self.there)
        return {"patch": patch} if patch else {}


class OfBothSides(OfRound):
    """What a round has of either side alike, in numbers."""

    red = Numbers(label=_("Red"))
    white = Numbers(label=_("White"))

    def field_at(self, path: str) -> str | None:
        match self.within(path):
            case ["pips", side, *_]:
                return f"pips_{side}"
            case ["setup" | "ovals" | "points", side, *_]:
                return side
        return None


class OfSetup(OfBothSides):
    name = _("The dice of a round")
    lead = _("Six dice each. What was played from there has to fit the new setup.")

    @classmethod
    def fits(cls, written: Mapping[str, Any]) -> bool:
        return "setup" in written

    def as_it_is(self) -> Json:
        return {side: self.written_down["setup"][side] for side in SIDES}

    def written(self) -> Json:
        sent = {side: self.cleaned_data[side] for side in SIDES}
        patch = self.puts(f"{self.path}/setup", sent, self.written_down["setup"])
        return {"patch": patch} if patch else {}


class OfPad(OfBothSides):
    name = _("A round without its tricks")
    lead = _("A round from a pad: men off turn by turn, 0 for a null chip, or its points alone.")

    @classmethod
    def fits(cls, written: Mapping[str, Any]) -> bool:
        return "tricks" not in written

    @property
    def grade(self) -> str:
        return "ovals" if "ovals" in self.written_down else "points"

    def as_it_is(self) -> Json:
        there = self.written_down[self.grade]
        pips = self.written_down.get("pips") or {}
        return {
            **{side: there[side] if self.grade == "ovals" else [there[side]] for side in SIDES},
            **{f"pips_{side}": pips.get(side) for side in SIDES},
        }

    def offer(self) -> None:
        if self.grade == "ovals":
            for side in SIDES:
                label = gettext("{side}: pips left").format(side=SIDE_WORDS[side])
                self.fields[f"pips_{side}"] = forms.IntegerField(label=label, required=False, min_value=0)

    def clean(self) -> Json:
        sent = super().clean() or {}
        for side in SIDES:
            if self.grade == "points" and len(sent.get(side, [0])) != 1:
                self.add_error(side, gettext("One number: the points of this round."))
        return sent

    def written(self) -> Json:
        sent = self.cleaned_data
        told = {side: sent[side] if self.grade == "ovals" else sent[side][0] for side in SIDES}
        patch: list[Json] = []
        if told != self.written_down[self.grade]:
            patch.append({"op": "replace", "path": f"{self.path}/{self.grade}", "value": told})
        pips = {side: sent.get(f"pips_{side}") for side in SIDES}
        left = None if None in pips.values() else pips
        if self.grade == "ovals" and left != self.written_down.get("pips"):
            patch.append(put(f"{self.path}/pips", left, self.written_down.get("pips")))
        return {"patch": patch} if patch else {}


AMENDING = {"trick": OfTrick, "setup": OfSetup, "pad": OfPad}
