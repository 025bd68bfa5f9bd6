"""The epoch of this installation, renewed when a backup was played back.

What devices had acknowledged since the backup is not in it: a new epoch tells them to offer again what they hold, which
is harmless for whatever is there. A dump played back is noticed by itself; whoever copies the files of a database back
says so with `manage.py renew_epoch`.
"""

import time
from uuid import UUID, uuid4

from django.db import connection, transaction

from scorepad.models import Installation

LOOKED_AT_EVERY = 30.0  # seconds

# The number of the table and the one of its database: a dump that is played back gets new ones.
DATABASE = """
SELECT (SELECT oid FROM pg_database WHERE datname = current_database())::text || '/' ||
       'scorepad_installation'::regclass::oid::text
"""

_last: tuple[float, UUID] | None = None


def epoch() -> UUID:
    """The epoch, as it was some seconds ago at most: it is told in every answer."""
    global _last
    if _last is None or _last[0] < time.monotonic() - LOOKED_AT_EVERY:
        _last = (time.monotonic(), _current())
    return _last[1]


def renew() -> UUID:
    """Another epoch, for a database whose files were put back as they had been."""
    global _last
    with transaction.atomic():
        row = _locked()
        row.epoch = uuid4()
        row.save()
    _last = (time.monotonic(), row.epoch)
    return row.epoch


def _current() -> UUID:
    row, database = Installation.objects.filter(pk=1).first(), _database()
    if row is not None and row.database == database:
        return row.epoch
    with transaction.atomic():
        row = _locked()
        if row.database != database:
            if row.database:
                row.epoch = uuid4()
            row.database = database
            row.save()
    return row.epoch


def _locked() -> Installation:
    Installation.objects.bulk_create([Installation(pk=1)], ignore_conflicts=True)
    return Installation.objects.select_for_update().get(pk=1)


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute(DATABASE)
        return str(cursor.fetchone()[0])
