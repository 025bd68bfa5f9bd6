"""What the last whole checks found, of the journal, of the statistics and of the ladders."""

from scorepad.models import LedgerCheck


def last_check(of: str) -> LedgerCheck | None:
    return LedgerCheck.objects.filter(of=of, finished_at__isnull=False).order_by("finished_at").last()


def last_checks() -> dict[str, LedgerCheck]:
    """The last of each kind there has been; one query."""
    finished = LedgerCheck.objects.filter(finished_at__isnull=False)
    return {check.of: check for check in finished.order_by("of", "-finished_at").distinct("of")}
