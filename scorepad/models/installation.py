"""What tells this installation from another, and from itself before a backup was played back."""

import uuid

from django.db import models
from django.db.models import Q


class Installation(models.Model):
    """One row. `epoch` is told in every answer of the API: when it changes, devices offer again what they hold.

    `database` is what the database calls itself: a dump that is played back makes new tables under new numbers, so that
    it is seen to be another one than the epoch was given to.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    epoch = models.UUIDField(default=uuid.uuid4)
    database = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="installation_is_one")]

    def __str__(self) -> str:
        return str(self.epoch)
