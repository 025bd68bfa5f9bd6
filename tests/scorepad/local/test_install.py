"""The .venv is made when the lock says something new, and only then; a half-made one never counts."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[3]
UV = Path(sys.executable).parent


@pytest.fixture
def checkout(tmp_path):
    script = tmp_path / "scorepad" / "local" / "install.py"
    script.parent.mkdir(parents=True)
    shutil.copy(CHECKOUT / "scorepad" / "local" / "install.py", script)
    (tmp_path / "requirements").mkdir()
    for name in ("app", "dev"):
        (tmp_path / "requirements" / f"{name}.txt").write_text("# nothing yet\n")
    return tmp_path


def install(checkout, wanted="app", path=f"{UV}:/usr/bin:/bin"):
    command = [sys.executable, "-I", checkout / "scorepad" / "local" / "install.py", wanted]
    return subprocess.run(command, env={"PATH": path}, capture_output=True, text=True)


def test_once_and_again_when_the_lock_has_changed(checkout):
    assert "Installing" in install(checkout).stdout
    assert subprocess.run([checkout / ".venv" / "bin" / "python", "-c", "1"]).returncode == 0
    assert install(checkout).stdout == ""
    (checkout / "requirements" / "app.txt").write_text("# another\n")
    assert "Installing" in install(checkout).stdout


def test_the_tools_of_development_hold_the_application(checkout):
    assert "Installing" in install(checkout, "dev").stdout
    assert install(checkout, "app").stdout == ""


def test_one_that_failed_never_counts(checkout):
    assert install(checkout).returncode == 0
    (checkout / "requirements" / "app.txt").write_text("nonsense without a hash\n")
    failed = install(checkout)
    assert failed.returncode == 1
    assert "Installing has failed" in failed.stderr
    (checkout / "requirements" / "app.txt").write_text("# nothing yet\n")
    assert "Installing" in install(checkout).stdout


def test_a_venv_whose_python_is_gone_is_made_anew(checkout):
    install(checkout)
    (checkout / ".venv" / "bin" / "python").unlink()
    (checkout / ".venv" / "bin" / "python").symlink_to("/nowhere/python3")
    assert "Installing" in install(checkout).stdout
    assert subprocess.run([checkout / ".venv" / "bin" / "python", "-c", "1"]).returncode == 0


def test_without_uv_too(checkout):
    assert install(checkout, path="/usr/bin:/bin").returncode == 0
    assert (checkout / ".venv" / "bin" / "pip").exists()
