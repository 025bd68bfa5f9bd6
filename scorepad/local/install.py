"""Makes .venv from the locked requirements: `python3 -I scorepad/local/install.py app` (or dev).

Runs before anything is installed, under whatever python3 there is, if only to say that it is too old: so nothing here
is newer than Python 3.6. What is installed already is told by the digest of the lock, written when all is done.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# The lock of the development tools holds all that the application needs.
STAMPS = {"app": ["app"], "dev": ["app", "dev"]}


def main(wanted: str) -> None:
    if sys.version_info < OLDEST:
        sys.exit("Scorepad needs Python 3.11 or later; python3 is %d.%d." % sys.version_info[:2])  # noqa: UP031
    folder = os.open(str(ROOT), os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)  # `make run` and `make test` may be typed at the same time
    if installed(wanted):
        return
    print("Installing the locked packages into .venv …", flush=True)
    for stamp in STAMPS["dev"]:
        remove(stamp_of(stamp))
    uv = shutil.which("uv")
    if not (uv and done(with_uv(uv, wanted))) and not done(with_pip(wanted)):
        sys.exit("Installing has failed; what went wrong stands above. It begins anew the next time.")
    for stamp in STAMPS[wanted]:
        stamp_of(stamp).write_text(digest(stamp))


def done(commands: "list[list[str]]") -> bool:
    environment = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    # As pip does: a network may have a certificate of its own.
    environment.setdefault("UV_NATIVE_TLS", "true")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return all(subprocess.call(command, env=environment) == 0 for command in commands)  # noqa: S603


def with_uv(uv: str, wanted: str) -> "list[list[str]]":
    make = [uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)]
    install = [uv, "pip", "install", "--quiet", "--python", str(PYTHON), "--compile-bytecode", "--require-hashes"]
    return [*([] if works() else [make]), [*install, "-r", str(lock_of(wanted))]]


def with_pip(wanted: str) -> "list[list[str]]":
    pip = [str(PYTHON), "-m", "pip"]
    install = [*pip, "install", "--quiet", "--no-input", "--require-hashes", "-r", str(lock_of(wanted))]
    if works() and subprocess.call([*pip, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:  # noqa: S603
        return [install]
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit("python3 lacks venv. On Debian or Ubuntu: apt-get install python3-venv. Or have uv on the PATH.")
    # Never over one that is there: it may be another python3's, and half of each is neither.
    return [[sys.executable, "-m", "venv", "--clear", str(VENV)], install]


def works() -> bool:
    """A checkout that was moved, or whose python3 was replaced, has a .venv that does not."""
    probe = "import sys; sys.exit(sys.version_info < (3, 11))"
    return PYTHON.exists() and subprocess.call([str(PYTHON), "-c", probe], stderr=subprocess.DEVNULL) == 0  # noqa: S603


def installed(wanted: str) -> bool:
    try:
        return stamp_of(wanted).read_text() == digest(wanted) and works()
    except FileNotFoundError:
        return False


def digest(name: str) -> str:
    return hashlib.sha256(lock_of(name).read_bytes()).hexdigest()


def lock_of(name: str) -> Path:
    return ROOT / "requirements" / (name + ".txt")


def stamp_of(name: str) -> Path:
    return VENV / ("installed-" + name)


def remove(path: Path) -> None:
    if path.exists():
        path.unlink()


if __name__ == "__main__":
    main(sys.argv[1])
