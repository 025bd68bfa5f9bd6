"""One `make run` per checkout: a lock held as long as the process lives, whichever way it ends, and a word on where."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO


class Held(Exception):
    """Somebody else holds it; `where` is what they have said of themselves, if they have come that far."""

    def __init__(self, where: dict[str, str]) -> None:
        super().__init__(where)
        self.where = where


@dataclass(frozen=True)
class Lock:
    file: IO[str]

    def say(self, **where: object) -> None:
        self.file.seek(0)
        self.file.truncate()
        json.dump({name: str(value) for name, value in where.items()}, self.file)
        self.file.flush()


@contextmanager
def held(path: Path) -> Iterator[Lock]:
    with os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Held(said(file)) from None
        lock = Lock(file)
        lock.say(pid=os.getpid())
        yield lock
        lock.say()


def said(file: IO[str]) -> dict[str, str]:
    try:
        return dict(json.load(file))
    except ValueError:
        return {}
