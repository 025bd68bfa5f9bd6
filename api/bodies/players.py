from rest_framework import serializers

from api.fields import Id, Strict, Text


class PlayerBody(Strict):
    id = Id(required=False)
    name = Text(max_length=80)
    aliases = serializers.ListField(child=Text(max_length=80), max_length=20, default=list)
