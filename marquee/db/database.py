"""The database behind one interface: SQLite in a file, or PostgreSQL.

Callers pass plain functions `fn(connection, …)`, which are the same for both and return the same values. Which reads
may hold up others, and for how long, is decided here. See docs/decisions/0029-slow-reads-take-turns.md.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from marquee.db.turns import CLIENT, LEAVING, Rests, Turns, has_gone
from marquee.errors import ClientGone, StatementTimeout

P = ParamSpec("P")
T = TypeVar("T")

OURSELVES = ""
"""The client of reads that no visitor composes."""
READ_LIMIT_S = 2.0
SLOW_FOR_S = 10.0
"""How long no read of a client counts as cheap, after one that was slow."""
WRITE_LIMIT_S = 10.0
WRITES_WAITING = 64
"""Short writes that may wait for their turn at once, one of each account."""
WRITE_TURN_S = 5.0
"""How long a client's write waits until it is among them."""
LONG_WRITE_TURN_S = 15.0
"""How long a long one waits: longer than the longest rest."""
TURN_IS_NEWS_S = 1.0
"""How long a write's turn shows that writes have theirs: nobody makes writers wait by asking whether they do."""


class Database(ABC):
    """Two ways in: a read sees the newest committed state; `write` is one transaction, on disk when it returns.

    Writes happen one after the other, in every process: a rule that was checked still holds when the row is written.
    Both raise StatementTimeout for what takes too long and DatabaseUnavailable for what may work later. Only the
    database decides where `fn` runs, on the event loop or on a thread of its own, so `fn` takes what it needs as
    arguments, returns plain values, and keeps no connection. `fn` writes at most once; a read may run twice.
    """

    def __init__(self) -> None:
        self._after_slow_reads = Rests()
        self._short_writes = Turns(in_all=WRITES_WAITING, per_client=1, max_wait_s=WRITE_TURN_S)
        self._rests = Rests()
        self._long_writes = Turns(in_all=1, per_client=1, max_wait_s=LONG_WRITE_TURN_S, rests=self._rests)

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn(connection, …)`, a read of our own making, in one transaction in which nothing can be written."""

        def work(connection: Connection) -> T:
            return fn(connection, *args, **kwargs)

        try:
            return await self._read_quickly(work)
        except StatementTimeout:
            return await self._read_slowly(work, OURSELVES)

    async def read_for_client(
        self, is_cheap: bool, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """`read` for a read that a client has composed, who has to wait if it is slow; `is_cheap` is what it promises.

        One that is not cheap, or not as cheap as it promised, waits for the client's turn. Raises Overloaded.
        """
        client = CLIENT.get()

        def work(connection: Connection) -> T:
            return fn(connection, *args, **kwargs)

        if is_cheap and not self._after_slow_reads.left_s(client):
            try:
                return await self._read_quickly(work)
            except StatementTimeout:
                self._after_slow_reads.add(client, SLOW_FOR_S, SLOW_FOR_S)
        return await self._read_slowly(work, client)

    @abstractmethod
    async def _read_quickly(self, work: Callable[[Connection], T]) -> T:
        """`work` at once, within a limit that nobody notices."""

    @abstractmethod
    async def _read_slowly(self, work: Callable[[Connection], T], client: str) -> T:
        """`work` at the client's turn, within `READ_LIMIT_S` and without holding up anybody else. Raises Overloaded."""

    @abstractmethod
    async def write(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn(connection, …)` in one transaction: committed when it returns, undone when it raises."""

    async def write_for_client(
        self,
        account: str | None,
        is_long: bool,
        fn: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """`write` for a write that a client has composed; whoever has no account is its IP address.

        An account has one in the line at a time. Long ones stand in a line of their own, so that a short one waits
        for one of them at most; after several, their account leaves the line to others for a while. Raises Overloaded,
        and ClientGone if nobody waits for it any more when it would begin.
        """
        client, leaving, begun_at = account or CLIENT.get(), LEAVING.get(), None

        def work(connection: Connection) -> T:
            nonlocal begun_at
            if has_gone(leaving):
                raise ClientGone
            begun_at = time.monotonic()
            return fn(connection, *args, **kwargs)

        if not is_long:
            async with self._short_writes.turn(client):
                return await self.write(work)
        async with self._long_writes.turn(client):
            try:
                return await self.write(work)
            finally:
                if begun_at is not None and account is not None:  # the secret key loads whole sites
                    self._rests.begin(account, time.monotonic() - begun_at)

    @abstractmethod
    def write_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`write` for the command line: blocks the caller, without a time limit."""

    @abstractmethod
    def read_now(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`read` for the command line: blocks the caller, without a time limit, and holds up no writer."""

    def require_reachable(self) -> None:
        """Raises OperatorError, of which NotYetThere may pass by itself, unless a site can be served from it."""
        return

    @abstractmethod
    def require_unused(self) -> None:
        """Raises OperatorError while another process of Marquee has the database open."""

    @abstractmethod
    async def require_ready(self) -> None:
        """Raises any exception unless the database responds now."""

    @abstractmethod
    def version(self) -> int:
        """A number that changes with every commit that changed a public table, of this process or another one."""

    async def disconnect(self) -> None:
        """Close what `read` and `write` opened on this event loop."""
        return

    @abstractmethod
    def close(self) -> None:
        """Close everything else."""
