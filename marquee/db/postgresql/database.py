"""PostgreSQL, for a site that outgrows one machine: several servers work on one database.

Each process keeps a few connections for quick reads on the event loop, fewer for slow ones and one for writes on loops
of their own, and one that is notified of every commit.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import Any, Concatenate

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from marquee.db.commit_counter import CommitCounter
from marquee.db.database import READ_LIMIT_S, TURN_IS_NEWS_S, Database, P, T
from marquee.db.postgresql.commits import Commits
from marquee.db.postgresql.connection import (
    CONNECT_S,
    NAME,
    are_sessions,
    command_engine,
    reading_engine,
    writing_engine,
)
from marquee.db.postgresql.errors import GIVEN_UP, for_the_operator, translated
from marquee.db.postgresql.own_loop import OwnLoop
from marquee.db.postgresql.suitability import require_fit, require_schema
from marquee.db.turns import CLIENT, SLOW_READS, Turns
from marquee.errors import DatabaseReadOnly, OperatorError, StatementTimeout

QUICK_READS = 8
QUICK_READS_PER_CLIENT = 4
QUICK_LIMIT_S = 0.5
GRACE_S = 0.2
"""PostgreSQL gives up a statement; we a read of several, such as a count and its rows, this much later."""
WRITE_LOCK = 0x6D617271
"""The advisory lock that makes writers take turns."""

STANDBY = "it is a standby server, which takes no writes"
READ_ONLY = "it is read-only, since default_transaction_read_only is on"

_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE application_name = :name AND datname = current_database() AND pid <> pg_backend_pid()"
)
# A writer that holds the lock sees all earlier writes, so a rule that it checks still holds when it writes.
_TAKE_TURN = text(
    "SELECT current_setting('transaction_read_only') = 'on', pg_is_in_recovery(), pg_advisory_xact_lock(:writing)"
)
# Set by the triggers of the public tables, which also send the notification (migration 0006).
_IS_PUBLIC = text("SELECT current_setting('marquee.public_change', true)")


class PostgresqlDatabase(Database):
    """One PostgreSQL database."""

    def __init__(self, url: str, counter: CommitCounter | None = None, limit_s: float | None = None) -> None:
        """`counter` is shared with the other processes of this server; `limit_s` is for statements of commands."""
        super().__init__()
        self._url, self._limit_s = url, limit_s
        self._quick_turns, self._slow_turns = Turns(QUICK_READS, QUICK_READS_PER_CLIENT), Turns()
        self._commits = Commits(url, counter)
        self._began_writing_at = 0.0
        self._slow_loop, self._write_loop, self._command_loop = map(OwnLoop, ("slow-read", "writer", "command"))

    @cached_property
    def _quick_reader(self) -> AsyncEngine:
        return reading_engine(self._url, QUICK_LIMIT_S, QUICK_READS)

    @cached_property
    def _slow_reader(self) -> AsyncEngine:
        return reading_engine(self._url, READ_LIMIT_S, SLOW_READS)

    @cached_property
    def _writer(self) -> AsyncEngine:
        return writing_engine(self._url)

    async def _read_quickly(self, work: Callable[[Connection], T]) -> T:
        async with self._quick_turns.turn(CLIENT.get()):
            return await self._read(lambda: self._read_once(self._quick_reader, work))

    async def _read_slowly(self, work: Callable[[Connection], T], client: str) -> T:
        async with self._slow_turns.turn(client):
            try:
                async with asyncio.timeout(READ_LIMIT_S + GRACE_S):
                    return await self._read(lambda: self._slow_loop.run(self._read_once(self._slow_reader, work)))
            except TimeoutError as error:
                raise StatementTimeout(GIVEN_UP) from error

    async def _read(self, once: Callable[[], Coroutine[Any, Any, T]]) -> T:
        self._commits.listen()
        with translated():
            try:
                return await once()
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                # The server was restarted: with this connection, all others of the pool were closed.
                return await once()

    async def _read_once(self, engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with translated():
            work = self._write(self._writer, lambda connection: fn(connection, *args, **kwargs))
            return await self._write_loop.run(work)

    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def write(connection: Connection) -> T:
            require_fit(connection)
            return fn(connection, *args, **kwargs)

        return self._run_now(self._write, write)

    def read_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run_now(self._read_snapshot, lambda connection: fn(connection, *args, **kwargs))

    def _run_now(
        self,
        run: Callable[[AsyncEngine, Callable[[Connection], T]], Coroutine[Any, Any, T]],
        fn: Callable[[Connection], T],
    ) -> T:
        def run_there(connection: Connection) -> T:
            require_schema(connection)
            return fn(connection)

        with for_the_operator():
            return self._command_loop.run_now(run(self._for_commands, run_there))

    async def _read_snapshot(self, engine: AsyncEngine, fn: Callable[[Connection], T]) -> T:
        reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        return await self._read_once(reading, fn)

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
                is_read_only, is_standby, _ = (await connection.execute(_TAKE_TURN, {"writing": WRITE_LOCK})).one()
                if is_read_only:
                    raise DatabaseReadOnly(STANDBY if is_standby else READ_ONLY)
                self._began_writing_at = time.monotonic()
                value, is_public = await connection.run_sync(work)
                return value
        finally:
            if is_public:
                self._commits.count_own()

    def require_reachable(self) -> None:
        with for_the_operator():
            is_direct = self._command_loop.run_now(are_sessions(self._url))
        if not is_direct:
            raise OperatorError(
                "The PostgreSQL database is behind a pooler that works by transaction, and Marquee listens for "
                "changes, which takes a session. Set pool_mode = session for it, as PgBouncer calls that."
            )

    def require_unused(self) -> None:
        if self.write_now(lambda connection: connection.execute(_OTHERS, {"name": NAME}).scalar_one()):
            raise OperatorError("The PostgreSQL database is in use. Stop the site on every server first.")

    async def require_ready(self) -> None:
        async with asyncio.timeout(CONNECT_S):
            await self.read(lambda connection: connection.execute(text("SELECT 1")))
        if self._began_writing_at < time.monotonic() - TURN_IS_NEWS_S:
            await self.write(lambda _connection: None)  # its turn: nothing is written

    def version(self) -> int:
        return self._commits.version()

    @cached_property
    def _for_commands(self) -> AsyncEngine:
        """Its statements have no time limit but that of this database."""
        return command_engine(self._url, self._limit_s)

    async def disconnect(self) -> None:
        await self._commits.stop_listening()
        if reader := self._opened("_quick_reader"):
            await reader.dispose()
        if reader := self._opened("_slow_reader"):
            await self._slow_loop.run(reader.dispose())
        if writer := self._opened("_writer"):
            await self._write_loop.run(writer.dispose())

    def _opened(self, name: str) -> AsyncEngine | None:
        """The engine of this name, which is then made anew when it is used again; None if it was never used."""
        engine: AsyncEngine | None = self.__dict__.pop(name, None)
        return engine

    def close(self) -> None:
        if engine := self._opened("_for_commands"):
            self._command_loop.run_now(engine.dispose())
        for loop in (self._slow_loop, self._write_loop, self._command_loop):
            loop.close()
        self._commits.close()
