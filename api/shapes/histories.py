"""A player's rating on a ladder: its history, and how one change of it came about."""

from rest_framework import serializers

from api.shapes.base import Shape
from api.shapes.ladders import LadderPlayerShape, RatingIntervalShape
from scorepad.models import Ladder


class RatingShape(Shape):
    rating = serializers.FloatField()
    deviation = serializers.FloatField(allow_null=True, help_text="Elo knows none.")
    volatility = serializers.FloatField(allow_null=True, help_text="Elo knows none.")
    interval = RatingIntervalShape(allow_null=True)


class PointShape(Shape):
    period = serializers.DateField(help_text="The first day of a period in which he played.")
    ends = serializers.DateField(help_text="Its last day.")
    under_way = serializers.BooleanField()
    before = RatingShape(help_text="When it began, after the periods in which he did not play.")
    after = RatingShape()
    change = serializers.FloatField()
    matches = serializers.IntegerField(help_text="In this period.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Matches since the ladder began.")


class HistoryShape(Shape):
    ladder = serializers.UUIDField()
    player = LadderPlayerShape()
    pending = serializers.IntegerField(help_text="As many changes of the club are not in these ratings yet.")
    points = PointShape(many=True)


class ContributionShape(Shape):
    match = serializers.UUIDField()
    played_on = serializers.DateField()
    opponent = LadderPlayerShape()
    rating = RatingShape(help_text="The opponent's before the period.")
    score = serializers.FloatField(help_text="1 won, 0.5 drawn, 0 lost.")
    expected = serializers.FloatField(help_text="The score expected.")
    weight = serializers.FloatField()
    margin = serializers.FloatField(help_text="By how many points the match was won.")
    trust = serializers.FloatField(allow_null=True, help_text="Glicko-2's g: how much such an opponent's result says.")
    gain = serializers.FloatField(help_text="The points of rating that the match brought.")


class RatingChangeShape(Shape):
    ladder = serializers.UUIDField()
    player = LadderPlayerShape()
    system = serializers.ChoiceField(choices=Ladder.System.choices)
    parameters = serializers.DictField(child=serializers.FloatField(allow_null=True))
    period = serializers.DateField(help_text="Its first day.")
    ends = serializers.DateField(help_text="Its last day.")
    under_way = serializers.BooleanField()
    pending = serializers.IntegerField(help_text="As many changes of the club are not in `before` yet.")
    idle = serializers.IntegerField(help_text="Periods without a match just before, which are in `before` already.")
    before = RatingShape()
    after = RatingShape()
    change = serializers.FloatField()
    variance = serializers.FloatField(allow_null=True, help_text="Glicko-2's v, on its own scale.")
    improvement = serializers.FloatField(allow_null=True, help_text="Glicko-2's Δ, on its own scale.")
    formula = serializers.ListField(child=serializers.CharField())
    matches = ContributionShape(many=True)
