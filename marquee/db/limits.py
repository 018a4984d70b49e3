"""A limit of their own for some statements of a transaction: those that depend on what a client composed."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from marquee.db.column_types import POSTGRESQL

DEADLINE = "deadline"
"""Where a connection to SQLite keeps its deadline, in its `info`."""


@contextmanager
def limited(connection: Connection, seconds: float) -> Iterator[None]:
    """The block's statements are given up after this time, and with them the transaction.

    On SQLite the block as a whole, on PostgreSQL each of its statements. The caller gets StatementTimeout.
    """
    if connection.dialect.name != POSTGRESQL:
        with connection.info[DEADLINE].sooner(seconds):
            yield
        return
    former = connection.execute(_SHOW).scalar_one()
    connection.execute(_SET, {"limit": f"{seconds * 1000:.0f}ms"})
    yield
    connection.execute(_SET, {"limit": former})


_SHOW = text("SHOW statement_timeout")
_SET = text("SELECT set_config('statement_timeout', :limit, true)")
