"""Give a person an API token: how a club's first app gets in on a server of its own."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepad.models import Club, User
from scorepad.models.tokens import SCOPES
from scorepad.services.tokens import issue_token


class Command(BaseCommand):
    help = "Print a new API token, once: only its hash is kept. It never reaches beyond its owner's roles."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("name", help="what the token is for, as “tablet by the window”")
        parser.add_argument("--scopes", nargs="+", default=["record"], choices=SCOPES, help="record by default")
        parser.add_argument("--club", metavar="SLUG", help="for this club alone")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"No active user is named {options['username']}.")
        club = None
        if options["club"] is not None:
            club = Club.objects.filter(slug=options["club"]).first()
            if club is None:
                raise CommandError(f"No club has the slug {options['club']}.")
        _, secret = issue_token(user=user, name=options["name"], scopes=options["scopes"], club=club)
        self.stdout.write(secret)
