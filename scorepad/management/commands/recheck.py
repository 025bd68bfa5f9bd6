"""List what today's rules would move in recorded matches, or refuse; the exit code is 1 when there is any such."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from scorepad.models import Match
from scorepad.services.rechecking import Finding, recheck_all


class Command(BaseCommand):
    help = "Replay every match with today's engine; flag what it refuses, list what it would move, change nothing else."

    def handle(self, *args: Any, **options: Any) -> None:
        findings: list[Finding] = []
        with tqdm(total=Match.objects.count(), unit="match", disable=not options["verbosity"]) as progress:
            for rechecked in recheck_all():
                findings += rechecked.findings
                progress.update(rechecked.matches)
        for finding in findings:
            for what in finding.what:
                self.stdout.write(f"{finding.match_id}  {finding.refused or 'moved'}  {what}")
        refused = sum(finding.refused is not None for finding in findings)
        self.stdout.write(f"{len(findings) - refused} matches would move, {refused} would be refused")
        if findings:
            raise CommandError("Today's rules would not leave every match as it is.", returncode=1)
