"""The secrets of this checkout, and the environment its processes get.

DATABASE_URL and REDIS_URL, when they are set, stand in the place of the embedded servers; SECRET_KEY and TOKEN_PEPPER,
when they are set, in the place of those made here.
"""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from scorepad.local import postgres, valkey
from scorepad.local.places import Places, of_checkout

KEPT = ("SECRET_KEY", "TOKEN_PEPPER", "DEMO_PASSWORD")


def of_processes(places: Places, kept: Mapping[str, str]) -> dict[str, str]:
    """What `make run` gives to web, worker and beat. Servers and secrets that the person has set stand."""
    defaults = {
        "DATABASE_URL": postgres.url(places.run),
        "REDIS_URL": valkey.url(places.run),
        "SIGNUP": "open",
        **{name: kept[name] for name in ("SECRET_KEY", "TOKEN_PEPPER") if name in kept},
    }
    given = {name: value for name, value in os.environ.items() if value or name not in defaults}
    # Without compiled bytecode each process takes three times as long to start.
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    # Whatever the shell has set for an installation of another kind: this one is on loopback, and in its own folder.
    here = {
        "DJANGO_SETTINGS_MODULE": "scorepad.settings",
        "SCOREPAD_LOCAL": "1",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "STATIC_ROOT": str(places.var / "static"),
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
    }
    return {**defaults, **given, **here}


def fill_in(checkout: Path) -> None:
    """Let `manage.py` in a checkout find what `make run` there uses; what an installation has set is left alone."""
    places = of_checkout(checkout)
    kept = read_secrets(places)
    if "SECRET_KEY" in os.environ or (not kept and {"DATABASE_URL", "REDIS_URL"} & os.environ.keys()):
        return
    # Where nothing was ever run there is nothing to sign, and nothing is to be written for a command that only reads.
    os.environ.update(of_processes(places, kept or {"SECRET_KEY": secrets.token_urlsafe(48)}))


def keep_secrets(places: Places) -> dict[str, str]:
    """Those of an earlier start, and those that are missing made now. In one file that only its owner reads."""
    kept = read_secrets(places)
    missing = {name: secrets.token_urlsafe(48) for name in KEPT if name not in kept}
    if "DEMO_PASSWORD" in missing:
        missing["DEMO_PASSWORD"] = secrets.token_urlsafe(9)
    return keep(places, missing) if missing else kept


def keep(places: Places, more: Mapping[str, str]) -> dict[str, str]:
    """These too, beside or in place of those that are there."""
    kept = {**read_secrets(places), **more}
    draft = places.secrets.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        json.dump(kept, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(places.secrets)
    return kept


def read_secrets(places: Places) -> dict[str, str]:
    try:
        return {str(name): str(value) for name, value in json.loads(places.secrets.read_text()).items()}
    except FileNotFoundError:
        return {}
