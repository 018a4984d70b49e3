"""Connections to a PostgreSQL server: how they are opened, and the engines that keep a few of each kind."""

from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from marquee.db.database import WRITE_LIMIT_S

CONNECT_S = 2
TURN_S = 5
"""How long anything waits for a connection or a lock."""
NAME = "marquee"
"""What every connection calls itself."""
DRIVER = "postgresql+asyncpg"


async def connect(url: str, **options: Any) -> asyncpg.Connection:
    """The one way to the server. The driver itself reads the URL, with the names that libpq has for TLS."""
    return await asyncpg.connect(dsn=url, timeout=CONNECT_S, **options)


def reading_engine(url: str, limit_s: float, connections: int) -> AsyncEngine:
    """Connections that cannot write, each statement within `limit_s` seconds."""
    # A page's several statements see one state of the data.
    options = {"isolation_level": "REPEATABLE READ", "pool_size": connections, "pool_timeout": TURN_S}
    return _engine(url, limit_s, {"default_transaction_read_only": "on"}, **options)


def writing_engine(url: str) -> AsyncEngine:
    """The one connection that writes."""
    # Each statement sees what was committed before it: a writer sees the commits that it waited for.
    options = {"isolation_level": "READ COMMITTED", "pool_size": 1, "pool_timeout": TURN_S}
    return _engine(url, WRITE_LIMIT_S, {"lock_timeout": f"{TURN_S}s"}, **options)


def unlimited_engine(url: str) -> AsyncEngine:
    """One connection that writes, and whose statements have no time limit."""
    return _engine(url, None, {"lock_timeout": "60s"}, isolation_level="READ COMMITTED", pool_size=1)


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
        async_creator=lambda: connect(url, **connect_args),
        # Tracebacks of failed statements show no values, since password hashes are among them.
        hide_parameters=True,
        max_overflow=0,
        **options,
    )
