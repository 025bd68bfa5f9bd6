from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Id, Integer, Moment, Object, Strict, Text
from scorepad.services.incoming import VERSIONS

BATCH_LIMIT = 100
DEVICE_LIMIT = 80
REASON_LIMIT = 2000


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
