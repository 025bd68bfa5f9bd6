"""What the last whole checks found, of the journal and of the statistics."""

from scorepad.models import LedgerCheck


def last_check(of: str) -> LedgerCheck | None:
    return LedgerCheck.objects.filter(of=of, finished_at__isnull=False).order_by("finished_at").last()
