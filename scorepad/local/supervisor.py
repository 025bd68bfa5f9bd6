"""Starts all in order, watches, stops all in order.

    Valkey, PostgreSQL, prepare.py, then web, worker and beat; and at the end beat, web, worker, PostgreSQL, Valkey,
    each given time to finish the request or the task it is at.

The children run in sessions of their own, so Ctrl-C reaches this process alone; asked again, it goes on stopping.
"""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scorepad import orphans
from scorepad.local import environment, lock, places, postgres, processes, valkey
from scorepad.local.processes import Child, Trouble
from scorepad.local.returns import Returns

PORTS = range(8000, 8100)
STOPPING = ("beat", "web", "worker", "PostgreSQL", "Valkey")
# PostgreSQL may have to make good what a power cut has left.
PATIENCE = 300


class Asked(Exception):
    """The person has asked to stop, before all was started."""


def run(checkout: Path, port: str | None) -> int:
    where = places.of_checkout(checkout)
    for folder in (where.var, where.logs, where.valkey):
        places.make_private(folder)
    try:
        with lock.held(where.lock) as held:
            processes.end_leftovers(where.children)
            listener = listen(port)
            try:
                return Supervisor(checkout, where, listener, held).run()
            finally:
                shutil.rmtree(where.run, ignore_errors=True)
    except lock.Held as other:
        say(f"Scorepad already runs in this checkout{at(other.where)}.")
        return 0


def at(where: Mapping[str, str]) -> str:
    pid = f" (process {where['pid']})" if "pid" in where else ""
    return f": {where['url']}{pid}" if "url" in where else f"{pid}, and is just starting or stopping"


def listen(port: str | None) -> socket.socket:
    """The web's socket, opened here and handed down: nobody can take the port in between, nor while web restarts."""
    if port and not port.isdecimal():
        raise Trouble(f"PORT={port} is not a number.")
    for candidate in [int(port)] if port else PORTS:
        with suppress(OSError, OverflowError):
            return socket.create_server(("127.0.0.1", candidate))
    raise Trouble(
        f"Port {port} is taken or not yours to use." if port else "No port from 8000 to 8099 is free; set PORT."
    )


@dataclass
class Supervisor:
    checkout: Path
    places: places.Places
    listener: socket.socket
    lock: lock.Lock
    children: dict[str, Child] = field(default_factory=dict)
    returns: Returns = field(default_factory=Returns)
    asked: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/"

    def run(self) -> int:
        signal.signal(signal.SIGINT, self.ask)
        signal.signal(signal.SIGTERM, self.ask)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
            signal.signal(signal.SIGHUP, self.ask)
        shutil.rmtree(self.places.run, ignore_errors=True)
        places.make_private(self.places.run)
        self.environment = environment.of_processes(self.places, environment.keep_secrets(self.places))
        try:
            self.start_servers()
            lines = self.prepare()
            for name in self.commands():
                self.start(name)
            self.wait_for(self.children["web"])
            self.lock.say(pid=os.getpid(), url=self.url)
            say(lines)
            self.watch()
        except Asked:
            pass
        finally:
            self.stop()
        return 0

    def ask(self, number: int, frame: object) -> None:
        """No more than a flag: a signal comes at any point, also where an Event or print holds its lock."""
        if self.asked:
            with suppress(OSError):
                os.write(1, b"Already stopping: what is in flight is being finished.\n")
        self.asked = True

    def start_servers(self) -> None:
        """The embedded ones, where the environment does not name others."""
        if self.environment["REDIS_URL"] == valkey.url(self.places.run):
            self.adopt(valkey.start(data=self.places.valkey, sockets=self.places.run, log=self.log("Valkey")))
        if self.environment["DATABASE_URL"] == postgres.url(self.places.run):
            self.adopt(postgres.start(data=self.places.postgres, sockets=self.places.run, log=self.log("PostgreSQL")))
        for child in list(self.children.values()):
            self.wait_for(child)

    def wait_for(self, child: Child) -> None:
        processes.wait_for(child, unless=lambda: self.asked, seconds=PATIENCE)
        if self.asked:
            raise Asked

    def prepare(self) -> str:
        """Migrations, static files, the demo club: one Django process, whose output are the lines to print."""
        process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "scorepad.local.prepare", self.url],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=self.environment,
            cwd=self.checkout,
            start_new_session=True,
            preexec_fn=partial(orphans.end_with, os.getpid(), signal.SIGKILL),
        )
        with process:
            while process.poll() is None:
                if self.asked:
                    process.terminate()
                    raise Asked
                time.sleep(0.05)
            assert process.stdout is not None  # noqa: S101
            lines = str(process.stdout.read(), "utf-8")
        if process.returncode:
            raise Trouble("The database could not be prepared; what went wrong stands above.")
        return lines

    def commands(self) -> dict[str, str]:
        gunicorn, celery = "-m gunicorn --config python:scorepad.serving scorepad.wsgi", "-m celery -A scorepad"
        return {
            "web": f"{gunicorn} --bind=fd://{self.listener.fileno()}",
            "worker": f"{celery} worker --loglevel=INFO --concurrency=1 --without-gossip --without-mingle",
            "beat": f"{celery} beat --loglevel=INFO --schedule=var/beat-schedule --pidfile=",
        }

    def start(self, name: str) -> None:
        child = processes.start(
            name,
            [sys.executable, *self.commands()[name].split()],
            log=self.log(name),
            env={**self.environment, "SCOREPAD_PROCESS": name},
            cwd=self.checkout,
            ready=lambda pid: name != "web" or self.page_answers(),
            pass_fds=[self.listener.fileno()] if name == "web" else [],
            patience=60,
        )
        self.adopt(child)

    def adopt(self, child: Child) -> None:
        self.children[child.name] = child
        self.returns.lives(child.name, time.monotonic())
        processes.remember(list(self.children.values()), self.places.children)

    def log(self, name: str) -> Path:
        """Each start begins a new log; the one before is kept beside it."""
        path = self.places.logs / f"{name.lower()}.log"
        if name not in self.returns.born and path.exists():
            path.replace(path.with_suffix(".log.1"))
        return path

    def page_answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.listener.getsockname()[1], timeout=30)
        try:
            connection.request("GET", "/")
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        if status >= 400:
            web = self.children["web"]
            raise Trouble(f"The page answers {status}. The end of {web.log}:\n{web.last_words()}")
        return True

    def watch(self) -> None:
        while not self.asked:
            time.sleep(0.25)
            for name, child in list(self.children.items()):
                if child.died():
                    self.lament(name, child)
            for name in self.returns.due(time.monotonic()):
                self.start(name)

    def lament(self, name: str, child: Child) -> None:
        """Web, worker and beat are to come back. Without its PostgreSQL or Valkey nothing can go on."""
        processes.kill_session(child.pid)
        del self.children[name]
        code = child.process.returncode
        said = f"{name} has ended by itself (code {code}). The end of {child.log}:\n{child.last_words()}"
        if name not in self.commands():
            raise Trouble(said)
        wait = self.returns.died(name, time.monotonic())
        say(f"{said}\n{name} is started again{f' in {wait} s' if wait else ''}.")

    def stop(self) -> None:
        if self.children:
            say("Stopping …")
        self.listener.close()
        for name in STOPPING:
            if name in self.children:
                self.children[name].stop()
        self.places.children.unlink(missing_ok=True)
        if self.children:
            say("Stopped.")


def say(lines: str) -> None:
    """To the terminal, if it is still there: one that was closed must not keep anything from being stopped."""
    with suppress(OSError):
        print(lines, flush=True)
