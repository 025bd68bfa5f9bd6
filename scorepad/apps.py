"""The one data app of the project."""

from django.apps import AppConfig


class ScorepadConfig(AppConfig):
    name = "scorepad"

    def ready(self) -> None:
        # The Celery app has to exist in whichever process sends or runs a task; the checks register themselves.
        from scorepad import celery, checks  # noqa: F401
