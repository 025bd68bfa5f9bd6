"""No process outlives the one that started it and must stop it: not a worker's children, not the servers of a test.

Linux only; elsewhere nothing is asked of the kernel, and whoever starts children sweeps up after a parent that was
killed.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def end_with(parent: int, death_signal: signal.Signals) -> None:
    """From now on the kernel sends this process the signal when that parent ends, however it ends."""
    if LIBC is None:
        return
    LIBC.prctl(PR_SET_PDEATHSIG, death_signal)
    if os.getppid() != parent:  # it ended before the line above
        os.kill(os.getpid(), signal.SIGKILL)
