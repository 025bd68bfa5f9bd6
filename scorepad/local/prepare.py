"""Before web, worker and beat: migrations, static files, the demo club; and the lines that `make run` prints.

One process for all of it, since most of its time is loading Django. Progress goes to standard error, the lines to
standard output.
"""

import os
import sys

import django
from django.core.management import call_command
from django.db import OperationalError


def main(url: str) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorepad.settings")
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        print(f"The database does not answer: {error}", file=sys.stderr)
        return 1
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    print(f"Scorepad runs at {url}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
