"""`python -m scorepad.local`: what `make run` types. PORT in the environment asks for that very port."""

import os
import sys
from pathlib import Path

from scorepad.local import supervisor
from scorepad.local.processes import Trouble

CHECKOUT = Path(__file__).resolve().parents[2]


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        return supervisor.run(CHECKOUT, os.environ.get("PORT"))
    except KeyboardInterrupt:  # before there was anything to stop
        return 130
    except Trouble as trouble:
        print(f"make run: {trouble}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
