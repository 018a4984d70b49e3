"""PostgreSQL, for a site that outgrows one machine: several servers work on one database.

Each process keeps a few connections for quick reads, fewer for slow ones, one for writes, and one that is notified of
every commit.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from typing import Any, Concatenate

import asyncpg
from anyio.from_thread import BlockingPortal, start_blocking_portal
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from marquee.data_errors import InvalidEncoding, InvalidPattern
from marquee.db.commit_counter import CommitCounter
from marquee.db.database import READ_LIMIT_S, WRITE_LIMIT_S, Database, P, T
from marquee.db.turns import CLIENT, SLOW_READS, Turns
from marquee.errors import DatabaseUnavailable, OperatorError, StatementTimeout

CONNECT_S = 2
QUICK_READS = 8
QUICK_READS_PER_CLIENT = 4
QUICK_LIMIT_S = 0.5
GRACE_S = 0.2
"""PostgreSQL gives up a statement; we a read of several, such as a count and its rows, this much later."""
TURN_S = 5
"""How long anything waits for a connection or a lock."""
TURN_IS_NEWS_S = 1.0
"""How long a write's turn shows that writes have theirs: nobody makes writers wait by asking whether they do."""
HEARTBEAT_S = 5
RECONNECT_S = 1
DRIVER = "postgresql+asyncpg"
CHANNEL = "marquee_changed"
WRITE_LOCK = 0x6D617271
"""The advisory lock that makes writers take turns."""

# SQLSTATE classes and codes of what may work later: connections that are lost or refused (to this user, to this
# database), no space, a shutdown, a lock timeout.
UNAVAILABLE = ("08", "28", "3D", "53", "57P", "58", "55P03")

log = logging.getLogger("marquee")


class PostgresqlDatabase(Database):
    """One PostgreSQL database."""

    def __init__(self, url: str, counter: CommitCounter | None = None) -> None:
        """`counter` is shared with the other processes of this server, which see a commit in it at once."""
        super().__init__()
        self._url = url
        self._quick_turns, self._slow_turns = Turns(QUICK_READS, QUICK_READS_PER_CLIENT), Turns()
        self._counter = counter
        self._commits, self._count = 0, counter.current() if counter else 0
        self._began_writing_at = 0.0
        self._is_listening = False
        self._listener: asyncio.Task[None] | None = None
        self._own_loop = ExitStack()

    @cached_property
    def _quick_reader(self) -> AsyncEngine:
        return _reading_engine(self._url, QUICK_LIMIT_S, QUICK_READS)

    @cached_property
    def _slow_reader(self) -> AsyncEngine:
        return _reading_engine(self._url, READ_LIMIT_S, SLOW_READS)

    @cached_property
    def _writer(self) -> AsyncEngine:
        # Each statement sees what was committed before it: a writer sees the commits that it waited for.
        options = {"isolation_level": "READ COMMITTED", "pool_size": 1, "pool_timeout": TURN_S}
        return _engine(self._url, WRITE_LIMIT_S, {"lock_timeout": f"{TURN_S}s"}, **options)

    async def _read_quickly(self, work: Callable[[Connection], T]) -> T:
        async with self._quick_turns.turn(CLIENT.get()):
            return await self._read(self._quick_reader, work)

    async def _read_slowly(self, work: Callable[[Connection], T], client: str) -> T:
        async with self._slow_turns.turn(client):
            try:
                async with asyncio.timeout(READ_LIMIT_S + GRACE_S):
                    return await self._read(self._slow_reader, work)
            except TimeoutError as error:
                raise StatementTimeout(GIVEN_UP) from error

    async def _read(self, engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen())
        with _translated():
            try:
                return await self._read_once(engine, work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                # The server was restarted: with this connection, all others of the pool were closed.
                return await self._read_once(engine, work)

    async def _read_once(self, engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with _translated():
            return await self._write(self._writer, lambda connection: fn(connection, *args, **kwargs))

    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        portal, engine = self._without_limits
        try:
            with _translated():
                return portal.call(self._write, engine, lambda connection: fn(connection, *args, **kwargs))
        except DatabaseUnavailable as error:
            raise OperatorError(f"The PostgreSQL database cannot be used: {_reason(error)}.") from error

    async def _write(self, engine: AsyncEngine, fn: Callable[[Connection], T]) -> T:
        has_begun = False

        def work(connection: Connection) -> tuple[T, bool]:
            nonlocal has_begun
            has_begun = True
            value = fn(connection)
            return value, connection.execute(_IS_PUBLIC).scalar_one() == "yes"

        try:
            return await self._write_once(engine, work)
        except DBAPIError as error:
            if has_begun or not error.connection_invalidated:
                raise
            return await self._write_once(engine, work)  # as in a read, and nothing was written yet

    async def _write_once(self, engine: AsyncEngine, work: Callable[[Connection], tuple[T, bool]]) -> T:
        is_public = False
        try:
            async with engine.begin() as connection:
                await connection.execute(_TAKE_TURN, {"writing": WRITE_LOCK})
                self._began_writing_at = time.monotonic()
                value, is_public = await connection.run_sync(work)
                return value
        finally:
            if is_public:  # our own notification, and our siblings', arrive later than the response
                self._commits += 1
                if self._counter:
                    self._counter.advance()

    def require_unused(self) -> None:
        if self.write_now(lambda connection: connection.execute(_OTHERS, {"name": NAME}).scalar_one()):
            raise OperatorError("The PostgreSQL database is in use. Stop the site on every server first.")

    async def require_ready(self) -> None:
        async with asyncio.timeout(CONNECT_S):
            await self.read(lambda connection: connection.execute(text("SELECT 1")))
        if self._began_writing_at < time.monotonic() - TURN_IS_NEWS_S:
            await self.write(lambda _connection: None)  # its turn: nothing is written

    def version(self) -> int:
        if not self._is_listening:  # without notifications, anything may have changed
            self._commits += 1
        if self._counter and self._counter.current() != self._count:
            self._count = self._counter.current()
            self._commits += 1
        return self._commits

    async def _listen(self) -> None:
        """Count the commits of all processes until cancelled. Without a connection, `version` changes at every call."""
        is_logged = False  # once for each time that notifications cease, and once if they never come
        while True:
            try:
                await self._listen_until_lost()
            except Exception as error:  # whatever the fault, nobody else tells of commits
                if self._is_listening or not is_logged:
                    log.warning("not receiving change notifications, nothing is cached", extra={"reason": _said(error)})
                    is_logged = True
            self._is_listening = False
            await asyncio.sleep(RECONNECT_S)

    async def _listen_until_lost(self) -> None:
        connection = await _connect(self._url, server_settings={"application_name": NAME})
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._count_commit)
            self._commits += 1
            self._is_listening = True
            while not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), HEARTBEAT_S)
                await connection.execute("SELECT 1", timeout=CONNECT_S)
        finally:
            connection.terminate()

    def _count_commit(self, *_notice: object) -> None:
        self._commits += 1

    @cached_property
    def _without_limits(self) -> tuple[BlockingPortal, AsyncEngine]:
        """An event loop of its own, and an engine whose statements have no time limit."""
        portal = self._own_loop.enter_context(start_blocking_portal())
        engine = _engine(self._url, None, {"lock_timeout": "60s"}, isolation_level="READ COMMITTED", pool_size=1)
        self._own_loop.callback(lambda: portal.call(engine.dispose))
        return portal, engine

    async def disconnect(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
            self._listener, self._is_listening = None, False
        for name in ("_quick_reader", "_slow_reader", "_writer"):
            engine: AsyncEngine | None = self.__dict__.pop(name, None)
            if engine is not None:
                await engine.dispose()

    def close(self) -> None:
        self.__dict__.pop("_without_limits", None)
        self._own_loop.close()
        if self._counter:
            self._counter.close()
            self._counter = None


NAME = "marquee"
GIVEN_UP = "The statement took too long and was given up"

_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE application_name = :name AND datname = current_database() AND pid <> pg_backend_pid()"
)

# A writer that holds the lock sees all earlier writes, so a rule that it checks still holds when it writes.
_TAKE_TURN = text("SELECT pg_advisory_xact_lock(:writing)")
# Set by the triggers of the public tables, which also send the notification (migration 0006).
_IS_PUBLIC = text("SELECT current_setting('marquee.public_change', true)")


def _engine(url: str, limit_s: float | None, settings: dict[str, str], **options: Any) -> AsyncEngine:
    connect_args = {
        # The server cancels statements by itself; this is for a server that no longer responds.
        "command_timeout": None if limit_s is None else limit_s + 1,
        "server_settings": {
            "application_name": NAME,
            **settings,
            "timezone": "UTC",
            "statement_timeout": f"{(limit_s or 0) * 1000:.0f}ms",
        },
    }
    return create_async_engine(
        f"{DRIVER}://",
        async_creator=lambda: _connect(url, **connect_args),
        # Tracebacks of failed statements show no values, since password hashes are among them.
        hide_parameters=True,
        max_overflow=0,
        **options,
    )


async def _connect(url: str, **options: Any) -> asyncpg.Connection:
    """The one way to the server. The driver itself reads the URL, with the names that libpq has for TLS."""
    return await asyncpg.connect(dsn=url, timeout=CONNECT_S, **options)


def _reading_engine(url: str, limit_s: float, connections: int) -> AsyncEngine:
    # A page's several statements see one state of the data.
    options = {"isolation_level": "REPEATABLE READ", "pool_size": connections, "pool_timeout": TURN_S}
    return _engine(url, limit_s, {"default_transaction_read_only": "on"}, **options)


@contextmanager
def _translated() -> Iterator[None]:
    """Raise our own error for what is not the fault of the program. Source: PostgreSQL, appendix A."""
    try:
        yield
    except (OSError, PoolTimeout, asyncpg.PostgresError, asyncpg.InterfaceError) as error:  # OSError: TimeoutError too
        raise DatabaseUnavailable() from error
    except DBAPIError as error:
        raise _translation(error) from error


def _translation(error: DBAPIError) -> Exception:
    state: str = getattr(error.orig, "sqlstate", None) or ""
    if state == "57014" or isinstance(error.orig, TimeoutError):
        return StatementTimeout(GIVEN_UP)
    if state == "2201B":
        return InvalidPattern("invalid regular expression")
    if state == "22021":
        return InvalidEncoding('invalid byte sequence for encoding "UTF8"')
    if error.connection_invalidated or state.startswith(UNAVAILABLE):
        return DatabaseUnavailable()
    return error


def _reason(error: DatabaseUnavailable) -> str:
    cause = error.__cause__
    return _said(getattr(cause, "orig", cause))


def _said(error: BaseException | None) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
