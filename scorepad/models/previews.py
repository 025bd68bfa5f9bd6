"""Previews that take too long to be waited for, and the jobs that work them out.

What is in them is derived, and of the day: a sweep erases them. People and matches are in them by id only.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from scorepad.models.clubs import Club


class Preview(models.Model):
    """`hypothesis` is what would be; `ladders` what it would do to each ladder, once the job has told it.

    The job may be lost or doubled at any moment: what is to be worked out stands here.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        DONE = "done"
        GIVEN_UP = "given_up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    hypothesis = models.JSONField()
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    ladders = models.JSONField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["queued", "done", "given_up"]), name="preview_state_known"),
            models.CheckConstraint(condition=Q(ladders__isnull=False) | ~Q(state="done"), name="preview_done_is_told"),
        ]

    def __str__(self) -> str:
        return str(self.id)
