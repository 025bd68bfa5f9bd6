"""What the last checks of the journal found."""

from django.db import models


class LedgerCheck(models.Model):
    """One run of `verify_journal` over all matches: how many, and each that did not agree with its journal."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    matches = models.PositiveIntegerField()
    problems = models.JSONField()

    class Meta:
        get_latest_by = "started_at"

    def __str__(self) -> str:
        return f"{self.matches} matches, {len(self.problems)} problems"

    @property
    def agrees(self) -> bool:
        return not self.problems
