from django.core.cache import cache
from django.db import connection


def test_postgres_is_real(db):
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        assert cursor.fetchone()[0].startswith("18.")


def test_valkey_is_real():
    cache.set("a", 1)
    assert cache.get("a") == 1
