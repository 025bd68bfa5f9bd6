"""The static files that the recorder is made of, at the addresses that they are served from. Reads the source tree:
what lies in the recorder's folder is kept on the device, and nothing needs to be listed twice.
"""

from functools import cache
from pathlib import Path

from django.templatetags.static import static

STATIC = Path(__file__).resolve().parents[2] / "static"
ROOM = "scorepad/recorder"
BESIDE = ("scorepad/ground.css", "scorepad/favicon.svg")
ENDINGS = (".js", ".css", ".svg", ".png")
UNLOADED = "shapes.js"  # types for whoever reads the source, and no page imports them


@cache
def names() -> tuple[str, ...]:
    """The app's files and what it shares with the pages, by their names among the static files."""
    room = (path for path in (STATIC / ROOM).rglob("*") if path.suffix in ENDINGS and path.name != UNLOADED)
    return tuple(sorted([*BESIDE, *(path.relative_to(STATIC).as_posix() for path in room)]))


def addresses() -> list[str]:
    return [static(name) for name in names()]


def modules() -> list[str]:
    """Its scripts, for the browser to fetch all at once instead of finding one by the other."""
    return [static(name) for name in names() if name.endswith(".js")]
