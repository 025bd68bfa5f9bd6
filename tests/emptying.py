"""How the database is emptied after a test that committed.

Django truncates every table and writes content types and permissions anew, which takes longer than most of these tests
do. Here rows go only from the tables that have some, and what migrations wrote stays. A table that a test has filled
is truncated all the same: nothing sweeps up what a deletion leaves, and the tests after it would read past that.
"""

from collections.abc import Collection
from typing import Any

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected

WRITTEN_BY_MIGRATIONS = {"django_content_type", "auth_permission"}
FILLED = 2**20  # bytes


def empty(_: Any = None) -> None:
    """Stands in for `TransactionTestCase._fixture_teardown`.

    A server may be writing still, for a page that is closed by now, and wait for a table that is locked here already
    while this waits for it: PostgreSQL breaks one of the two off, and this one begins again.
    """
    while True:
        try:
            return _empty()
        except OperationalError as error:
            if not isinstance(error.__cause__, DeadlockDetected):
                raise


def _empty() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        tables = emptied()
        # What a worker or a server has begun to write is waited for: a deletion would not see it.
        cursor.execute(f"LOCK TABLE {listed(tables)} IN ACCESS EXCLUSIVE MODE")
        cursor.execute(" UNION ALL ".join(map(row_of, tables)))
        sizes = dict(cursor.fetchall())
        if any(size > FILLED for size in sizes.values()):
            cursor.execute(f"TRUNCATE {listed(sizes)} CASCADE")
        elif sizes:
            cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger, and no look at foreign keys
            cursor.execute(";".join(f"DELETE FROM {quoted(table)}" for table in sizes))


def emptied() -> list[str]:
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(tables) - WRITTEN_BY_MIGRATIONS)


def row_of(table: str) -> str:
    """The table and how much of it there is, if there is any."""
    return f"SELECT '{table}', pg_relation_size('{table}') WHERE EXISTS (SELECT FROM {quoted(table)})"


def listed(tables: Collection[str]) -> str:
    return ", ".join(map(quoted, tables))


def quoted(table: str) -> str:
    return connection.ops.quote_name(table)
