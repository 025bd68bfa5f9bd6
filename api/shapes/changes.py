"""The feed of a club."""

from rest_framework import serializers

from api.shapes.base import PageOf, Shape


class ChangeShape(Shape):
    number = serializers.IntegerField(source="pk", help_text="In the order of the commits; never given out twice.")
    what = serializers.CharField(
        help_text="`club`, `player`, `match`, `member`, `import` or `ladder`; there may be more later."
    )
    id = serializers.UUIDField(source="ref", help_text="Of what changed; ask for it to see how it is now.")
    version = serializers.IntegerField(allow_null=True, help_text="A match's or a ladder's.")
    at = serializers.DateTimeField()


class ChangePage(PageOf):
    results = ChangeShape(many=True)
    last = serializers.IntegerField(help_text="To ask `after` next time.")
