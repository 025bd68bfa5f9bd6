from typing import Any

from rest_framework import serializers

from api.fields import Boolean, Id, Integer, Object, Real, Strict, Text
from engine.games import GAMES
from scorepad.models import Ladder


class ParametersBody(Strict):
    rating = Real(required=False, help_text="A new player's, 0 to 4000; 1500.")
    deviation = Real(required=False, help_text="Glicko-2: how unsure that is, 30 to 500; 350.")
    volatility = Real(required=False, help_text="Glicko-2: how unsteadily a new player plays, 0.001 to 0.2; 0.06.")
    tau = Real(required=False, help_text="Glicko-2: how much that may change, 0.2 to 1.2; 0.5.")
    factor = Real(required=False, help_text="Elo: the most that a match moves a rating, 1 to 200; 32.")
    margin_scale = Real(
        required=False,
        allow_null=True,
        help_text="Elo: the wider beside it, the more a win counts; 1 to 1000, or null.",
    )


class LadderRules(Strict):
    parameters = ParametersBody(required=False)
    period = serializers.ChoiceField(
        required=False,
        choices=Ladder.Period.choices,
        help_text="Its matches are rated together; weeks begin on Monday.",
    )
    season_start = serializers.DateField(required=False, allow_null=True, help_text="The first evening that counts.")
    season_end = serializers.DateField(required=False, allow_null=True, help_text="The last one.")
    least_matches = Integer(required=False, help_text="Whoever has fewer has no place.")
    largest_deviation = Real(required=False, allow_null=True, help_text="Nor has whoever is rated less surely.")
    active_within = Integer(
        required=False, allow_null=True, help_text="Nor has whoever has not played for so many days."
    )
    forfeits = Boolean(required=False, help_text="Whether matches that were given up count.")
    table = Object(required=False, help_text="The rules of the season's table.")


class LadderBody(LadderRules):
    id = Id(required=False)
    game = serializers.ChoiceField(choices=list(GAMES))
    name = Text(max_length=80)
    system = serializers.ChoiceField(choices=Ladder.System.choices)


class LadderChange(LadderRules):
    name = Text(max_length=80, required=False)
    system = serializers.ChoiceField(required=False, choices=Ladder.System.choices)


def given(body: dict[str, Any]) -> dict[str, Any]:
    """The rules as the service takes them."""
    return {**body, "parameters": dict(body["parameters"])} if "parameters" in body else body
