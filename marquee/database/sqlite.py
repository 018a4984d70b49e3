"""SQLite in a file: its engines, and the rules that every connection obeys.

Reads run at once on the event loop (a query of 0.2 ms blocks it less than handing it to a thread would cost), writes in
one writer thread, so that a disk's sync never stops the loop.
"""

import asyncio
import fcntl
import math
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Concatenate

import re2
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from marquee import locks
from marquee.database import READ_LIMIT_S, WRITE_LIMIT_S, Database, P, T
from marquee.errors import DatabaseUnavailable, OperatorError, StatementTimeout
from marquee.generation import Generation

try:
    import pysqlite3 as sqlite
except ImportError:  # no wheel for this machine: the system's own library, checked by `needs_one_process`
    sqlite = sqlite3

# Below this, two processes that write at once can lose pages (the WAL-reset race; sqlite.org/wal.html).
FIXED_SQLITE = (3, 51, 3)
DriverError: type[Exception] = sqlite.DatabaseError
"""What a connection raises that is not SQLAlchemy's."""

WRITER_WAITS_MS = 5000
READER_WAITS_MS = 50
LOOK_EVERY_S = 0.1
STEPS_BETWEEN_LOOKS = 10_000
# SQLite's words for a disk that is full, failing or gone, and for a lock that never came.
UNAVAILABLE = ("database or disk is full", "disk I/O error", "unable to open database", "database is locked")


def needs_one_process() -> bool:
    """Whether this SQLite has the WAL-reset race, so that a second serving process would be unsafe."""
    return tuple(sqlite.sqlite_version_info) < FIXED_SQLITE


def connect(path: Path, *, read_only: bool = False) -> Any:
    """A connection as the driver gives it, for what is no request: copying and checking a file."""
    return sqlite.connect(_uri(path, "ro" if read_only else "rw"), uri=True)


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


class SqliteDatabase(Database):
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open = locks.share(path)
        if not path.exists():
            path.touch(mode=0o600)  # here only: a connection that finds no file later must not begin a new one
        self._reads, self._writes = _Deadline(), _Deadline()
        self._reader = _engine(path, "BEGIN", self._reads, query_only=True)
        self._writer = _engine(path, "BEGIN IMMEDIATE", self._writes, query_only=False)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._lock_path = path.with_name(f"{path.name}.lock")
        try:
            self._probe = self._reader.raw_connection()
            self._watch = _Watch(Generation(path), self._probe)
        except (DriverError, OSError) as error:
            self._open.close()
            raise OperatorError(f"The database cannot be used: {error}.") from error
        self._identity = _identity(path)

    # One connection each, kept: reads never wait for one another, and writers take turns.

    @cached_property
    def _reading(self) -> Connection:
        return self._reader.connect()

    @cached_property
    def _writing(self) -> Connection:
        return self._writer.connect()

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self._reads.limited(READ_LIMIT_S), self._reading.begin():
            return fn(self._reading, *args, **kwargs)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def run() -> T:
            try:
                with self._writes.limited(WRITE_LIMIT_S):
                    return self.write_now(fn, *args, **kwargs)
            except OSError as error:  # the lock's: a failing disk is often made read-only
                raise DatabaseUnavailable() from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.require_in_place()
        with self._only_writer():
            with self._writing.begin():
                before = _changes(self._writing)
                answer = fn(self._writing, *args, **kwargs)
                is_changed = _changes(self._writing) != before
            if is_changed:  # what fails, or reaches no row, makes nothing old
                self._watch.generation.advance()
            return answer

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

    @contextmanager
    def _only_writer(self) -> Iterator[None]:
        """A queue over processes: SQLite's own waiting polls, and starves a second writer."""
        lock = os.open(self._lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def close(self) -> None:
        self._thread.shutdown()
        self._watch.generation.close()
        self._probe.close()
        for name in ("_reading", "_writing"):
            if name in self.__dict__:
                self.__dict__[name].close()
        self._reader.dispose()
        self._writer.dispose()
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


class _Deadline:
    """When the statements of one engine are to be given up; they ask every few thousand steps."""

    def __init__(self) -> None:
        self._at = math.inf

    def has_passed(self) -> bool:
        return time.monotonic() > self._at

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Raises StatementTimeout when the block takes longer, DatabaseUnavailable for a full or failing disk."""
        self._at = time.monotonic() + seconds
        try:
            yield
        except (OperationalError, sqlite.OperationalError) as error:
            raise _translated(error) from error
        finally:
            self._at = math.inf


def _translated(error: Exception) -> Exception:
    """Our error for what is no fault of the program's; any other stays as it is."""
    reason = str(getattr(error, "orig", error))  # the driver's own words, wherever it was asked from
    if reason == "interrupted":
        return StatementTimeout("The statement took too long and was given up")
    if reason.startswith(UNAVAILABLE):
        return DatabaseUnavailable()
    return error


def _changes(connection: Connection) -> int:
    """Rows that this connection has inserted, updated or deleted since it was opened."""
    return int(_driver(connection).total_changes)


def _driver(connection: Connection) -> Any:
    """The driver's own connection."""
    return connection.connection.driver_connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file is there, without opening it: closing it again would drop SQLite's locks on it (POSIX)."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _engine(path: Path, begin: str, deadline: _Deadline, *, query_only: bool) -> Engine:
    def connect_again() -> Any:
        return sqlite.connect(_uri(path, "rw"), uri=True, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect_again, poolclass=QueuePool, module=sqlite, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the transaction is begun below, not guessed by the driver
        waits = READER_WAITS_MS if query_only else WRITER_WAITS_MS
        for pragma in (
            f"busy_timeout = {waits}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "case_sensitive_like = ON",
            "journal_size_limit = 16777216",
            f"query_only = {int(query_only)}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.set_progress_handler(deadline.has_passed, STEPS_BETWEEN_LOOKS)
        connection.create_function("lower", 1, _lower, deterministic=True)
        connection.create_function("regexp", 2, _regexp, deterministic=True)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        driver = _driver(connection)
        if driver.in_transaction:  # of a commit that failed
            driver.rollback()
        driver.execute(begin)

    return engine


def _lower(text: str | None) -> str | None:
    """SQLite's own knows ASCII only."""
    return text if text is None else str(text).lower()


def _regexp(pattern: str, text: str | None) -> bool | None:
    """RE2, because its time is linear: a hostile pattern cannot hold the database. `.` is any character."""
    return None if text is None else re2.search(pattern, text, _ANY_DOT) is not None


_ANY_DOT = re2.Options()
_ANY_DOT.dot_nl = True
