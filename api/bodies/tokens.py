from rest_framework import serializers

from api.fields import Id, Moment, Strict, Text
from scorepad.models.tokens import SCOPES


class Scope(serializers.ChoiceField):
    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=str(data)[:40])
        return str(super().to_internal_value(data))


class TokenBody(Strict):
    id = Id(required=False)
    name = Text(max_length=80, help_text="What it is for.")
    scopes = serializers.ListField(child=Scope(choices=SCOPES), min_length=1, max_length=len(SCOPES))
    club = Text(
        max_length=50, required=False, allow_null=True, help_text="A club's slug; without one, all of your clubs."
    )
    expires_at = Moment(required=False, allow_null=True)
