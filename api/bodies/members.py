from rest_framework import serializers

from api.fields import Strict, Text
from scorepad.models import Membership


class MemberBody(Strict):
    user = Text(max_length=150, help_text="The name they sign in with.")
    role = serializers.ChoiceField(choices=Membership.Role.choices)


class RoleBody(Strict):
    role = serializers.ChoiceField(choices=Membership.Role.choices)
