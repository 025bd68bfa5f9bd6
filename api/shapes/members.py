"""Members, and one's own account."""

from rest_framework import serializers

from api.shapes.base import PageOf, Shape
from scorepad.models import Membership


class MemberShape(Shape):
    id = serializers.UUIDField(source="ref")
    user = serializers.CharField(source="user.username", help_text="The name they sign in with.")
    role = serializers.ChoiceField(choices=Membership.Role.choices)
    created_at = serializers.DateTimeField()


class MemberPage(PageOf):
    results = MemberShape(many=True)


class OwnMembershipShape(Shape):
    club = serializers.CharField(help_text="The club's slug.")
    role = serializers.ChoiceField(choices=Membership.Role.choices)


class AccountShape(Shape):
    user = serializers.CharField()
    memberships = OwnMembershipShape(many=True)
    goes = serializers.DictField(
        child=serializers.IntegerField(), help_text="How much of what goes with the account when it is deleted."
    )
