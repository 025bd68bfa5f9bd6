from rest_framework import serializers

from api.fields import Id, Moment, Strict
from scorepad.models import Membership


class InvitationBody(Strict):
    id = Id(required=False)
    role = serializers.ChoiceField(choices=Membership.Role.choices)
    player = Id(required=False, allow_null=True, help_text="The player whom the account will be.")
    expires_at = Moment(required=False, allow_null=True, help_text="In 14 days, if nothing is said.")
