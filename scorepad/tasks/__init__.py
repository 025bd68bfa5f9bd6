"""Celery's door: ids in, one service call, nothing decided here.

A job may be lost, doubled, late or out of order; what is to be done stands in PostgreSQL, and doing it twice changes
nothing. Keywords that a newer sender knows are ignored.
"""

from scorepad.tasks import erasing, imports, ladders, ledger, previews, statistics

__all__ = ["erasing", "imports", "ladders", "ledger", "previews", "statistics"]
