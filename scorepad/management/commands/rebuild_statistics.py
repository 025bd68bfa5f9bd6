"""Rebuild the statistics from the matches, whatever is there."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scorepad.models import Club
from scorepad.services import rebuilding


class Command(BaseCommand):
    help = (
        "Find the facts of all matches and the totals of all players anew. It may be stopped and started again, and "
        "matches may be recorded meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="this club alone")
        parser.add_argument(
            "--workers",
            type=int,
            default=os.cpu_count() or 1,
            help="processes that count at the same time (%(default)s)",
        )
        parser.add_argument(
            "--continue",
            dest="go_on",
            action="store_true",
            help="go on with what is left of a rebuild that was stopped",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["workers"] < 1:
            raise CommandError(f"--workers is 1 or more, not {options['workers']}.")
        clubs = Club.objects.filter(deleted_at__isnull=True).order_by("slug")
        if options["club"] is not None:
            clubs = clubs.filter(slug=options["club"])
            if not clubs:
                raise CommandError(f"There is no club {options['club']!r}.")
        try:
            with tqdm(unit="row", disable=not options["verbosity"]) as progress:
                for done in self._rebuild(list(clubs), options, progress):
                    progress.total = max(progress.total or 0, progress.n + done)
                    progress.update(done)
        except KeyboardInterrupt:
            raise CommandError("Stopped. With --continue it goes on with what is left.", returncode=130) from None
        self.stdout.write("All statistics are up to date.")

    def _rebuild(self, clubs: list[Club], options: dict[str, Any], progress: Any) -> Any:
        if options["go_on"]:
            return rebuilding.go_on(clubs=clubs, workers=options["workers"])
        return rebuilding.rebuild(clubs=clubs, workers=options["workers"], told=progress.reset)
