"""Children of the supervisor and of the tests: started in a session of their own, ended with their parent.

A child in its own session does not hear the Ctrl-C of the terminal: it is its parent that stops it, when its turn has
come. Should the parent be killed, the kernel sends the child its death signal (Linux only); for the rest there is
`end_leftovers`, which the next start calls.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scorepad.orphans import LIBC, end_with


class Trouble(Exception):
    """Something the person at the terminal has to know; the message is all they are shown."""


@dataclass(frozen=True)
class Child:
    name: str
    process: subprocess.Popen[bytes]
    log: Path
    ready: Callable[[int], bool]
    stop_signal: signal.Signals
    patience: float

    @property
    def pid(self) -> int:
        return self.process.pid

    def died(self) -> bool:
        return self.process.poll() is not None

    def last_words(self, lines: int = 15) -> str:
        with suppress(OSError):
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
        return ""

    def stop(self) -> None:
        """Ask; wait as long as the child is owed; then end it, and all that it started, by force."""
        if not self.died():
            self.process.send_signal(self.stop_signal)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(self.patience)
        kill_session(self.pid)
        self.process.wait()


def start(
    name: str,
    command: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str],
    cwd: Path | None = None,
    ready: Callable[[int], bool] = lambda pid: True,
    stop_signal: signal.Signals = signal.SIGTERM,
    death_signal: signal.Signals = signal.SIGKILL,
    patience: float = 30,
    pass_fds: Sequence[int] = (),
) -> Child:
    """Start it, and do not wait; `ready` tells by its process number whether it has come up."""
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=dict(env),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=partial(end_with, os.getpid(), death_signal),
            pass_fds=pass_fds,
        )
    return Child(name, process, log, ready, stop_signal, patience)


def wait_for(child: Child, *, unless: Callable[[], bool] = lambda: False, seconds: float = 60) -> None:
    """Wait until it is ready, or until `unless` says not to."""
    deadline = time.monotonic() + seconds
    while not unless() and not child.ready(child.pid):
        if child.died():
            raise Trouble(f"{child.name} did not start. The end of {child.log}:\n{child.last_words()}")
        if time.monotonic() > deadline:
            raise Trouble(f"{child.name} takes too long to start. The end of {child.log}:\n{child.last_words()}")
        time.sleep(0.02)


def kill_session(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def birthmark(pid: int) -> str | None:
    """What tells a process from a later one that was given the same number; None when there is no such process."""
    if LIBC is None:
        return told_by_ps("-o", "lstart=,command=", "-p", str(pid)) or None
    with suppress(FileNotFoundError, ProcessLookupError):
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return None if state == "Z" else rest[18]
    return None


def command_line(pid: int) -> str:
    if LIBC is None:
        return told_by_ps("-ww", "-o", "args=", "-p", str(pid))
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ")
    return ""


def lives_on(leader: int) -> bool:
    """Whether any process of this session is left, its leader or another."""
    if LIBC is None:
        return str(leader) in told_by_ps("-A", "-o", "pgid=").split()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, _, _, session, *_ = stat.read_text().rpartition(")")[2].split()
            if session == str(leader) and state != "Z":
                return True
    return False


def told_by_ps(*options: str) -> str:
    return subprocess.run(["ps", *options], capture_output=True, text=True).stdout.strip()  # noqa: S603, S607


def remember(children: Sequence[Child], where: Path) -> None:
    marks = [(child.pid, birthmark(child.pid)) for child in children]
    draft = where.with_suffix(".new")
    draft.write_text(json.dumps({"folder": str(where.parent), "children": [mark for mark in marks if mark[1]]}))
    draft.replace(where)


def end_leftovers(where: Path, *, patience: float = 10) -> None:
    """End what a killed parent has left behind. Children that are on their way out are given time."""
    try:
        left = json.loads(where.read_text())
    except (OSError, ValueError):
        return
    # A folder that was copied brings the list of the processes of another.
    marks = [(int(pid), str(mark)) for pid, mark in left["children"]] if left["folder"] == str(where.parent) else []
    # The number of a leader that is gone is given to nobody else while others of its session live.
    marks = [(pid, mark) for pid, mark in marks if birthmark(pid) in (mark, None) and lives_on(pid)]
    for pid, mark in marks:
        if birthmark(pid) == mark:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + patience
    while any(lives_on(pid) for pid, _ in marks) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid, _ in marks:
        if lives_on(pid):
            kill_session(pid)
    where.unlink()
