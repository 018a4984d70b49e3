"""A counter of commits in eight bytes beside the database file, which every process reads without asking SQLite."""

import mmap
import os
import sys
from contextlib import suppress
from pathlib import Path

SUFFIX = ".generation"
SIZE = 8


class CommitCounter:
    """Counts commits. A writer advances it after its commit, before it answers, and while it is the only writer."""

    def __init__(self, database: Path) -> None:
        """Raises OSError."""
        self._file = os.open(database.with_name(database.name + SUFFIX), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        # Never shorter than what is mapped: reading beyond a file's end kills the process.
        if os.fstat(self._file).st_size < SIZE:
            os.ftruncate(self._file, SIZE)
        self._map = mmap.mmap(self._file, SIZE, access=mmap.ACCESS_READ)
        self._count = memoryview(self._map).cast("Q")

    def current(self) -> int:
        """The current count, of all processes."""
        return self._count[0]

    def advance(self) -> None:
        """Add one. Written through the file, where a full disk is an error; through the map it would kill the process.

        An error is ignored: the commit has happened, and looking at the database itself shows it a little later.
        """
        with suppress(OSError):
            os.pwrite(self._file, (self._count[0] + 1).to_bytes(SIZE, sys.byteorder), 0)

    def close(self) -> None:
        """`current` and `advance` cannot be used any more."""
        self._count.release()
        self._map.close()
        os.close(self._file)
