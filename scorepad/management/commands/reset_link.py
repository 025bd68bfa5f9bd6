"""Make a link by which a person sets a new password: for whoever runs the installation, of any account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepad.models import User
from scorepad.services.resets import reset_of


class Command(BaseCommand):
    help = "Print a link that sets a new password, once. Whoever has the link has the account: hand it over yourself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--site", default="", metavar="URL", help="the site's address, as https://scores.example")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"No active user is named {options['username']}.")
        reset = reset_of(user=user)
        self.stdout.write(options["site"].rstrip("/") + reset.path)
