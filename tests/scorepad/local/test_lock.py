"""One at a time, and whoever comes second hears where the first is."""

import subprocess
import sys

import pytest

from scorepad.local import lock


def test_the_second_hears_where_the_first_is(tmp_path):
    with lock.held(tmp_path / "lock") as first:
        first.say(pid=7, url="http://127.0.0.1:8000/")
        with pytest.raises(lock.Held) as second, lock.held(tmp_path / "lock"):
            pass
    assert second.value.where == {"pid": "7", "url": "http://127.0.0.1:8000/"}


def test_it_is_free_again_at_the_end(tmp_path):
    for _ in range(2):
        with lock.held(tmp_path / "lock"):
            pass


def test_it_is_free_when_its_holder_was_killed(tmp_path):
    code = f"""
import pathlib, time
from scorepad.local import lock
with lock.held(pathlib.Path({str(tmp_path / "lock")!r})):
    print("held", flush=True)
    time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(lock.Held), lock.held(tmp_path / "lock"):
            pass
        holder.kill()
    with lock.held(tmp_path / "lock"):
        pass
