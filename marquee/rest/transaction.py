"""The one transaction of a request that writes: kept, or with `Prefer: tx=rollback` undone once its answer is known."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from marquee.db.database import Database
from marquee.rest.grammar.preferences import Preferences

P = ParamSpec("P")
T = TypeVar("T")


class _RolledBack(Exception):
    """Ends a transaction so that nothing of it stays; carries what it would have answered."""

    def __init__(self, result: Any) -> None:
        self.result = result


async def write(
    database: Database,
    prefer: Preferences,
    account: str | None,
    is_long: bool,
    fn: Callable[Concatenate[Connection, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """`Database.write_for_client`, of which nothing stays if the client prefers that."""
    if not prefer.wants_rollback:
        return await database.write_for_client(account, is_long, fn, *args, **kwargs)

    def attempt(connection: Connection) -> None:
        raise _RolledBack(fn(connection, *args, **kwargs))

    try:
        await database.write_for_client(account, is_long, attempt)
    except _RolledBack as undone:
        result: T = undone.result
        return result
    raise AssertionError("an attempt always ends by raising")
