"""What is told of a season: its table, its final standings once they are frozen, and what came since."""

from rest_framework import serializers

from api.fields import Object
from api.shapes.base import Shape
from api.shapes.hindsight import NamedPlayerShape, SinceShape
from api.shapes.ladders import LadderPlayerShape


class TiebreakShape(Shape):
    key = serializers.CharField(help_text="`direct`, `margin`, `wins`, or a fact; `-` before it when less is better.")
    name = serializers.CharField()


class TableRowShape(Shape):
    place = serializers.IntegerField(help_text="Shared by those level in points and in every tie-break.")
    player = LadderPlayerShape()
    points = serializers.FloatField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Those that the opponent gave up among them.")
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="Those that he gave up among them.")
    forfeits_won = serializers.IntegerField()
    forfeits_lost = serializers.IntegerField()
    byes = serializers.IntegerField()
    margin = serializers.IntegerField(help_text="His points less his opponents', of matches played to the end.")
    tiebreaks = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="What each tie-break says of him; null for a direct encounter with nobody level.",
    )


class TableShape(Shape):
    ladder = serializers.UUIDField()
    tiebreaks = TiebreakShape(many=True)
    pending = serializers.IntegerField(help_text="As many changes of the club are not in the tie-breaks' facts yet.")
    table = TableRowShape(many=True)


class FrozenShape(Shape):
    ladder = serializers.UUIDField()
    ends = serializers.DateField()
    frozen_at = serializers.DateTimeField()
    frozen_by = serializers.CharField(help_text="Empty for guests.")
    checksum = serializers.CharField(help_text="SHA-256, in hexadecimal, of `document` as canonical JSON (RFC 8785).")
    intact = serializers.BooleanField(help_text="Whether that is so.")
    document = Object(help_text="The rules, the standings and the table, players by their ids.")
    players = NamedPlayerShape(many=True, help_text="Everybody who is named in it, by id.")
    since = SinceShape()
