"""The database behind one interface: SQLite in a file, or PostgreSQL.

Callers pass plain functions `fn(connection, …)`, which are the same for both and return the same values.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

P = ParamSpec("P")
T = TypeVar("T")

READ_LIMIT_S = 2.0
WRITE_LIMIT_S = 10.0


class Database(ABC):
    """Two ways in: `read` sees the newest committed state; `write` is one transaction, on disk when it returns.

    Writes happen one after the other, in every process: a rule that was checked still holds when the row is written.
    Both raise StatementTimeout for what takes too long and DatabaseUnavailable for what may work later. `fn` runs at
    most once. Only the database decides where, on the event loop or on a thread of its own, so `fn` takes what it needs
    as arguments, returns plain values, and keeps no connection.
    """

    @abstractmethod
    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn(connection, …)` in one read transaction, in which nothing can be written."""

    @abstractmethod
    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn(connection, …)` in one transaction: committed when it returns, undone when it raises."""

    @abstractmethod
    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`write` for the command line: blocks the caller, without a time limit."""

    @abstractmethod
    def require_unused(self) -> None:
        """Raises OperatorError while another process of Marquee has the database open."""

    @abstractmethod
    async def require_ready(self) -> None:
        """Raises any exception unless the database responds now."""

    @abstractmethod
    def version(self) -> int:
        """A number that changes with every commit, of this process or another one."""

    async def disconnect(self) -> None:
        """Close what `read` and `write` opened on this event loop."""
        return

    @abstractmethod
    def close(self) -> None:
        """Close everything else."""
