"""Connections to a SQLite file: the library, the rules that all of them obey, and how long a statement may take."""

import math
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import QueuePool

from marquee.db.limits import DEADLINE
from marquee.db.regular_expressions import compiled
from marquee.errors import DatabaseUnavailable, StatementTimeout

try:
    import pysqlite3
except ImportError:  # no wheel for this machine: the system's own library, checked by `needs_one_process`
    sqlite: Any = sqlite3
else:
    sqlite = pysqlite3

# Before this version, two processes that write at once can lose pages (the WAL-reset race; sqlite.org/wal.html).
FIRST_SAFE_SQLITE = (3, 51, 3)
DriverError: type[Exception] = sqlite.DatabaseError
"""What the driver itself raises."""
OPERATIONAL: tuple[type[Exception], ...] = (OperationalError, sqlite.OperationalError)
"""What SQLite raises for a reason outside the statement, as SQLAlchemy or the driver raises it."""

_WRITERS = (
    "cache_size = -32768",  # in KB: what a thousand new rows touch, of which each would be read and written again
    "wal_autocheckpoint = 32768",  # in pages; `Writer` moves the log into the file sooner, when nobody waits for it
)
READER_BUSY_TIMEOUT_MS = 50
WRITER_BUSY_TIMEOUT_MS = 5000
STEPS_BETWEEN_CHECKS = 10_000
"""Half a millisecond of plain comparing. SQLite looks once in each row, however long the row's filters take. Each look
takes Python's lock, for which a statement waits while another thread computes."""
FUNCTION_FAILED = "user-defined function raised exception"
# SQLite's messages for a disk that is full, failing or gone, and for a lock timeout.
UNAVAILABLE = ("database or disk is full", "disk I/O error", "unable to open database", "database is locked")
READ_ONLY = "attempt to write a readonly database"


def needs_one_process() -> bool:
    """Whether this SQLite has the WAL-reset race, so that a second serving process would be unsafe."""
    return tuple(sqlite.sqlite_version_info) < FIRST_SAFE_SQLITE


def connect(path: Path, *, read_only: bool = False) -> Any:
    """A plain connection of the driver, for copying and checking a file."""
    return sqlite.connect(_uri(path, "ro" if read_only else "rw"), uri=True)


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


class Deadline:
    """When the running statement of one engine is interrupted, between its steps or within a function of ours."""

    def __init__(self) -> None:
        self._at = self._cpu_at = math.inf

    def has_passed(self) -> bool:
        return time.monotonic() > self._at or time.thread_time() > self._cpu_at

    @contextmanager
    def limited(self, seconds: float, cpu_seconds: float = math.inf) -> Iterator[None]:
        """The block raises StatementTimeout if it takes longer, or more of this thread's processor time.

        Raises DatabaseUnavailable for a full or failing disk.
        """
        self._at = time.monotonic() + seconds
        self._cpu_at = time.thread_time() + cpu_seconds
        try:
            yield
        except OPERATIONAL as error:
            raise _translated(error, self.has_passed()) from error
        finally:
            self._at = self._cpu_at = math.inf

    @contextmanager
    def sooner(self, seconds: float) -> Iterator[None]:
        """A sooner limit for a block within the block: when it fails, so does the other, which has no more time."""
        former = self._at
        self._at = min(former, time.monotonic() + seconds)
        yield
        self._at = former


def _translated(error: Exception, has_passed: bool) -> Exception:
    """Our own error for what is not the program's fault; any other error as it is."""
    reason = reason_of(error)
    if reason == "interrupted" or (has_passed and reason == FUNCTION_FAILED):
        return StatementTimeout("The statement took too long and was given up")
    return DatabaseUnavailable() if reason.startswith(UNAVAILABLE) else error


def reason_of(error: BaseException) -> str:
    """The driver's message, with or without SQLAlchemy."""
    return str(getattr(error, "orig", error))


def driver_of(connection: Connection) -> Any:
    """The driver's own connection."""
    return connection.connection.driver_connection


def begin(driver: Any, how: str) -> None:
    """Begin a transaction, after ending one that failed."""
    if driver.in_transaction:
        driver.rollback()
    driver.execute(how)


def make_engine(
    path: Path, deadline: Deadline, *, query_only: bool, steps_between_checks: int = STEPS_BETWEEN_CHECKS
) -> Engine:
    """An engine for the file. With `query_only`, two threads never use a connection at once, and `begin` is called."""

    def connect_again() -> Any:
        # With SQLite's own locks: Python's collector ends a forgotten cursor on whichever thread it runs.
        return sqlite.connect(_uri(path, "rw"), uri=True, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect_again, poolclass=QueuePool, module=sqlite, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        record.info[DEADLINE] = deadline
        connection.isolation_level = None  # the transaction is begun below, not guessed by the driver
        waits = READER_BUSY_TIMEOUT_MS if query_only else WRITER_BUSY_TIMEOUT_MS
        for pragma in (
            f"busy_timeout = {waits}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "case_sensitive_like = ON",
            "journal_size_limit = 16777216",
            f"query_only = {int(query_only)}",
            *(() if query_only else _WRITERS),
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.set_progress_handler(deadline.has_passed, steps_between_checks)
        # A call of these is one step, and there may be a hundred in a row: they look at the time themselves.
        connection.create_function("unicode_lower", 1, _within(deadline, _lower()), deterministic=True)
        connection.create_function("regexp", 2, _within(deadline, _regexp), deterministic=True)
        if not query_only:
            _require_writable(connection)

    if not query_only:
        event.listen(engine, "begin", lambda connection: begin(driver_of(connection), "BEGIN IMMEDIATE"))
    return engine


def _require_writable(connection: Any) -> None:
    """Raises the driver's error for a file that SQLite has opened to read alone: it does so, and says nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("PRAGMA user_version = 0")
    finally:
        connection.execute("ROLLBACK")


def _within(deadline: Deadline, function: Callable[..., Any]) -> Callable[..., Any]:
    def checked(*values: Any) -> Any:
        if deadline.has_passed():
            raise TimeoutError  # which ends the statement
        return function(*values)

    return checked


def _lower() -> Callable[[str | None], str | None]:
    """The function of one connection that gives a text in lower case, in every script.

    It keeps the last one: a filter may ask a hundred times in a row for the same long text, which each time would
    hold Python's lock ten times as long.
    """
    last = lowered = ""

    def lower(text: str | None) -> str | None:
        nonlocal last, lowered
        if text is None:
            return None
        if (text := str(text)) != last:
            last, lowered = text, text.lower()
        return lowered

    return lower


def _regexp(pattern: str, text: str | None) -> bool | None:
    return None if text is None else compiled(pattern).search(text) is not None
