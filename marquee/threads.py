"""Threads beside an event loop: what they compute must not hold it up."""

import os
import sys
import threading
from contextlib import suppress

NICENESS = 5
SWITCH_INTERVAL_S = 0.0001
"""How long Python lets a thread compute while another one waits. A request of the event loop may wait
after each system call and each step of a query: at Python's own 5 ms that adds up."""


def give_way_soon() -> None:
    """Let the event loop of this process have its turn sooner than Python would."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)


def be_nice() -> None:
    """Let the event loop go first when there are too few cores for this thread too. Only Linux knows a
    niceness of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
