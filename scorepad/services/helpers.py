"""What a process that helps another has to do first, before it reads any module that needs the models to be there.

So this is a module of its own, and imports none of them.
"""

import os
import signal

import django
from django.db import connection

from scorepad.orphans import end_with


def begin(parent: int, database: str) -> None:
    """Know the models, use the parent's own database, and end with the parent however that ends."""
    end_with(parent, signal.SIGKILL)
    django.setup()
    connection.settings_dict["NAME"] = database


def what_they_need() -> tuple[int, str]:
    """What this process tells those that help it."""
    return os.getpid(), connection.settings_dict["NAME"]
