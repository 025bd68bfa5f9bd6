"""Take the second step away from somebody who has lost his phone and his codes: for whoever runs the installation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepad.models import User
from scorepad.services.accounts import forget_second_step


class Command(BaseCommand):
    help = (
        "Let somebody sign in by the password alone again. Be sure who asks for it: it is what the step guards against."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"No active user is named {options['username']}.")
        if not forget_second_step(user=user):
            raise CommandError(f"{user.username} signs in by the password alone already.")
        self.stdout.write(f"{user.username} signs in by the password alone, until another second step is set up.")
