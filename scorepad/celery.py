"""The Celery application. Redis is never the record: a job that it loses is found again in PostgreSQL.

A job is acknowledged when it is done, so it runs again after a killed worker; a job that took longer than the
visibility timeout would run twice at a time, so none may take longer than a quarter of it.
"""

import os
import signal
from typing import Any
from urllib.parse import parse_qs, urlsplit

from celery import Celery
from celery.schedules import crontab
from celery.signals import worker_process_init
from django.conf import settings

from scorepad.orphans import end_with

VISIBILITY_TIMEOUT = 1200


def broker_url(redis_url: str) -> str:
    """Redis clients write a Unix socket as unix://PATH?db=N; Celery wants redis+socket://PATH?virtual_host=N."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    return f"redis+socket://{parts.path}?virtual_host={parse_qs(parts.query).get('db', ['0'])[0]}"


def configuration() -> dict[str, Any]:
    return {
        "broker_url": broker_url(settings.REDIS_URL),
        "broker_connection_retry_on_startup": True,
        "broker_transport_options": {
            "visibility_timeout": VISIBILITY_TIMEOUT,
            "unacked_restore_interval": 10,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 2,
            # A Redis that takes and never answers would hold up for ever whoever tells it something, a write above all.
            "socket_timeout": 1 if settings.ON_THE_WEB else 10,
            # How often a sender tries to reach Redis; by default, whoever waits for it is held up for six seconds.
            "max_retries": 1,
            "interval_start": 0,
            "interval_step": 0.2,
            "interval_max": 0.2,
        },
        "accept_content": ["json"],
        "task_serializer": "json",
        # A club's Redis may carry the jobs of other programs, too.
        "task_default_queue": "scorepad",
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_time_limit": VISIBILITY_TIMEOUT // 4,
        "task_soft_time_limit": VISIBILITY_TIMEOUT // 4 - 15,
        # A write must not wait for Redis, and never fails for it: one more try, then the sweep will find it.
        "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2},
        # As many jobs as a database connection is kept for; without it each job opens its own.
        "CELERY_DB_REUSE_MAX": 100,
        "worker_prefetch_multiplier": 1,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "timezone": "UTC",
        "beat_schedule": {
            "verify the journal": {
                "task": "scorepad.tasks.ledger.verify_journal",
                "schedule": crontab(hour=3, minute=30),
            },
            "verify the statistics": {
                "task": "scorepad.tasks.statistics.verify_statistics",
                "schedule": crontab(hour=4, minute=0),
            },
            "count anew what was counted by older rules": {
                "task": "scorepad.tasks.statistics.count_anew",
                "schedule": crontab(minute=20),
            },
            "bring up to date what is stale": {
                "task": "scorepad.tasks.statistics.sweep",
                "schedule": 60.0,
            },
            "verify the ladders": {
                "task": "scorepad.tasks.ladders.verify_ladders",
                "schedule": crontab(hour=4, minute=30),
            },
            "recalculate what is stale": {
                "task": "scorepad.tasks.ladders.sweep",
                "schedule": 60.0,
            },
            "publish the standings of periods that have ended": {
                "task": "scorepad.tasks.ladders.publish",
                "schedule": crontab(minute=5),
            },
            "go on with imports that were left": {
                "task": "scorepad.tasks.imports.sweep",
                "schedule": 60.0,
            },
            "go on with previews that were left, and erase old ones": {
                "task": "scorepad.tasks.previews.sweep",
                "schedule": 60.0,
            },
            "erase what deleted clubs left behind": {
                "task": "scorepad.tasks.erasing.sweep",
                "schedule": crontab(minute="*/10"),
            },
        },
    }


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorepad.settings")
app = Celery("scorepad")
app.add_defaults(configuration)
app.autodiscover_tasks()


def end_with_the_worker(**kwargs: Any) -> None:
    """A killed worker's children would go on with their jobs, while the jobs are given out again."""
    end_with(os.getppid(), signal.SIGKILL)


worker_process_init.connect(end_with_the_worker)
