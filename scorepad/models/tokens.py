"""Tokens of the REST API, and the short links that pair a device: what is kept of them opens nothing."""

import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from scorepad.models.clubs import Club
from scorepad.models.matches import Match

SCOPES = ("read", "record", "manage")


class ApiToken(models.Model):
    """Its prefix, to find it by, and a keyed digest, to know it by. It reaches no further than its user's roles.

    With a `match` it is a device's: it records this one match and opens nothing else.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_tokens")
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="+")
    match = models.ForeignKey(Match, models.PROTECT, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=16)
    digest = models.CharField(max_length=64)
    scopes = ArrayField(models.CharField(max_length=8))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["prefix"], name="token_prefix_once"),
            models.CheckConstraint(condition=Q(scopes__contained_by=list(SCOPES)), name="token_scopes_known"),
            models.CheckConstraint(condition=Q(scopes__len__gte=1), name="token_scopes_some"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | Q(scopes=["record"], club__isnull=False),
                name="token_of_device_records",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Pairing(models.Model):
    """A short link that gives one device a token for one match, once. Of its code only a keyed digest is kept.

    The link itself is good until `expires_at`, the token until `token_expires_at`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    match = models.ForeignKey(Match, models.CASCADE, related_name="pairings")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    token_expires_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    token = models.OneToOneField(ApiToken, models.PROTECT, null=True, related_name="pairing")

    def __str__(self) -> str:
        return self.name
