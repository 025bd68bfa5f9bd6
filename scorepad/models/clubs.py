"""Clubs, who may do what in them, and the links by which people come in."""

import uuid

from django.conf import settings
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"


class Club(models.Model):
    """A club and its evenings: `time_zone` says which date an evening has, `visibility` who may read along.

    From `deleted_at` on it is nowhere to be seen; a job erases what is left of it.
    """

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        PRIVATE = "private"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    slug = models.CharField(max_length=50)
    name = models.CharField(max_length=100)
    time_zone = models.CharField(max_length=64, default="UTC")
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.PRIVATE)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slug"], name="club_slug_unique"),
            models.CheckConstraint(condition=Q(slug__regex=SLUG), name="club_slug_plain"),
            models.CheckConstraint(condition=Q(visibility__in=["public", "private"]), name="club_visibility_known"),
            models.CheckConstraint(condition=Q(time_zone__regex=r"^[A-Za-z0-9_+/-]+$"), name="club_time_zone_plain"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's role in a club: owners manage it, scorers record in it, members read it. `ref` is its id outside.

    `unasked` is whoever an owner has made a member by his name, and who has accepted no invitation of the club since.
    """

    class Role(models.TextChoices):
        OWNER = "owner"
        SCORER = "scorer"
        MEMBER = "member"

    ref = models.UUIDField(db_default=RandomUUID(), unique=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=6, choices=Role)
    unasked = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=["owner", "scorer", "member"]), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A link that makes whoever opens it first a member, in this role. Of its secret only a keyed digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=6, choices=Membership.Role)
    player = models.ForeignKey("scorepad.Player", models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__in=["owner", "scorer", "member"]), name="invitation_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.club} ({self.role})"
