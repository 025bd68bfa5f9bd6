"""`manage.py renew_epoch`: for a database whose files were put back from a copy."""

from typing import Any

from django.core.management.base import BaseCommand

from scorepad.services import installation


class Command(BaseCommand):
    help = (
        "Tell every device that this database was put back from a copy, so that it offers again what it holds. A dump "
        "that is played back is noticed without it."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"The epoch is {installation.renew()} from now on.")
