"""What Django's system check asks of an installation of Scorepad besides its own questions."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

OLDEST_POSTGRES = 15


@register(Tags.database)
def postgres_is_new_enough(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        version = connection.get_database_version()[0]
        if version < OLDEST_POSTGRES:
            hint = "Constraints with NULLS NOT DISTINCT need it."
            found.append(
                Error(f"PostgreSQL {version} is too old: {OLDEST_POSTGRES} or later.", hint=hint, id="scorepad.E001")
            )
    return found


@register(Tags.security, deploy=True)
def pepper_is_its_own(**kwargs: Any) -> list[CheckMessage]:
    if settings.TOKEN_PEPPER != settings.SECRET_KEY:
        return []
    hint = "Set TOKEN_PEPPER: SECRET_KEY can then be changed without every API token ending."
    return [Warning("API tokens are hashed with SECRET_KEY.", hint=hint, id="scorepad.W001")]
