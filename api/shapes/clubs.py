"""Clubs."""

from rest_framework import serializers

from api.shapes.base import PageOf
from scorepad.models import Club


class ClubShape(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["id", "slug", "name", "time_zone", "visibility", "created_at"]


class ClubPage(PageOf):
    results = ClubShape(many=True)
