"""The lock that makes the processes that write to a SQLite file take turns.

SQLite's own waiting polls, and starves a second writer. So would one lock: whoever lets go of it and comes back at once
has it again before the next is awake. Hence two: whoever waits for the lock holds the gate, at which all others wait.
"""

import fcntl
import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from marquee.db.locks import open_private
from marquee.errors import OperatorError

LOCK, GATE = ".lock", ".gate"
"""Beside the database, after its name."""
COMMAND_TURN_S = 60.0
"""How long a command waits for its turn: longer than any write of a site takes."""
LOOK_EVERY_S = 0.01


class WriteLock:
    """Files that are opened each time, so that one that was deleted or replaced is noticed at once."""

    def __init__(self, database: Path) -> None:
        self._lock, self._gate = (database.with_name(database.name + suffix) for suffix in (LOCK, GATE))

    @contextmanager
    def held(self, *, by_command: bool = False) -> Iterator[None]:
        """The block is one turn. Raises OSError, and OperatorError if a command has waited too long."""
        until = time.monotonic() + COMMAND_TURN_S if by_command else math.inf
        with os.fdopen(open_private(self._lock), "a") as lock:
            with os.fdopen(open_private(self._gate), "a") as gate:
                _take(gate, until)
                _take(lock, until)
            yield


def _take(file: IO[str], until: float) -> None:
    """Wait for a lock, until a moment on the monotonic clock if that is not for ever. Raises OperatorError."""
    if until == math.inf:
        fcntl.flock(file, fcntl.LOCK_EX)
        return
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise OperatorError(
                    f"Others have been writing to the database for {COMMAND_TURN_S:g} seconds. Nothing was done. "
                    "Try again when they are ready."
                ) from None
            time.sleep(LOOK_EVERY_S)
        else:
            return
