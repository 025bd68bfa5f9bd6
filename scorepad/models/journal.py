"""The journal: what people entered, in the order it was accepted, for ever.

A trigger refuses to change or delete a row (migration 0002). People are in it by id only, so that a name can be taken
back from one table alone.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from scorepad.models.fields import WrittenJSONField
from scorepad.models.imports import Import
from scorepad.models.matches import Match
from scorepad.models.tokens import ApiToken

FORMAT = "scorepad-entry/1"


class Entry(models.Model):
    """One entry. `version` was given under the match's lock; `entered_at` and `device` are only what the device claims.

    `undoes` is the version that an undo took back. `data` holds no nulls but inside an app's own `ext`. Of an
    entry that came with an import, `actor` is who imported it, `claimed_at` when the file says it was stored elsewhere.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="entries")
    version = models.PositiveIntegerField()
    entry_id = models.UUIDField()
    kind = models.CharField(max_length=32)
    data = WrittenJSONField()
    reason = models.CharField(max_length=2000, null=True)
    undoes = models.PositiveIntegerField(null=True)
    format = models.CharField(max_length=32, default=FORMAT)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    token = models.ForeignKey(ApiToken, models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=80, null=True)
    entered_at = models.DateTimeField(null=True)
    imported = models.ForeignKey(Import, models.PROTECT, null=True, related_name="entries")
    claimed_at = models.DateTimeField(null=True)
    stored_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["match", "version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="entry_version_once"),
            models.UniqueConstraint(fields=["match", "entry_id"], name="entry_id_once"),
            models.UniqueConstraint(fields=["match", "undoes"], name="entry_undone_once"),
            models.CheckConstraint(
                condition=Q(version=1, kind="create") | (Q(version__gt=1) & ~Q(kind="create")),
                name="entry_create_first",
            ),
            models.CheckConstraint(
                condition=Q(kind="undo", undoes__isnull=False, undoes__gt=1, undoes__lt=models.F("version"))
                | (~Q(kind="undo") & Q(undoes__isnull=True)),
                name="entry_undoes_earlier",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version} {self.kind}"
