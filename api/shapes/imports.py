"""Imports, and what became of each piece of a file."""

from rest_framework import serializers

from api.shapes.base import PageOf, Shape
from scorepad.models import Import


class ImportLineShape(Shape):
    line = serializers.IntegerField(source="number", help_text="The line of the file on which it begins.")
    what = serializers.CharField(help_text="`match` mostly.")
    id = serializers.UUIDField(source="ref", allow_null=True)
    status = serializers.ChoiceField(
        choices=["new", "here", "refused"], help_text="`here`: it was there already, with the same content."
    )
    problem = serializers.DictField(allow_null=True, help_text="`code`, `detail`, and `errors` with their places.")
    hints = serializers.ListField(child=serializers.DictField(), help_text="Doubts for a person to look at.")


class ImportShape(Shape):
    id = serializers.UUIDField()
    club = serializers.CharField(source="club.slug")
    by = serializers.CharField(source="actor.username")
    mode = serializers.ChoiceField(choices=Import.Mode.choices)
    dry_run = serializers.BooleanField()
    players = serializers.SerializerMethodField(help_text="`create`: names that nobody has became players.")
    state = serializers.ChoiceField(choices=Import.State.choices)
    total = serializers.IntegerField(help_text="The pieces of the file.")
    position = serializers.IntegerField(help_text="How many of them have their verdict.")
    problem = serializers.DictField(allow_null=True, help_text="Why nothing, or not all, was stored.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    taken_back_at = serializers.DateTimeField(allow_null=True)

    def get_players(self, batch: Import) -> str:
        return "create" if batch.creates_players else "match"


class ImportPage(PageOf):
    results = ImportShape(many=True)


class CountsOfImportShape(Shape):
    new = serializers.IntegerField()
    here = serializers.IntegerField()
    refused = serializers.IntegerField()


class OneImportShape(ImportShape):
    counts = CountsOfImportShape()
    lines = ImportLineShape(many=True)
    next = serializers.URLField(allow_null=True, help_text="The next lines, if there are any.")
