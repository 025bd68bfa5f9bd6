"""Where a checkout keeps its data, its sockets and its logs.

Everything that is a club's own lies under var/ of the checkout, readable by its owner only. Sockets lie in var/run, or,
where that path is too long for a Unix socket, in a private folder under /tmp.
"""

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from scorepad.local.processes import Trouble

# A socket's path has 108 bytes on Linux and 104 on macOS, its end included.
LONGEST_SOCKET_PATH = 103
LONGEST_SOCKET_NAME = "/.s.PGSQL.5432.lock"


@dataclass(frozen=True)
class Places:
    var: Path
    run: Path

    @property
    def postgres(self) -> Path:
        return self.var / "postgres"

    @property
    def valkey(self) -> Path:
        return self.var / "valkey"

    @property
    def logs(self) -> Path:
        return self.var / "log"

    @property
    def secrets(self) -> Path:
        return self.var / "secrets.json"

    @property
    def lock(self) -> Path:
        return self.var / "lock"

    @property
    def children(self) -> Path:
        return self.var / "children.json"


def of_checkout(checkout: Path) -> Places:
    var = checkout / "var"
    return Places(var=var, run=socket_folder(var))


def socket_folder(var: Path) -> Path:
    """var/run, unless a socket there would have too long a path, or one that a server's configuration cannot spell."""
    run = var / "run"
    if len(os.fsencode(run)) + len(LONGEST_SOCKET_NAME) <= LONGEST_SOCKET_PATH and re.fullmatch(r"[\w./-]+", str(run)):
        return run
    return Path("/tmp") / f"scorepad-{os.getuid()}-{hashlib.sha256(os.fsencode(var)).hexdigest()[:12]}"  # noqa: S108


def make_private(folder: Path) -> Path:
    """Make a folder that only its owner may enter; refuse one that somebody else has put there first."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise Trouble(f"{folder} is not a folder of yours; remove it and try again.")
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)
    return folder
