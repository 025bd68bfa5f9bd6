"""Check that all ratings are what a rebuild would make them, and what was frozen what its checksum says.

The exit code is 1 when something is not.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scorepad.models import Ladder, LedgerCheck
from scorepad.services import checking, rating, verifying_ladders


class Command(BaseCommand):
    help = "Rate all matches anew beside the ratings that are stored, and report every difference."

    def handle(self, *args: Any, **options: Any) -> None:
        total = Ladder.objects.filter(club__deleted_at__isnull=True).count()
        with verifying_ladders.alone(patience=float("inf")):
            check = checking.begin(LedgerCheck.Of.LADDERS)
            with tqdm(total=total, unit="ladder", disable=not options["verbosity"]) as progress:
                for _ladder in verifying_ladders.check_on(check=check):
                    progress.update()
        for problem in check.problems:
            self.stdout.write("{match}  {code}  {detail}".format(**problem))
        if rating.stale_clubs():
            self.stdout.write("Ladders that wait to be recalculated were left out.")
        self.stdout.write(f"{total} ladders, {len(check.problems)} differences")
        if check.problems:
            raise CommandError(
                "Not everything is as it should be: rebuild_ladders mends ratings; what was frozen, nothing mends.",
                returncode=1,
            )
