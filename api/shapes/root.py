"""The way in."""

from rest_framework import serializers

from api.shapes.base import Shape


class LimitsShape(Shape):
    body_bytes = serializers.IntegerField()
    depth = serializers.IntegerField()
    entries_per_batch = serializers.IntegerField()
    page_size = serializers.IntegerField()
    token_requests = serializers.DictField(child=serializers.IntegerField(), help_text="Of each token or session.")
    anonymous_requests = serializers.DictField(child=serializers.IntegerField(), help_text="Of each address.")


class GameShape(Shape):
    name = serializers.CharField()
    rules = serializers.CharField(help_text="The rules version a new match is accepted under.")
    record_format = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField(), help_text="The entries of this game's own.")


class RootShape(Shape):
    name = serializers.CharField()
    version = serializers.CharField()
    api = serializers.CharField()
    games = serializers.DictField(child=GameShape())
    limits = LimitsShape()
    epoch = serializers.UUIDField(help_text="Told in every answer as Scorepad-Epoch; another one after a restore.")
    time = serializers.DateTimeField(help_text="The server's clock.")
    links = serializers.DictField(child=serializers.CharField())
