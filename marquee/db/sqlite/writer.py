"""The one writer of a SQLite file in this process: a thread that runs one plain transaction after the other.

Writes of several processes take turns too. A thread, because a write waits for the disk and for other writers.
"""

import asyncio
import errno
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from marquee.db.database import WRITE_LIMIT_S, T
from marquee.db.sqlite.connection import (
    OPERATIONAL,
    READ_ONLY,
    Deadline,
    DriverError,
    driver_of,
    make_engine,
    reason_of,
)
from marquee.db.sqlite.write_lock import WriteLock
from marquee.errors import DatabaseReadOnly, DatabaseUnavailable

TURN_S = 5.0
"""How long a write waits for the others of this process, for other processes, and for other programs."""

LOGGED_ROWS = 1_000
"""Changed rows after which the log is worth being moved into the file."""


class _GivenUp(Exception):
    """The write's turn came too late."""


class Writer:
    """The only connection of this process that writes. `on_commit` is called after each commit that changed a row."""

    def __init__(self, path: Path, require_in_place: Callable[[], None], on_commit: Callable[[], None]) -> None:
        self._deadline = Deadline()
        self._engine = make_engine(path, self._deadline, query_only=False)
        self._path, self._lock = path, WriteLock(path)
        self._require_in_place, self._on_commit = require_in_place, on_commit
        self.begun_at = 0.0
        """When a write of this process last had its turn, on the monotonic clock."""
        self._logged_rows = 0
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        # A daemon: one that waits for a lock which another process never releases must not keep this one alive.
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @cached_property
    def _connection(self) -> Connection:
        return self._engine.connect()

    async def write(self, fn: Callable[[Connection], T]) -> T:
        """Run `fn` in one transaction, after those that were asked for earlier.

        If the caller is cancelled before its turn, nothing is written; afterwards the write is finished regardless.
        Raises DatabaseUnavailable if its turn has not come after `TURN_S`, whoever holds it up.
        """
        future: Future[T] = Future()
        self._jobs.put(partial(self._carry_out, fn, future))
        result = asyncio.wrap_future(future)
        try:
            await asyncio.wait({result}, timeout=TURN_S)
        except asyncio.CancelledError:
            future.cancel()  # without effect once its turn has come
            raise
        if not result.done() and future.cancel():
            raise DatabaseUnavailable
        return await result

    def _work(self) -> None:
        while job := self._next_job():
            job()
            del job  # or all that it wrote would stay until the next one

    def _next_job(self) -> Callable[[], None] | None:
        try:
            return self._jobs.get_nowait()
        except Empty:
            self._move_log()
            return self._jobs.get()

    def _move_log(self) -> None:
        """Move what was written from the log into the file, if it is much.

        SQLite would move it within a commit, for as long as that itself takes, while others wait for their turn.
        """
        if self._logged_rows >= LOGGED_ROWS:
            with suppress(DatabaseUnavailable), self._only_writer():
                self._move_log_now()

    def _move_log_now(self) -> None:
        """At this process's turn. The log is then written from its beginning again, and needs no more room."""
        self._logged_rows = 0
        # Whatever fails, nothing is lost, the next one may work, and the writes that come are told about it.
        with suppress(DBAPIError, DriverError):
            driver_of(self._connection).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _carry_out(self, fn: Callable[[Connection], T], future: "Future[T]") -> None:
        """Write unless the future is cancelled by then, and tell it."""

        def begun(connection: Connection) -> T:
            self.begun_at = time.monotonic()
            if not future.set_running_or_notify_cancel():
                raise _GivenUp
            return fn(connection)

        if future.cancelled():
            return
        try:
            result = self.write_now(begun, WRITE_LIMIT_S)
        except _GivenUp:
            return
        except BaseException as error:
            if future.running() or future.set_running_or_notify_cancel():
                future.set_exception(error)
        else:
            future.set_result(result)

    def write_now(self, fn: Callable[[Connection], T], limit_s: float = math.inf) -> T:
        """Run `fn` in one transaction on the caller's own thread; a command has no limit, but for its turn to come.

        Raises StatementTimeout, DatabaseUnavailable, OperatorError.
        """
        self._require_in_place()
        with self._deadline.limited(limit_s), self._only_writer(by_command=limit_s == math.inf):
            driver = driver_of(self._connection)
            changes = driver.total_changes
            try:
                with self._connection.begin():
                    value = fn(self._connection)
            except OPERATIONAL:  # the disk may be full: the writes that wait need no more room then
                self._move_log_now()
                raise
            if added := driver.total_changes - changes:  # otherwise nothing that is cached has become old
                self._logged_rows += added
                self._on_commit()
        return value

    @contextmanager
    def _only_writer(self, *, by_command: bool = False) -> Iterator[None]:
        """The block is this process's turn. Raises DatabaseUnavailable, and what `WriteLock.held` does."""
        with ExitStack() as turn:
            try:
                turn.enter_context(self._lock.held(by_command=by_command))
            except OSError as error:
                if error.errno == errno.EROFS:  # as the system makes a failing disk
                    raise DatabaseReadOnly(f"{self._path} is on a disk that is read-only") from error
                raise DatabaseUnavailable() from error
            try:
                yield
            except OPERATIONAL as error:
                if reason_of(error) == READ_ONLY:
                    raise DatabaseReadOnly(f"{self._path} is read-only") from error
                raise

    def close(self) -> None:
        """Finish the writes that were asked for; `write` cannot be called any more."""
        self._jobs.put(None)
        self._thread.join(WRITE_LIMIT_S)
        if "_connection" in self.__dict__:
            self._connection.close()
        self._engine.dispose()
