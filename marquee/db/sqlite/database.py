"""SQLite in a file: a connection that reads on the event loop, a few that read and one that writes on threads."""

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Concatenate

from sqlalchemy import Connection
from sqlalchemy.pool import PoolProxiedConnection

from marquee.db import locks
from marquee.db.commit_counter import CommitCounter
from marquee.db.database import TURN_IS_NEWS_S, Database, P, T
from marquee.db.sqlite.connection import DriverError, connect, reason_of
from marquee.db.sqlite.reader import Reader
from marquee.db.sqlite.slow_reads import SlowReads
from marquee.db.sqlite.writer import Writer
from marquee.db.turns import CLIENT, Turns
from marquee.errors import DatabaseReadOnly, DatabaseUnavailable, OperatorError
from marquee.ownership import remedy, unusable

LOOK_EVERY_S = 0.1
LOOP_CPU_LIMIT_S = 0.025
"""How long a read may work on the event loop, which it holds up for everybody."""
NOTICEABLE_S = 0.001
"""From this long on, other requests come before the same client's next read."""
MAX_WAITING = 1_000
"""Such reads of one client that may wait for one another."""
LOOP_LIMIT_S = 0.1
"""How long it may hold up the loop with waiting for a core, of which others have all, and for the disk."""


class SqliteDatabase(Database):
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._quick_turns = Turns(in_all=None, max_waiting=MAX_WAITING)
        self._open = locks.share(path)
        if not path.exists():
            path.touch(mode=0o600)  # only here: if the file is missing later, no connection may create a new one
        self._reader = Reader(path)
        try:
            self._slow_reads = SlowReads(path)
            self._probe = self._reader.connect()
            self._public = _PublicChanges(CommitCounter(path), self._probe)
        except (DriverError, OSError) as error:
            self._open.close()
            raise self._unusable(error) from error
        except Exception:
            self._open.close()
            raise
        self._identity = _identity(path)
        self._writer = Writer(path, self.require_in_place, self._public.counter.advance)

    async def _read_quickly(self, work: Callable[[Connection], T]) -> T:
        """Runs on the event loop: a query of 0.2 ms blocks it for less time than a thread would cost.

        After one that others may notice, they come before the client's next one, on however many connections.
        """
        async with self._quick_turns.turn(CLIENT.get()):
            begun = time.monotonic()
            try:
                return self._reader.run(work, LOOP_LIMIT_S, LOOP_CPU_LIMIT_S)
            finally:
                if time.monotonic() - begun > NOTICEABLE_S:
                    await asyncio.sleep(0)

    async def _read_slowly(self, work: Callable[[Connection], T], client: str) -> T:
        return await self._slow_reads.run(work, client)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(lambda connection: fn(connection, *args, **kwargs))

    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self._for_the_operator():
            return self._writer.write_now(lambda connection: fn(connection, *args, **kwargs))

    def read_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self._for_the_operator():
            return self._reader.run(lambda connection: fn(connection, *args, **kwargs), math.inf)

    @contextmanager
    def _for_the_operator(self) -> Iterator[None]:
        """Raises OperatorError in place of DatabaseUnavailable: it says why, and how to mend it."""
        try:
            yield
        except DatabaseReadOnly as error:
            raise self._unusable(error.why) from error
        except DatabaseUnavailable as error:
            raise self._unusable(error.__cause__ or f"{self.path} is not the file that was opened") from error

    def _unusable(self, why: BaseException | str) -> OperatorError:
        if isinstance(why, OSError):
            return unusable(why)
        said = why if isinstance(why, str) else reason_of(why)
        return OperatorError(f"The database cannot be used: {said}.{remedy(self.path)}")

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
        return self._public.version()

    def close(self) -> None:
        self._writer.close()
        self._public.counter.close()
        self._probe.close()
        self._reader.close()
        self._slow_reads.close()
        self._open.close()


class _PublicChanges:
    """Tells whether anyone has changed a public table: by a number in the file, which its triggers advance.

    It is looked at after each commit that our writers count, and every 0.1 s: other programs do not count theirs, nor
    does a process that was killed right after one.
    """

    def __init__(self, counter: CommitCounter, probe: PoolProxiedConnection) -> None:
        self.counter = counter
        self._probe = probe
        self._count, self._changes, self._look_at = -1, 0, 0.0
        self._number: int | None = None

    def version(self) -> int:
        count, now = self.counter.current(), time.monotonic()
        if count != self._count or now >= self._look_at:
            self._count, self._look_at = count, now + LOOK_EVERY_S
            self._look()
        return self._changes

    def _look(self) -> None:
        number = self._current_number()
        if number is None or number != self._number:
            self._changes += 1
        self._number = number

    def _current_number(self) -> int | None:
        """None if it cannot be read: then anything may have changed."""
        try:
            with closing(self._probe.cursor()) as cursor:
                return int(cursor.execute("SELECT number FROM public_changes").fetchone()[0])
        except DriverError:
            return None


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode, without opening the file: closing it again would drop SQLite's locks on it (POSIX)."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
