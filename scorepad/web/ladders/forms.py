"""The rules of a ladder as an owner is asked for them, and as the service takes them: `initial_of` and `rules` are
twins.

Bounds are those of `services.ladder_rules`, so that most slips are told at their field before a service is asked.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.games import GAMES as RULES
from scorepad.models import Ladder
from scorepad.selectors.season_tables import LESS, LIKE, POINTS, TIEBREAKS, TableRules
from scorepad.services.ladder_rules import MOST_DAYS, MOST_MATCHES, PARAMETERS, Parameter
from scorepad.services.season_rules import MOST_BYES, MOST_POINTS, MOST_TIEBREAKS
from scorepad.web.games import GAMES
from scorepad.web.ladders.seasons import tiebreak_names

LONGEST_NAME = 80
PERIODS = (
    (Ladder.Period.DAY, _("A day")),
    (Ladder.Period.WEEK, _("A week, from Monday")),
    (Ladder.Period.MONTH, _("A month")),
)
LABELS = {
    ("glicko2", "rating"): _("Starting rating"),
    ("glicko2", "deviation"): _("Starting deviation"),
    ("glicko2", "volatility"): _("Volatility"),
    ("glicko2", "tau"): _("Tau"),
    ("elo", "rating"): _("Starting rating"),
    ("elo", "factor"): _("Factor"),
    ("elo", "margin_scale"): _("Margin scale"),
}
HELP = {
    ("glicko2", "rating"): _("Where everybody starts; usually 1500."),
    ("glicko2", "deviation"): _("How unsure that is; usually 350. The smaller, the less a first match moves."),
    ("glicko2", "volatility"): _("How unsteadily a new player plays; usually 0.06."),
    ("glicko2", "tau"): _("How much volatility may change; usually 0.5. The smaller, the calmer."),
    ("elo", "rating"): _("Where everybody starts; usually 1500."),
    ("elo", "factor"): _("The most that a match moves a rating; usually 32. Between equals half of it changes hands."),
    ("elo", "margin_scale"): _(
        "A win counts for more the wider its margin is beside this number. Empty: margins are nothing."
    ),
}
OF_POINTS = {
    "win": _("A win"),
    "draw": _("A draw"),
    "loss": _("A loss"),
    "bye": _("A bye"),
    "forfeit_win": _("The opponent gave up"),
    "forfeit_loss": _("Giving up"),
}


def _date(label: Any, help_text: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        help_text=help_text,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def _number(label: Any, least: float, most: float, **more: Any) -> forms.FloatField:
    attributes = {"step": "any", "inputmode": "decimal"}
    return forms.FloatField(
        label=label, min_value=least, max_value=most, widget=forms.NumberInput(attrs=attributes), **more
    )


class LadderForm(forms.Form):
    """`seen` tells of which rules the effect was shown last, `version` which were there when the form was."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"dir": "auto"}))
    game = forms.ChoiceField(label=_("Game"), choices=[(key, pages.name) for key, pages in GAMES.items()])
    season_start = _date(_("First evening"), _("The first that counts. Empty: from the very first on."))
    season_end = _date(
        _("Last evening"), _("The last that counts. Empty: no end. A season with an end can be frozen after it.")
    )
    forfeits = forms.BooleanField(label=_("Matches that were given up count, too"), required=False)
    period = forms.ChoiceField(
        label=_("Rated together"), choices=PERIODS, help_text=_("The order of matches within it is nothing.")
    )
    least_matches = forms.IntegerField(
        label=_("Fewest matches"),
        min_value=0,
        max_value=MOST_MATCHES,
        help_text=_("Whoever has played fewer waits. 0: the first match will do."),
    )
    active_within = forms.IntegerField(
        label=_("Active within days"),
        min_value=1,
        max_value=MOST_DAYS,
        required=False,
        help_text=_("Whoever has not played for longer waits. Empty: nobody loses a place by staying away."),
    )
    largest_deviation = _number(
        _("Largest deviation"),
        1,
        PARAMETERS[Ladder.System.GLICKO2]["deviation"].most,
        required=False,
        help_text=_(
            "With Glicko-2 only. Empty: none is too large. A weekly player takes some 15 matches to come below 110."
        ),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: str, players: Sequence[tuple[uuid.UUID, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_game = game
        self.facts = {fact.key: fact for fact in RULES[game].rules.facts.declared if not fact.for_members}
        for (system, name), label in LABELS.items():
            self.fields[f"{system}_{name}"] = _parameter(label, HELP[system, name], PARAMETERS[system][name])
        for name, label in OF_POINTS.items():
            required = name in POINTS
            self.fields[f"points_{name}"] = _number(label, -MOST_POINTS, MOST_POINTS, required=required)
        for place in range(MOST_TIEBREAKS):
            self.fields[f"tiebreak_{place}"] = forms.CharField(
                label=gettext("Tie-break {n}").format(n=place + 1),
                required=False,
                max_length=80,
                widget=forms.TextInput(attrs={"list": "tiebreaks", "autocomplete": "off", "spellcheck": "false"}),
            )
        for player, name in players:
            self.fields[f"bye_{player}"] = forms.IntegerField(
                label=name, required=False, min_value=0, max_value=MOST_BYES
            )

    # -- the parts of the page ----------------------------------------------------------------------------------------

    @property
    def system(self) -> str:
        """The one that is chosen, for a page to show its parameters."""
        told = self.data.get("system") if self.is_bound else self.initial.get("system")
        return str(told) if told in PARAMETERS else str(Ladder.System.GLICKO2)

    @property
    def glicko2(self) -> list[forms.BoundField]:
        return self._of("glicko2_")

    @property
    def elo(self) -> list[forms.BoundField]:
        return self._of("elo_")

    @property
    def points(self) -> list[forms.BoundField]:
        return self._of("points_")

    @property
    def tiebreaks(self) -> list[forms.BoundField]:
        return self._of("tiebreak_")

    @property
    def tiebreaks_wrong(self) -> bool:
        return any(field.errors for field in self.tiebreaks)

    @property
    def byes(self) -> list[forms.BoundField]:
        return self._of("bye_")

    @property
    def suggestions(self) -> Iterator[tuple[str, str]]:
        """What a tie-break may be: its key, and what it asks. The same with a minus before it would be as many more."""
        known = [*TIEBREAKS, *self.facts]
        names = tiebreak_names(Ladder(game=self.of_game), TableRules({}, tuple(known), {}))
        return zip(known, names, strict=True)

    def _of(self, prefix: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(prefix)]

    # -- what was asked for -------------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any]:
        """The rules as the service takes them, once the form is valid."""
        given = self.cleaned_data
        system, plain = self.system, ("name", "season_start", "season_end", "forfeits", "period", "least_matches")
        return {
            **{name: given[name] for name in (*plain, "active_within")},
            "system": system,
            "largest_deviation": given["largest_deviation"] if system == Ladder.System.GLICKO2 else None,
            "parameters": {name: given[f"{system}_{name}"] for name in PARAMETERS[system]},
            "table": self._table(given),
        }

    def clean(self) -> dict[str, Any]:
        """The parameters of the other system may be what they like; those of this one are all needed."""
        other = Ladder.System.ELO if self.system == Ladder.System.GLICKO2 else Ladder.System.GLICKO2
        for name in PARAMETERS[other]:
            self.errors.pop(f"{other}_{name}", None)
        for name, parameter in PARAMETERS[self.system].items():
            field = f"{self.system}_{name}"
            if parameter.usual is not None and field not in self.errors and self.cleaned_data.get(field) is None:
                self.add_error(field, gettext("This number is needed."))
        for place in range(MOST_TIEBREAKS):
            self._check_tiebreak(f"tiebreak_{place}")
        return self.cleaned_data

    def _check_tiebreak(self, field: str) -> None:
        tiebreak = self.cleaned_data.get(field)
        if tiebreak and tiebreak not in TIEBREAKS and tiebreak.removeprefix(LESS) not in self.facts:
            self.add_error(field, gettext("This is no tie-break. Take one of those that are suggested."))

    def _table(self, given: Mapping[str, Any]) -> dict[str, Any]:
        points = {name: given[f"points_{name}"] for name in OF_POINTS}
        tiebreaks = [given[f"tiebreak_{place}"] for place in range(MOST_TIEBREAKS)]
        byes = {name.removeprefix("bye_"): given[name] for name in self.fields if name.startswith("bye_")}
        return {
            "points": {name: value for name, value in points.items() if value is not None},
            "tiebreaks": [tiebreak for tiebreak in tiebreaks if tiebreak],
            "byes": {player: number for player, number in byes.items() if number},
        }


class NewLadder(LadderForm):
    """`id` is the ladder's own: the same form sent twice makes one."""

    id = forms.UUIDField(widget=forms.HiddenInput)


class ChangedLadder(LadderForm):
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["game"]


def initial_of(ladder: Ladder) -> dict[str, Any]:
    """The form filled in with a ladder's rules, or with what is usual."""
    plain = ("name", "system", "season_start", "season_end", "forfeits", "period", "least_matches", "active_within")
    table = TableRules.of(ladder.table)
    usual = {
        f"{system}_{name}": parameter.usual for system, known in PARAMETERS.items() for name, parameter in known.items()
    }
    own = {f"{ladder.system}_{name}": value for name, value in ladder.parameters.items()}
    points: dict[str, float | None] = {f"points_{name}": value for name, value in table.points.items()}
    for name, like in LIKE.items():  # those that are worth what others are need no number of their own
        if table.points[name] == table.points[like]:
            points[f"points_{name}"] = None
    return {
        **{name: getattr(ladder, name) for name in plain},
        **{name: _plain(value) for name, value in (usual | own | points).items()},
        **{f"tiebreak_{place}": key for place, key in enumerate(table.tiebreaks)},
        **{f"bye_{player}": number for player, number in table.byes.items()},
        "largest_deviation": _plain(ladder.largest_deviation),
        "version": ladder.version,
    }


def usual(game: str) -> dict[str, Any]:
    """A new ladder's rules before anybody has said otherwise."""
    ladder = Ladder(game=game, system=Ladder.System.GLICKO2, parameters={}, least_matches=5, active_within=180)
    return {**initial_of(ladder), "game": game, "id": uuid.uuid4(), "name": "", "largest_deviation": 120}


def _plain(value: float | None) -> float | int | None:
    return int(value) if value is not None and value == int(value) else value


def _parameter(label: Any, help_text: Any, parameter: Parameter) -> forms.FloatField:
    return _number(label, parameter.least, parameter.most, required=False, help_text=help_text)
