"""Files of matches that were taken in, line by line: what became of each, and who is to be asked about it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scorepad.models.clubs import Club
from scorepad.models.tokens import ApiToken


class Import(models.Model):
    """One file and its job. `source` is the file as it came, kept until the job is over, and of a dry run for a day, so
    that it can be taken in as it was looked at; `position` the last line that has its verdict, out of `total`.
    `problem` says why the whole of it was refused or broke off.

    The job may be lost or doubled at any moment: what is left to do stands here.
    """

    class Mode(models.TextChoices):
        ATOMIC = "atomic"
        PER_RECORD = "per_record"

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        REFUSED = "refused"
        TAKEN_BACK = "taken_back"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.CASCADE, related_name="imports")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    token = models.ForeignKey(ApiToken, models.PROTECT, null=True, related_name="+")
    mode = models.CharField(max_length=10, choices=Mode)
    dry_run = models.BooleanField(default=False)
    creates_players = models.BooleanField(default=False)
    source = models.BinaryField(null=True)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    total = models.PositiveIntegerField(default=0)
    position = models.PositiveIntegerField(default=0)
    problem = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=["atomic", "per_record"]), name="import_mode_known"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "refused", "taken_back"]),
                name="import_state_known",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class ImportLine(models.Model):
    """The verdict on one line: `new`, `here` already, or `refused` with a problem. `what` a line is, a match mostly;
    `told` is by what a person knows it again."""

    batch = models.ForeignKey(Import, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    what = models.CharField(max_length=16)
    ref = models.UUIDField(null=True)
    status = models.CharField(max_length=8)
    problem = models.JSONField(null=True)
    hints = models.JSONField(default=list)
    told = models.JSONField(null=True)

    class Meta:
        ordering = ["batch", "number"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="import_line_once"),
            models.CheckConstraint(condition=Q(status__in=["new", "here", "refused"]), name="import_line_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.status}"
