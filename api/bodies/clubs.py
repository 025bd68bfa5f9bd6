from rest_framework import serializers

from api.fields import Id, Strict, Text
from scorepad.models import Club


class ClubBody(Strict):
    id = Id(required=False)
    slug = Text(max_length=50)
    name = Text(max_length=100)
    time_zone = Text(max_length=64, default="UTC")
    visibility = serializers.ChoiceField(choices=Club.Visibility.choices, default="private")


class ClubChange(Strict):
    slug = Text(max_length=50, required=False)
    name = Text(max_length=100, required=False)
    time_zone = Text(max_length=64, required=False)
    visibility = serializers.ChoiceField(choices=Club.Visibility.choices, required=False)
