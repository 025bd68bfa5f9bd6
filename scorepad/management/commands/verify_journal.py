"""Check that every match is the fold of its journal; the exit code is 1 when one is not."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scorepad.models import LedgerCheck, Match
from scorepad.services import checking, ledger


class Command(BaseCommand):
    help = "Fold every match's journal and compare it with the rows: gaps, records and derived values."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="write the rows anew where they differ")

    def handle(self, *args: Any, **options: Any) -> None:
        with ledger.alone():
            check = checking.begin(LedgerCheck.Of.JOURNAL)
            with tqdm(total=Match.objects.count(), unit="match", disable=not options["verbosity"]) as progress:
                for checked in ledger.check_on(check=check):
                    progress.update(checked)
        for problem in check.problems:
            self.stdout.write("{match}  {code}  {detail}".format(**problem))
        if options["rebuild"]:
            for match_id in dict.fromkeys(problem["match"] for problem in check.problems):
                for changed in ledger.rebuild(match_id=match_id):
                    self.stdout.write(f"{match_id}  rebuilt  {changed}")
        self.stdout.write(f"{check.matches} matches, {len(check.problems)} problems")
        if check.problems:
            raise CommandError("Not every match is what its journal says.", returncode=1)
