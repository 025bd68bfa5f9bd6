from rest_framework import serializers

from api.fields import Boolean, Id, Strict, Text


class PlayerBody(Strict):
    id = Id(required=False)
    name = Text(max_length=80)
    aliases = serializers.ListField(child=Text(max_length=80), max_length=20, default=list)


class PlayerChange(Strict):
    name = Text(max_length=80, required=False)
    aliases = serializers.ListField(child=Text(max_length=80), max_length=20, required=False)
    hidden = Boolean(required=False, help_text="Left out of lists to choose from.")
    user = Text(
        max_length=150, required=False, allow_null=True, help_text="The member whose player this is; for owners."
    )


class MergeBody(Strict):
    into = Id(help_text="The player whom this one becomes.")
