"""What the nightly checks found: of the journal, and of the statistics derived from it."""

from django.db import models


class LedgerCheck(models.Model):
    """One walk over all matches in the order of their ids, up to `position` so far, finished or not.

    `problems` are `{match, code, detail}`: rows that are not the fold of their journal, and journals with gaps; or
    facts that the match does not say, and totals that are not their sum.
    """

    class Of(models.TextChoices):
        JOURNAL = "journal"
        STATISTICS = "statistics"
        LADDERS = "ladders"

    of = models.CharField(max_length=16, choices=Of, default=Of.JOURNAL, db_default=Of.JOURNAL)
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    position = models.UUIDField(null=True)
    matches = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)

    class Meta:
        get_latest_by = "started_at"

    def __str__(self) -> str:
        return f"{self.matches} matches, {len(self.problems)} problems"
