"""What the checks of the journal found."""

from django.db import models


class LedgerCheck(models.Model):
    """One walk over all matches in the order of their ids, up to `position` so far, finished or not.

    `problems` are `{match, code, detail}`: rows that are not the fold of their journal, and journals with gaps.
    """

    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    position = models.UUIDField(null=True)
    matches = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)

    class Meta:
        get_latest_by = "started_at"

    def __str__(self) -> str:
        return f"{self.matches} matches, {len(self.problems)} problems"
