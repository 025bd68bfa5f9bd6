"""What has become known since standings were told."""

from rest_framework import serializers

from api.fields import Object
from api.shapes.base import Shape


class NamedPlayerShape(Shape):
    id = serializers.UUIDField(help_text="This very player, whoever he has become since.")
    name = serializers.CharField(help_text="As it is now.")


class StoodShape(Shape):
    place = serializers.IntegerField(allow_null=True)
    rating = serializers.FloatField()


class MovedShape(Shape):
    player = NamedPlayerShape()
    then = StoodShape(allow_null=True, help_text="Null when he was not on the ladder.")
    now = StoodShape(allow_null=True)


class TabledShape(Shape):
    place = serializers.IntegerField()
    points = serializers.FloatField()


class MovedInTableShape(Shape):
    player = NamedPlayerShape()
    then = TabledShape(allow_null=True)
    now = TabledShape(allow_null=True)


class CountedShape(Shape):
    played_on = serializers.DateField()
    players = NamedPlayerShape(many=True, help_text="In the order of the seats, as places and scores are.")
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())


class EnteredSinceShape(Shape):
    version = serializers.IntegerField()
    kind = serializers.CharField()
    reason = serializers.CharField(allow_null=True)
    actor = serializers.CharField(help_text="Who entered it; empty for guests.")
    stored_at = serializers.DateTimeField()


class CorrectedShape(Shape):
    match = serializers.UUIDField()
    then = CountedShape(allow_null=True, help_text="Null when it did not count.")
    now = CountedShape(allow_null=True)
    entries = EnteredSinceShape(many=True, help_text="What was entered since, but for the play itself.")


class MergedShape(Shape):
    player = NamedPlayerShape()
    then = NamedPlayerShape(allow_null=True, help_text="Whom he had become; null for himself.")
    now = NamedPlayerShape(allow_null=True)


class SinceShape(Shape):
    standings = MovedShape(many=True, help_text="Of whom something else is told now.")
    table = MovedInTableShape(many=True)
    corrections = CorrectedShape(many=True, help_text="The matches that count otherwise now, by their evenings.")
    more = serializers.BooleanField(help_text="There are more of them.")
    merges = MergedShape(many=True)
    rules = Object(help_text="The ladder's rules that were others, by name: `then` and `now`.")
    pending = serializers.IntegerField(help_text="As many changes of the club are not in what is told of now.")
