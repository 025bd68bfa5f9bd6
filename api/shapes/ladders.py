"""Ladders, and what is told of them: standings, the history of a rating, how a change came about."""

from typing import Any

from rest_framework import serializers

from api.shapes.base import PageOf, Shape
from api.shapes.hindsight import SinceShape
from scorepad.models import Ladder
from scorepad.selectors.season_tables import TableRules
from scorepad.services.ladder_rules import PARAMETERS


class LadderShape(serializers.ModelSerializer[Ladder]):
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    parameters = serializers.SerializerMethodField(help_text="All those of its system, by their names.")
    table = serializers.SerializerMethodField(help_text="The rules of its season's table.")

    def get_parameters(self, ladder: Ladder) -> dict[str, float | None]:
        return {name: ladder.parameters[name] for name in PARAMETERS[ladder.system]}

    def get_table(self, ladder: Ladder) -> dict[str, Any]:
        return TableRules.of(ladder.table).dump()

    class Meta:
        model = Ladder
        fields = [
            "id",
            "club",
            "game",
            "name",
            "season_start",
            "season_end",
            "system",
            "parameters",
            "period",
            "least_matches",
            "largest_deviation",
            "active_within",
            "forfeits",
            "table",
            "version",
            "created_at",
        ]


class LadderPage(PageOf):
    results = LadderShape(many=True)


class LadderPlayerShape(Shape):
    id = serializers.UUIDField(help_text="Of whom he became, if he was merged by then.")
    name = serializers.CharField()


class RatingIntervalShape(Shape):
    low = serializers.FloatField()
    high = serializers.FloatField()


class StandingShape(Shape):
    place = serializers.IntegerField(allow_null=True, help_text="Shared when level; null when a gate holds him back.")
    place_before = serializers.IntegerField(allow_null=True, help_text="At the end of the period before.")
    player = LadderPlayerShape()
    rating = serializers.FloatField()
    deviation = serializers.FloatField(allow_null=True, help_text="Elo knows none.")
    interval = RatingIntervalShape(allow_null=True, help_text="Where the true rating lies with 95 % certainty.")
    change = serializers.FloatField(allow_null=True, help_text="Since the end of the period before; null when new.")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    last_played = serializers.DateField()
    provisional = serializers.BooleanField(help_text="Too little is known of him for a place.")
    inactive = serializers.BooleanField(help_text="He has not played for too long.")
    gates = serializers.ListField(
        child=serializers.CharField(), help_text="What says so: `least_matches`, `largest_deviation`, `active_within`."
    )


class StandingsShape(Shape):
    ladder = serializers.UUIDField()
    as_of = serializers.DateField(help_text="The day; after a season its last one.")
    period = serializers.DateField(help_text="The first day of the period in which that day lies.")
    ends = serializers.DateField(help_text="The last day of it.")
    under_way = serializers.BooleanField(help_text="The period had not ended by then: ratings are of what is there.")
    known = serializers.ChoiceField(choices=["now", "then"], help_text="What is told is known now, or was known then.")
    published_at = serializers.DateTimeField(allow_null=True, help_text="When they were, as known then.")
    pending = serializers.IntegerField(help_text="As many changes of the club are not in these ratings yet.")
    standings = StandingShape(many=True)
    since = SinceShape(allow_null=True, help_text="Beside what was known then: what came since, and who moved for it.")
