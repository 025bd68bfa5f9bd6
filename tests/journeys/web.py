"""A real web server on the test database, in processes of its own, so that it can be killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import httpx
import psutil
from django.db import connection

PATIENCE = 180.0


class Web:
    """gunicorn as `make run` starts it, on a port of its own; `--preload` so that a killed worker is back at once."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address: tuple[str, int] = free.getsockname()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
        bind = "--bind={}:{}".format(*self.address)
        options = ["--config=python:scorepad.serving", "--workers=1", "--preload", "--log-level=warning", bind]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *options, "scorepad.wsgi:application"],
            env={**os.environ, "DATABASE_URL": database, "SCOREPAD_PROCESS": "web", "SIGNUP": "open"},
            start_new_session=True,
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, "gunicorn ended by itself"
            assert time.monotonic() < deadline, "gunicorn did not answer in time"
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return client.get("/api/v1/").is_success
        except httpx.TransportError:
            return False

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url="http://{}:{}".format(*self.address), headers=headers, timeout=PATIENCE)

    def kill_worker(self) -> None:
        """As the kernel does when memory runs out: whatever the worker was doing ends where it stands."""
        assert self.process is not None
        for worker in psutil.Process(self.process.pid).children():
            worker.kill()

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def rest(self) -> None:
        """Wait until nobody's request reads or writes: the tables are emptied next, and both would wait for ever."""
        deadline = time.monotonic() + PATIENCE
        while self._at_work():
            assert time.monotonic() < deadline, "a request of this test is still at work"
            time.sleep(0.05)

    def _at_work(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND xact_start IS NOT NULL"
            )
            return bool(cursor.fetchone()[0])

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
