"""The shapes that come in. Rules are not theirs: what a body means is for the services and the game to judge."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Boolean, Id, Integer, Moment, Object, Strict, Text
from scorepad.models import Club
from scorepad.services.incoming import VERSIONS

BATCH_LIMIT = 100
DEVICE_LIMIT = 80
REASON_LIMIT = 2000


class ClubBody(Strict):
    id = Id(required=False)
    slug = Text(max_length=50)
    name = Text(max_length=100)
    time_zone = Text(max_length=64, default="UTC")
    visibility = serializers.ChoiceField(choices=Club.Visibility.choices, default="private")


class PlayerBody(Strict):
    id = Id(required=False)
    name = Text(max_length=80)
    aliases = serializers.ListField(child=Text(max_length=80), max_length=20, default=list)


class MatchBody(Strict):
    id = Id()
    club = Text(max_length=50, help_text="The club's slug.")
    game = Text(max_length=32)
    played_at = Moment()
    seats = serializers.DictField(child=Id(), help_text="A player's id for each key of the game's seats.")
    options = Object(required=False)
    rated = Boolean(default=True)
    table = Text(max_length=40, default="", allow_blank=True)


# The document's alone: the service itself reads an entry, as it has to tell what is wrong with each of a batch.
class EntryBody(Strict):
    id = Id(
        help_text="Made by the device at the tap and kept there: sending the same again is answered as the first time."
    )
    kind = Text(max_length=32, help_text="`undo`, or one of the game's own: `games` at the root names them.")
    base_version = Integer(
        min_value=VERSIONS[0],
        max_value=VERSIONS[-1],
        help_text="The last version that the device has seen; 0 for none.",
    )
    data = Object(  # type: ignore[assignment]  # a field, which DRF takes out of the class
        help_text="What the kind needs, in the game's own words; `{}` for `undo`."
    )
    reason = Text(
        max_length=REASON_LIMIT,
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="Why it was entered, kept in the journal: a part of the content that the same id may not change.",
    )
    entered_at = Moment(
        required=False, allow_null=True, help_text="By the device's own clock: kept as its claim, and orders nothing."
    )
    device = Text(
        max_length=DEVICE_LIMIT,
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="What the device is called at the club, kept in the journal.",
    )


class BatchedEntryBody(EntryBody):
    base_version = Integer(
        min_value=VERSIONS[0],
        max_value=VERSIONS[-1],
        required=False,
        allow_null=True,
        help_text="Required of the first; one without it follows the entry before.",
    )


@extend_schema_field(BatchedEntryBody(many=True))
class Batch(serializers.ListField):
    child = serializers.JSONField(allow_null=True)


class BatchBody(Strict):
    entries = Batch(min_length=1, max_length=BATCH_LIMIT)
