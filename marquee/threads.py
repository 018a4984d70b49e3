"""Threads beside an event loop: what they compute must not hold it up."""

import gc
import os
import sys
import threading
from contextlib import suppress

NICENESS = 5
SWITCH_INTERVAL_S = 0.0001
"""How long Python lets a thread compute while another one waits. A request of the event loop may wait
after each system call and each step of a query: at Python's own 5 ms that adds up."""
ROUNDS_BEFORE_ALL = 100
"""How often Python's collector looks through what is new before it looks through all there is, for which every thread
stops: with Python's own 10, for up to 0.1 s, again and again while a table of 5,000 rows was imported."""


def give_way_soon() -> None:
    """Let the event loop of this process have its turn sooner than Python would."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    new, recent, _ = gc.get_threshold()
    gc.set_threshold(new, recent, ROUNDS_BEFORE_ALL)


def be_nice() -> None:
    """Let the event loop go first when there are too few cores for this thread too. Only Linux knows a
    niceness of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
