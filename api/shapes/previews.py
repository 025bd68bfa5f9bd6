"""What a change would do to ladders."""

from rest_framework import serializers

from api.shapes.base import Shape
from api.shapes.hindsight import NamedPlayerShape
from scorepad.models import Preview


class ForetoldShape(Shape):
    place = serializers.IntegerField(allow_null=True)
    rating = serializers.FloatField()
    deviation = serializers.FloatField(allow_null=True)
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    provisional = serializers.BooleanField()
    inactive = serializers.BooleanField()


class MoveShape(Shape):
    player = NamedPlayerShape()
    before = ForetoldShape(allow_null=True, help_text="As things stand, with all changes in the ratings.")
    after = ForetoldShape(allow_null=True, help_text="As they would stand.")


class ImpactShape(Shape):
    ladder = serializers.UUIDField()
    name = serializers.CharField()
    periods = serializers.ListField(
        child=serializers.DateField(), help_text="The first days of those that would be rated otherwise."
    )
    standings = MoveShape(many=True, help_text="Of whoever would stand otherwise today.")


# No docstring: the document would print it. The members of every dry run's answer.
class RehearsedShape(Shape):
    dry_run = serializers.BooleanField(required=False, help_text="Nothing was stored.")
    ladders = ImpactShape(
        many=True,
        required=False,
        allow_null=True,
        help_text="Of a dry run: what would move. Null when a job works it out, or ladders are not yours to read.",
    )
    preview = serializers.UUIDField(
        required=False, allow_null=True, help_text="Of a dry run: where the job will tell it, under `/previews/`."
    )


class PreviewShape(serializers.ModelSerializer[Preview]):
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    ladders = ImpactShape(many=True, allow_null=True, help_text="Null until the job is done.")

    class Meta:
        model = Preview
        fields = ["id", "club", "state", "ladders", "created_at", "finished_at"]
