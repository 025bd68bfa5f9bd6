"""The feed of a club: what changed in it, in the order in which it was committed."""

from django.db import models
from django.db.models.functions import Now

from scorepad.models.clubs import Club


class Change(models.Model):
    """One thing that changed; `ref` is its id, `version` a match's or a ladder's.

    Numbers are given out under a lock that is held until the commit (`services.writing`): none ever appears below one
    that somebody has read already.
    """

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="changes")
    what = models.CharField(max_length=16)
    ref = models.UUIDField()
    version = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["club", "id"], name="change_by_club")]

    def __str__(self) -> str:
        return f"{self.what} {self.ref}"
