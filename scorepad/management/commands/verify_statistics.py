"""Check that all statistics are what a rebuild would make them; the exit code is 1 when some are not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scorepad.models import LedgerCheck, Match, Stale
from scorepad.services import checking, verifying


class Command(BaseCommand):
    help = "Find all facts and totals anew beside those that are stored, and report every difference."

    def handle(self, *args: Any, **options: Any) -> None:
        with verifying.alone(patience=float("inf")):
            check = checking.begin(LedgerCheck.Of.STATISTICS)
            with tqdm(total=Match.objects.count(), unit="match", disable=not options["verbosity"]) as progress:
                for checked in verifying.check_on(check=check):
                    progress.update(checked)
        for problem in check.problems:
            self.stdout.write("{match}  {code}  {detail}".format(**problem))
        self.stdout.write(f"{check.matches} matches, {len(check.problems)} differences")
        if stale := Stale.objects.count():
            self.stdout.write(f"{stale} changes are not in them yet, and were not looked at: a worker sees to them.")
        if check.problems:
            raise CommandError(
                "Not all statistics are what the matches say: rebuild_statistics mends them.", returncode=1
            )
