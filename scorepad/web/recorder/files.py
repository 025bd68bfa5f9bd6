"""The static files that the recorder is made of, at the addresses that they are served from. Reads what was collected:
whatever of it lies in the recorder's folder is kept on the device, and nothing needs to be listed twice.
"""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static

ROOM = "scorepad/recorder/"
BESIDE = ("scorepad/ground.css", "scorepad/favicon.svg")
ENDINGS = (".js", ".css", ".svg", ".png")
UNLOADED = "/shapes.js"  # types for whoever reads the source, and no page imports them


def names() -> list[str]:
    """The app's files and what it shares with the pages, by their names among the static files."""
    collected = staticfiles_storage.hashed_files  # type: ignore[attr-defined]
    room = (name for name in collected if name.startswith(ROOM) and name.endswith(ENDINGS))
    return sorted([*BESIDE, *(name for name in room if not name.endswith(UNLOADED))])


def addresses() -> list[str]:
    return [static(name) for name in names()]


def modules() -> list[str]:
    """Its scripts, for the browser to fetch all at once instead of finding one by the other."""
    return [static(name) for name in names() if name.endswith(".js")]
