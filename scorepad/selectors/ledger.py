"""What the last whole checks found, of the journal, of the statistics and of the ladders."""

from scorepad.models import LedgerCheck


def last_checks() -> dict[str, LedgerCheck]:
    """The last of each kind there has been; one query."""
    finished = LedgerCheck.objects.filter(finished_at__isnull=False)
    return {check.of: check for check in finished.order_by("of", "-finished_at").distinct("of")}
