"""Connections to a PostgreSQL server: how they are opened, and the engines that keep a few of each kind."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from marquee.db.database import WRITE_LIMIT_S
from marquee.db.postgresql.instants import exchange_as_text

CONNECT_S = 2
TURN_S = 5
"""How long anything waits for a connection or a lock."""
SILENCE_S = 1
"""How much longer than the server allows a statement we wait for its answer: a server may no longer respond."""
NAME = "marquee"
"""What every connection calls itself."""
DRIVER = "postgresql+asyncpg"


async def connect(url: str, settings: Mapping[str, str] | None = None, **options: Any) -> asyncpg.Connection:
    """The one way to the server. The driver itself reads the URL, with the names that libpq has for TLS.

    `settings` are made on the connection, not as it starts: poolers such as PgBouncer refuse most of them there.
    """
    named = {"application_name": NAME}
    connection = await asyncpg.connect(dsn=url, timeout=CONNECT_S, server_settings=named, **options)
    try:
        if settings:
            script = "; ".join(f"SET {name} = '{value}'" for name, value in settings.items())
            await connection.execute(script, timeout=CONNECT_S)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def are_sessions(url: str) -> bool:
    """Whether a connection stays with one process of the server, as no pooler lets it that works by transaction.

    There, what a connection has set and listens to is another's by the next transaction.
    """
    async with _connected(url) as one, _connected(url) as other:
        before = await _server_process(one)
        async with other.transaction():
            others = await _server_process(other)
            return others != before and await _server_process(one) == before


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect(url, statement_cache_size=0)
    try:
        yield connection
    finally:
        connection.terminate()


async def _server_process(connection: asyncpg.Connection) -> int:
    async with connection.transaction():
        number: int = await connection.fetchval("SELECT pg_backend_pid()", timeout=CONNECT_S)
    return number


def reading_engine(url: str, limit_s: float, connections: int) -> AsyncEngine:
    """Connections that cannot write, each statement within `limit_s` seconds and on one core."""
    # A page's several statements see one state of the data.
    options = {"isolation_level": "REPEATABLE READ", "pool_size": connections, "pool_timeout": TURN_S}
    settings = {"default_transaction_read_only": "on", "max_parallel_workers_per_gather": "0"}
    return _engine(url, limit_s, settings, **options)


def writing_engine(url: str) -> AsyncEngine:
    """The one connection that writes."""
    # Each statement sees what was committed before it: a writer sees the commits that it waited for.
    options = {"isolation_level": "READ COMMITTED", "pool_size": 1, "pool_timeout": TURN_S}
    return _engine(url, WRITE_LIMIT_S, {"lock_timeout": f"{TURN_S}s"}, **options)


def command_engine(url: str, limit_s: float | None) -> AsyncEngine:
    """One connection that writes, and whose statements have no time limit of their own."""
    return _engine(url, limit_s, {"lock_timeout": "60s"}, isolation_level="READ COMMITTED", pool_size=1)


def _engine(url: str, limit_s: float | None, settings: dict[str, str], **options: Any) -> AsyncEngine:
    connect_args: dict[str, Any] = {
        "command_timeout": None if limit_s is None else limit_s + SILENCE_S,
        "settings": {**settings, "timezone": "UTC", "statement_timeout": f"{(limit_s or 0) * 1000:.0f}ms"},
    }

    async def connected() -> asyncpg.Connection:
        connection = await connect(url, **connect_args)
        try:
            await exchange_as_text(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    return create_async_engine(
        f"{DRIVER}://",
        async_creator=connected,
        # Tracebacks of failed statements show no values, since password hashes are among them.
        hide_parameters=True,
        max_overflow=0,
        **options,
    )
