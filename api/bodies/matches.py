from rest_framework import serializers

from api.fields import Boolean, Id, Moment, Object, Strict, Text


class MatchBody(Strict):
    id = Id()
    club = Text(max_length=50, help_text="The club's slug.")
    game = Text(max_length=32)
    played_at = Moment()
    seats = serializers.DictField(child=Id(), help_text="A player's id for each key of the game's seats.")
    options = Object(required=False)
    rated = Boolean(default=True)
    table = Text(max_length=40, default="", allow_blank=True)
