"""SQLite in a file: a connection that reads on the event loop, a few that read and one that writes on threads."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Concatenate

from sqlalchemy import Connection
from sqlalchemy.pool import PoolProxiedConnection

from marquee.db import locks
from marquee.db.commit_counter import CommitCounter
from marquee.db.database import Database, P, T
from marquee.db.sqlite.connection import DriverError, connect
from marquee.db.sqlite.reader import Reader
from marquee.db.sqlite.slow_reads import SlowReads
from marquee.db.sqlite.writer import Writer
from marquee.errors import DatabaseUnavailable, OperatorError

LOOK_EVERY_S = 0.1
TURN_IS_NEWS_S = 1.0
"""How long a write's turn shows that writes have theirs: nobody makes writers wait by asking whether they do."""
LOOP_LIMIT_S = 0.025
"""How long a read may hold up the event loop, and with it everybody."""


class SqliteDatabase(Database):
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._open = locks.share(path)
        if not path.exists():
            path.touch(mode=0o600)  # only here: if the file is missing later, no connection may create a new one
        self._reader = Reader(path)
        try:
            self._slow_reads = SlowReads(path)
            self._probe = self._reader.connect()
            self._watch = _CommitWatch(CommitCounter(path), self._probe)
        except (DriverError, OSError) as error:
            self._open.close()
            raise OperatorError(f"The database cannot be used: {error}.") from error
        except Exception:
            self._open.close()
            raise
        self._identity = _identity(path)
        self._writer = Writer(path, self.require_in_place, self._watch.counter.advance)

    async def _read_quickly(self, work: Callable[[Connection], T]) -> T:
        """Runs on the event loop: a query of 0.2 ms blocks it for less time than a thread would cost."""
        return self._reader.run(work, LOOP_LIMIT_S)

    async def _read_slowly(self, work: Callable[[Connection], T], client: str) -> T:
        return await self._slow_reads.run(work, client)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(lambda connection: fn(connection, *args, **kwargs))

    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._writer.write_now(lambda connection: fn(connection, *args, **kwargs))

    def require_in_place(self) -> None:
        """Raises DatabaseUnavailable unless the path still leads to the file that is open.

        SQLite would go on writing to a file that was moved or deleted, and the acknowledged writes would be lost.
        """
        if _identity(self.path) != self._identity:
            raise DatabaseUnavailable()

    def require_unused(self) -> None:
        self._open.close()
        try:
            with locks.exclusive(self.path):
                pass
        finally:
            self._open = locks.share(self.path)

    async def require_ready(self) -> None:
        self.require_in_place()
        with closing(connect(self.path, read_only=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        await self.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
        if self._writer.begun_at < time.monotonic() - TURN_IS_NEWS_S:
            await self._writer.write(lambda _connection: None)  # its turn: nothing is written

    def version(self) -> int:
        return self._watch.version()

    def close(self) -> None:
        self._writer.close()
        self._watch.counter.close()
        self._probe.close()
        self._reader.close()
        self._slow_reads.close()
        self._open.close()


class _CommitWatch:
    """Tells whether anyone has committed: by the counter that our writers advance, and every 0.1 s by asking SQLite.

    SQLite knows of commits that were not counted: those of other programs, and of a process killed right after one.
    """

    def __init__(self, counter: CommitCounter, probe: PoolProxiedConnection) -> None:
        self.counter = counter
        self._probe = probe
        self._count, self._uncounted = counter.current(), 0
        self._seen = self._data_version()
        self._look_at = time.monotonic() + LOOK_EVERY_S

    def version(self) -> int:
        count, now = self.counter.current(), time.monotonic()
        if count != self._count or now >= self._look_at:
            self._look_at = now + LOOK_EVERY_S
            self._look(count)
        return count + self._uncounted

    def _look(self, count: int) -> None:
        try:
            seen = self._data_version()
        except DriverError:  # a file that cannot be read may have changed
            seen = None
        # A counted commit explains a new data version, and has already changed ours.
        if seen is None or (seen != self._seen and count == self._count):
            self._uncounted += 1
        self._count, self._seen = count, seen

    def _data_version(self) -> int | None:
        cursor = self._probe.cursor()
        try:
            return int(cursor.execute("PRAGMA data_version").fetchone()[0])
        finally:
            cursor.close()


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode, without opening the file: closing it again would drop SQLite's locks on it (POSIX)."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
