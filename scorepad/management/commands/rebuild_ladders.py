"""Rebuild the ratings of ladders from the matches, whatever is there."""

import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scorepad.models import Ladder, Match
from scorepad.selectors.rated import rated_by
from scorepad.services import rating


class Command(BaseCommand):
    help = (
        "Rate all matches anew from the beginning of each ladder. It may be stopped and started again, and matches may "
        "be recorded meanwhile; readers see the old ratings of a ladder until the new ones are all there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ladder", metavar="ID", type=uuid.UUID, help="this ladder alone")

    def handle(self, *args: Any, **options: Any) -> None:
        ladders = Ladder.objects.filter(club__deleted_at__isnull=True).order_by("club", "pk")
        if options["ladder"] is not None:
            ladders = ladders.filter(pk=options["ladder"])
            if not ladders:
                raise CommandError(f"There is no ladder {options['ladder']}.")
        waiting = {ladder.pk: Match.objects.filter(rated_by(ladder)).count() for ladder in ladders}
        with tqdm(total=sum(waiting.values()), unit="match", disable=not options["verbosity"]) as progress:
            for done in rating.rebuild(ladders=list(ladders)):
                progress.update(waiting.pop(done, 0))
            # What is left a worker has done meanwhile.
            progress.update(sum(waiting.values()))
        self.stdout.write("All ratings are up to date.")
