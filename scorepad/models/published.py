"""Standings as they were told: published when a period has ended, and frozen when a season has.

These are nobody's cache: what was told is not told otherwise later. A trigger refuses to change or delete a row
(migrations 0010 and 0012), but with the whole club, or of what was published with the whole ladder. People are in them
by id only, as in the journal.
"""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from scorepad.models.ladders import Ladder


class _Told(models.Model):
    """`standings` as of the evening of `ends`, and what was known then: the club's feed up to `position`, which players
    had become which others (`merges`, by id the root), and the version of the ladder's rules."""

    ends = models.DateField()
    standings = models.JSONField()
    position = models.BigIntegerField()
    merges = models.JSONField()
    ladder_version = models.PositiveIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"as of {self.ends}"


class Published(_Told):
    """The standings of a ladder at the end of a period, which began on `period`."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="published")
    period = models.DateField()
    published_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "published"
        constraints = [models.UniqueConstraint(fields=["ladder", "ends"], name="published_once")]


class Frozen(_Told):
    """The final standings and the table of a season. `checksum` is the SHA-256 of `standings` as canonical JSON."""

    ladder = models.OneToOneField(Ladder, models.PROTECT, related_name="frozen")
    checksum = models.CharField(max_length=64)
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    frozen_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "frozen"
