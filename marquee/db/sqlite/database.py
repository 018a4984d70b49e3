"""SQLite in a file. Reads run at once on the event loop: a query of 0.2 ms blocks it less than a thread would cost."""

import time
from collections.abc import Callable
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Concatenate

from sqlalchemy import Connection
from sqlalchemy.pool import PoolProxiedConnection

from marquee.db import locks
from marquee.db.commit_counter import Generation
from marquee.db.database import READ_LIMIT_S, Database, P, T
from marquee.db.sqlite.connection import Deadline, DriverError, begin, connect, driver_of, make_engine
from marquee.db.sqlite.writer import Writer
from marquee.errors import DatabaseUnavailable, OperatorError

LOOK_EVERY_S = 0.1


class SqliteDatabase(Database):
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open = locks.share(path)
        if not path.exists():
            path.touch(mode=0o600)  # here only: a connection that finds no file later must not begin a new one
        self._deadline = Deadline()
        self._reader = make_engine(path, self._deadline, query_only=True)
        try:
            self._probe = self._reader.raw_connection()
            self._watch = _Watch(Generation(path), self._probe)
        except (DriverError, OSError) as error:
            self._open.close()
            raise OperatorError(f"The database cannot be used: {error}.") from error
        self._identity = _identity(path)
        self._writer = Writer(path, self.require_in_place, self._watch.generation.advance)

    @cached_property
    def _reading(self) -> Connection:
        """One, kept: reads never wait for one another."""
        return self._reader.connect()

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self._deadline.limited(READ_LIMIT_S):
            connection = self._reading
            driver = driver_of(connection)
            begin(driver, "BEGIN")  # by ourselves: SQLAlchemy takes thrice as long
            try:
                return fn(connection, *args, **kwargs)
            finally:
                if connection.in_transaction():  # SQLAlchemy takes what we began for its own, once it is asked
                    connection.rollback()
                driver.rollback()

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(lambda connection: fn(connection, *args, **kwargs))

    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._writer.write_now(lambda connection: fn(connection, *args, **kwargs))

    def require_in_place(self) -> None:
        """Raises DatabaseUnavailable when the path leads to another file than the one that is open, or to none.

        SQLite would go on writing to a file that has lost its name, and what it acknowledges would be gone.
        """
        if _identity(self.path) != self._identity:
            raise DatabaseUnavailable()

    def require_unused(self) -> None:
        self._open.close()
        try:
            with locks.alone(self.path):
                pass
        finally:
            self._open = locks.share(self.path)

    async def require_ready(self) -> None:
        self.require_in_place()
        with closing(connect(self.path, read_only=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        await self.read(lambda connection: connection.exec_driver_sql("SELECT 1"))

    def version(self) -> int:
        return self._watch.version()

    def close(self) -> None:
        self._writer.close()
        self._watch.generation.close()
        self._probe.close()
        if "_reading" in self.__dict__:
            self._reading.close()
        self._reader.dispose()
        self._open.close()


class _Watch:
    """Whether anybody has committed: by the counter that our writers advance, and now and then by SQLite's own word.

    The latter finds what the counter does not tell: writers that are not ours, and one killed right after its commit.
    """

    def __init__(self, generation: Generation, probe: PoolProxiedConnection) -> None:
        self.generation = generation
        self._probe = probe
        self._count, self._foreign = generation.current(), 0
        self._seen = self._data_version()
        self._look_at = time.monotonic() + LOOK_EVERY_S

    def version(self) -> int:
        count, now = self.generation.current(), time.monotonic()
        if count != self._count or now >= self._look_at:
            self._look_at = now + LOOK_EVERY_S
            self._look(count)
        return count + self._foreign

    def _look(self, count: int) -> None:
        try:
            seen = self._data_version()
        except DriverError:  # a file that cannot be read may have changed
            seen = None
        # A commit that was counted explains what SQLite says; the count has changed the version by itself.
        if seen is None or (seen != self._seen and count == self._count):
            self._foreign += 1
        self._count, self._seen = count, seen

    def _data_version(self) -> int | None:
        cursor = self._probe.cursor()
        try:
            return int(cursor.execute("PRAGMA data_version").fetchone()[0])
        finally:
            cursor.close()


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file is there, without opening it: closing it again would drop SQLite's locks on it (POSIX)."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
