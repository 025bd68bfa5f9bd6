"""Take in a file of any size: the export of a club that outgrew what the API takes in one request."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepad.models import Import, User
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.imports import counts_of, lines_of
from scorepad.services.imports import create_import, run

MOST_TOLD = 20


class Command(BaseCommand):
    help = "Take in the export of a club, or a file of matches, however large it is, and say what became of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="who takes it in, and answers for it: an owner of the club")
        parser.add_argument("slug", help="the club, which has to be there")
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="say what would become of it, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"No active user is named {options['username']}.")
        try:
            source = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        try:
            batch = create_import(
                viewer=Viewer.of_session(user),
                club_slug=options["slug"],
                source=source,
                mode=Import.Mode.ATOMIC,
                dry_run=options["dry_run"],
                by_job=False,
            ).obj
            run(import_id=batch.pk)
        except Refused as refusal:
            raise CommandError(refusal.detail) from refusal
        self._tell(Import.objects.get(pk=batch.pk))

    def _tell(self, batch: Import) -> None:
        counts = counts_of(batch)
        for line in lines_of(batch, after=0, status="refused", limit=MOST_TOLD):
            self.stderr.write(f"line {line.number}: {line.problem['detail'] if line.problem else ''}")
        if batch.state != Import.State.DONE:
            raise CommandError(batch.problem["detail"] if batch.problem else "Another job is at work on this file.")
        self.stdout.write(", ".join(f"{number} {status}" for status, number in counts.items()))
