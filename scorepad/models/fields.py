"""JSON kept as it was written: PostgreSQL's `json`, not `jsonb`.

`jsonb` rewrites what it is given (1e2 becomes 100, keys lose their order); what people and their apps wrote down is not
ours to rewrite. `json` has no equality in SQL, so a query over such a column cannot use DISTINCT.
"""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.types.json import Json


class WrittenJSONField(models.JSONField):
    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "json"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return None if value is None else Json(value)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        return value
