"""JSON kept as it was written, and the key of a name that a club holds only once.

JSON is PostgreSQL's `json`, not `jsonb`, which rewrites what it is given (1e2 becomes 100, keys lose their order); what
people and their apps wrote down is not ours to rewrite. `json` has no equality in SQL, so a query over such a column
cannot use DISTINCT.
"""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.types.json import Json

from scorepad.spelling import key_of


class WrittenJSONField(models.JSONField):
    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "json"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return None if value is None else Json(value)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        return value


class KeyField(models.CharField):  # type: ignore[type-arg]
    """The key of the row's `name`, made of it whenever both are stored."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = key_of(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key
