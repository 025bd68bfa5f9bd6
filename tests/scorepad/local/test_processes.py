"""Children end when they are asked, when they do not listen, and when their parent is no more."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from scorepad.local import processes
from scorepad.local.processes import Trouble

DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
POLITE = """
import signal, sys, time
def finish(*_):
    time.sleep(0.3)
    print("finished", flush=True)
    sys.exit(0)
signal.signal(signal.SIGTERM, finish)
print("up", flush=True)
time.sleep(60)
"""
WITH_CHILD = "import subprocess; c = subprocess.Popen(['sleep', '60']); print('up', c.pid, flush=True); c.wait()"


@pytest.fixture
def start(tmp_path):
    started = []

    def run(code, **options):
        log = tmp_path / f"{len(started)}.log"
        child = processes.start(
            "child",
            [sys.executable, "-c", code],
            log=log,
            env={},
            ready=lambda pid: "up" in log.read_text(),
            **options,
        )
        started.append(child)
        return child

    yield run
    for child in started:
        child.stop()


def until(true, seconds=30):
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()


def test_a_child_finishes_what_it_is_at(start):
    child = start(POLITE)
    processes.wait_for(child)
    child.stop()
    assert child.process.returncode == 0
    assert child.last_words() == "up\nfinished"


def test_one_that_does_not_listen_is_ended_all_the_same(start):
    child = start(DEAF, patience=0.2)
    processes.wait_for(child)
    child.stop()
    assert child.process.returncode == -signal.SIGKILL


def test_what_it_has_started_ends_with_it(start):
    child = start(WITH_CHILD)
    processes.wait_for(child)
    grandchild = int(child.last_words().split()[1])
    child.stop()
    assert until(lambda: processes.birthmark(grandchild) is None)


def test_the_terminal_of_its_parent_is_not_its_own(start):
    child = start(POLITE)
    assert os.getsid(child.pid) == child.pid != os.getsid(0)


def test_one_that_does_not_start_is_told_with_its_last_words(start):
    child = start("import sys; sys.exit('no such table')")
    with pytest.raises(Trouble, match=r"child did not start(?s:.*)no such table"):
        processes.wait_for(child)


def test_one_that_takes_too_long_is_told(start):
    with pytest.raises(Trouble, match="takes too long"):
        processes.wait_for(start("import time; time.sleep(60)"), seconds=0.1)


def test_a_killed_parent_takes_its_children_with_it(tmp_path):
    code = f"""
import pathlib, sys, time
from scorepad.local import processes
child = processes.start("child", ["sleep", "60"], log=pathlib.Path({str(tmp_path / "log")!r}), env={{}})
print(child.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        child = int(parent.stdout.readline())
        assert processes.birthmark(child)
        parent.kill()
    assert until(lambda: processes.birthmark(child) is None)


def test_what_a_killed_parent_has_left_is_ended(start, tmp_path):
    child = start(POLITE)
    processes.wait_for(child)
    processes.remember([child], tmp_path / "children.json")
    processes.end_leftovers(tmp_path / "children.json")
    assert child.last_words() == "up\nfinished"
    assert not (tmp_path / "children.json").exists()


def test_also_what_its_children_have_left(start, tmp_path):
    child = start(WITH_CHILD)
    processes.wait_for(child)
    processes.remember([child], tmp_path / "children.json")
    child.process.kill()
    child.process.wait()
    assert processes.lives_on(child.pid)
    processes.end_leftovers(tmp_path / "children.json", patience=0.2)
    assert until(lambda: not processes.lives_on(child.pid))


def test_also_one_that_does_not_listen(start, tmp_path):
    child = start(DEAF)
    processes.wait_for(child)
    processes.remember([child], tmp_path / "children.json")
    processes.end_leftovers(tmp_path / "children.json", patience=0.2)
    assert until(child.died)


@pytest.mark.parametrize("of_another", ["folder", "process"])
def test_a_process_that_is_no_leftover_is_left_alone(start, tmp_path, of_another):
    """The list of a folder that was copied, or a number that was given to another process since."""
    child = start(POLITE)
    processes.wait_for(child)
    listed = tmp_path / "children.json"
    processes.remember([child], listed)
    said = json.loads(listed.read_text())
    other = {"folder": "/another/var"} if of_another == "folder" else {"children": [[child.pid, "1"]]}
    listed.write_text(json.dumps({**said, **other}))
    processes.end_leftovers(listed, patience=0.2)
    assert not child.died()


@pytest.mark.parametrize("said", ["", "{", "[1, 2"])
def test_a_list_that_was_cut_short_is_no_list(tmp_path, said):
    (tmp_path / "children.json").write_text(said)
    processes.end_leftovers(tmp_path / "children.json")
