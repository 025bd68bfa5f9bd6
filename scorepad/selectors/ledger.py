"""What the last whole check of the journal found."""

from scorepad.models import LedgerCheck


def last_check() -> LedgerCheck | None:
    return LedgerCheck.objects.filter(finished_at__isnull=False).order_by("finished_at").last()
