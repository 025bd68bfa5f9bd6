"""What tells this installation from another, and from itself before its database was made anew."""

from datetime import datetime

from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Min


def epoch() -> datetime:
    """When this database got its first table of ours: a backup that is played back keeps it, a fresh start does not."""
    found: datetime = MigrationRecorder.Migration.objects.filter(app="scorepad").aggregate(at=Min("applied"))["at"]
    return found
