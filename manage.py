#!/usr/bin/env python
"""Django's command line. In a checkout it works on what `make run` there works on, unless told otherwise."""

import os
import sys
from pathlib import Path

from scorepad.local import environment

if __name__ == "__main__":
    environment.fill_in(Path(__file__).resolve().parent)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorepad.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
