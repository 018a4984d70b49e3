"""The one writer of a SQLite file in this process: a thread that runs one plain transaction after the other.

Writes of several processes take turns too. A thread, because a write waits for the disk and for other writers.
"""

import asyncio
import fcntl
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from sqlalchemy import Connection

from marquee.db.database import WRITE_LIMIT_S, T
from marquee.db.locks import open_private
from marquee.db.sqlite.connection import Deadline, driver_of, make_engine
from marquee.errors import DatabaseUnavailable


class Writer:
    """The only connection of this process that writes. `on_commit` is called after each commit that changed a row."""

    def __init__(self, path: Path, require_in_place: Callable[[], None], on_commit: Callable[[], None]) -> None:
        self._deadline = Deadline()
        self._engine = make_engine(path, self._deadline, query_only=False)
        self._lock_path = path.with_name(f"{path.name}.lock")
        self._require_in_place, self._on_commit = require_in_place, on_commit
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")

    @cached_property
    def _connection(self) -> Connection:
        return self._engine.connect()

    async def write(self, fn: Callable[[Connection], T]) -> T:
        """Run `fn` in one transaction, after those that were asked for earlier.

        If the caller is cancelled before its turn, nothing is written; afterwards the write is finished regardless.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write_in_time, fn)

    def _write_in_time(self, fn: Callable[[Connection], T]) -> T:
        """Raises StatementTimeout, DatabaseUnavailable."""
        try:
            with self._deadline.limited(WRITE_LIMIT_S):
                return self.write_now(fn)
        except OSError as error:  # the lock file's: a failing disk is often made read-only
            raise DatabaseUnavailable() from error

    def write_now(self, fn: Callable[[Connection], T]) -> T:
        """Run `fn` in one transaction on the caller's own thread, for as long as it takes."""
        self._require_in_place()
        with self._only_writer():
            driver = driver_of(self._connection)
            changes = driver.total_changes
            with self._connection.begin():
                value = fn(self._connection)
            if driver.total_changes != changes:  # otherwise nothing that is cached has become old
                self._on_commit()
        return value

    @contextmanager
    def _only_writer(self) -> Iterator[None]:
        """Hold the lock that makes the processes take turns: SQLite's own waiting polls, and starves a second writer.

        The lock file is opened each time, so that one that was deleted or replaced is noticed at once.
        """
        lock = open_private(self._lock_path)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def close(self) -> None:
        """Finish the write that has begun; `write` cannot be called any more."""
        self._thread.shutdown()
        if "_connection" in self.__dict__:
            self._connection.close()
        self._engine.dispose()
