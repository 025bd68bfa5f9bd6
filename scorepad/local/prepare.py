"""Before web, worker and beat: migrations, static files, the demo club; and the lines that `make run` prints.

One process for all of it, since most of its time is loading Django. Progress goes to standard error, the lines to
standard output.
"""

import json
import os
import shlex
import sys
from pathlib import Path

import django
from django.core.management import call_command
from django.db import OperationalError
from django.urls import reverse

from scorepad.local import environment, places

CHECKOUT = Path(__file__).resolve().parents[2]


def main(url: str) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorepad.settings")
    django.setup()
    from scorepad.demo import seed

    where = places.of_checkout(CHECKOUT)
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        seed.seed_if_empty(password=environment.read_secrets(where)["DEMO_PASSWORD"], say=progress)
        print("\n".join(lines(url.rstrip("/"), where)))
    except OperationalError as error:
        print(f"The database does not answer as it should: {error}", file=sys.stderr)
        return 1
    return 0


def progress(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


def lines(url: str, where: places.Places) -> list[str]:
    from scorepad.demo import seed
    from scorepad.selectors.access import Viewer

    user = seed.demo_user()
    page = f"Scorepad runs at {url}/"
    if user is None:
        return [page, "Accounts are this installation's own; `.venv/bin/python manage.py createsuperuser` makes one."]
    kept = environment.read_secrets(where)
    password = kept["DEMO_PASSWORD"]
    if not user.check_password(password):
        password = "(the password that you have set)"  # noqa: S105
    trick = seed.next_trick(Viewer.of_session(user))
    token = seed.token_of(user, kept.get("DEMO_TOKEN"))
    environment.keep(where, {"DEMO_TOKEN": token})
    return [
        page,
        f"  sign in    {url}{reverse('account_login')}   {user.username}  {password}",
        f"  a match    {url}{reverse('match', args=[trick.match])}",
        f"  API token  {token}",
        "",
        "For the lines in README and docs/api.md:",
        f"URL={url} TOKEN={token} MATCH={trick.match}",
        "",
        "Record its next trick (201; the same line again: 200):",
        curl(f"{url}/api/v1/matches/{trick.match}/entries/", token, trick.entry),
        "",
        "Ctrl-C stops everything. Logs are in var/log.",
    ]


def curl(url: str, token: str, body: object) -> str:
    """One line to paste, with the status of the answer in its first line."""
    headers = f"-H 'Authorization: Bearer {token}' -H 'Content-Type: application/json'"
    return f"curl -sS -i {url} {headers} -d {shlex.quote(json.dumps(body))}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
