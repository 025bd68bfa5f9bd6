"""Matches."""

from rest_framework import serializers

from api.shapes.base import PageOf, Shape
from scorepad.models import Match


class SeatShape(Shape):
    player = serializers.UUIDField()
    name = serializers.CharField()
    score = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text="Once the match is complete; may be shared.")


class CountsShape(Shape):
    played = serializers.BooleanField(help_text="Played to its end at the table.")
    rated = serializers.BooleanField(help_text="Taken into account by ladders.")
    counted = serializers.BooleanField(help_text="A result, by forfeit perhaps.")


class MatchRowShape(Shape):
    id = serializers.UUIDField()
    club = serializers.CharField(help_text="The club's slug.")
    game = serializers.CharField()
    rules = serializers.CharField(help_text="The rules version it was accepted under.")
    played_at = serializers.DateTimeField(help_text="As it was written down.")
    played_on = serializers.DateField(help_text="The club's own date of that evening.")
    rated = serializers.BooleanField()
    table = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=Match.Status.choices)
    forfeited_by = serializers.CharField(allow_null=True, help_text="The key of the seat that gave up.")
    void = serializers.BooleanField(help_text="It no longer counts, whatever its status.")
    duplicate_of = serializers.UUIDField(allow_null=True, help_text="The match it was a second recording of.")
    counts = CountsShape()
    grade = serializers.CharField()
    version = serializers.IntegerField(help_text="The last entry's; the base_version of the next.")
    seats = serializers.DictField(child=SeatShape(), help_text="By the keys of the game's seats.")
    running = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    awaiting = serializers.DictField(allow_null=True, help_text="What comes next: round, trick and leader.")


class MatchShape(MatchRowShape):
    options = serializers.DictField(help_text="A stake is shown to members only.")
    totals = serializers.DictField(child=serializers.IntegerField())
    result = serializers.DictField(allow_null=True, help_text="A payoff is shown to members only.")
    entries = serializers.IntegerField()
    amended = serializers.IntegerField()


class NewMatchShape(MatchShape):
    hints = serializers.ListField(child=serializers.DictField(), help_text="Doubts for a person to look at.")


class HintsShape(Shape):
    hints = serializers.ListField(child=serializers.DictField(), help_text="Doubts for a person to look at.")


class MatchPage(PageOf):
    results = MatchRowShape(many=True)
