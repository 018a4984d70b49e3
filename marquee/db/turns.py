"""Turns at work that others would notice: one at a time for a client, so that nobody's holds up anybody else's.

See docs/decisions/0093-everybody-has-a-share.md.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from contextvars import ContextVar

from marquee.errors import ClientGone, Overloaded

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Whose request is being answered: an IP address, as limits count it (`web.client_ip.rate_limit_key`)."""

LEAVING: ContextVar["asyncio.Future[None] | None"] = ContextVar("leaving", default=None)
"""Done once that client has gone, where somebody looks."""

SLOW_READS = 3
SLOW_READS_PER_CLIENT = 1
MAX_WAITING = 100
MAX_WAIT_S = 2.0
REST = 10
"""Times as long as its turns held up others, a client leaves the next ones to them."""
FREE_S = 10.0
"""Of rest that may be owed: a table and its undo follow each other at once, a flood of them does not."""
MAX_REST_S = 10.0
RESTS_FROM_S = 0.01
"""What others do not notice, no rest follows."""
MAX_RESTING = 4096


class Turns:
    """Hands out turns, each client's in the order in which they were asked for, and the clients' evenly.

    `in_all` is how many there are at once, or None where only a client's own wait for one another. A client's next
    one waits for the end of its rest, if `rests` has one.
    """

    def __init__(
        self,
        in_all: int | None = SLOW_READS,
        per_client: int = SLOW_READS_PER_CLIENT,
        max_wait_s: float | None = None,
        max_waiting: int = MAX_WAITING,
        rests: "Rests | None" = None,
    ) -> None:
        self._in_all = nullcontext() if in_all is None else asyncio.Semaphore(in_all)
        self._per_client, self._max_waiting = per_client, max_waiting
        self._max_wait_s = MAX_WAIT_S if max_wait_s is None else max_wait_s
        self._rests = rests
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """The block is one turn. Raises Overloaded if the client's line is too long, or does not move; ClientGone."""
        line = self._lines.get(client)
        if line is None:
            line = self._lines[client] = _Line(self._per_client)
        if line.length >= self._per_client + self._max_waiting:
            raise Overloaded
        line.length += 1
        try:
            async with AsyncExitStack() as held:
                async with _waiting(self._max_wait_s):
                    # The client's own line first: in the common one, it then stands with one read at most.
                    await held.enter_async_context(line.turn)
                    if self._rests is not None:
                        await self._rests.end(client)
                    await held.enter_async_context(self._in_all)
                yield
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[client]


@asynccontextmanager
async def _waiting(max_wait_s: float) -> AsyncIterator[None]:
    """The block waits so long at most, and while the client is there. Raises Overloaded, ClientGone."""
    leaving = LEAVING.get()
    try:
        async with asyncio.timeout(max_wait_s) as limit:
            if leaving is None:
                yield
                return

            def stop(_: object) -> None:
                with suppress(RuntimeError):  # it waits no more
                    limit.reschedule(asyncio.get_running_loop().time())

            leaving.add_done_callback(stop)
            try:
                yield
            finally:
                leaving.remove_done_callback(stop)
    except TimeoutError:
        if not has_gone(leaving):
            raise Overloaded from None
    if has_gone(leaving):
        raise ClientGone


def has_gone(leaving: "asyncio.Future[None] | None") -> bool:
    """Whether nobody is there any more whom `LEAVING` told of."""
    return leaving is not None and leaving.done()


class _Line:
    """The reads of one client: one that runs, and those that wait for it."""

    def __init__(self, at_once: int) -> None:
        self.turn = asyncio.Semaphore(at_once)
        self.length = 0


class Rests:
    """For how long clients leave others alone, each for what held them up."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def left_s(self, client: str) -> float:
        return max(0.0, self._until.get(client, 0.0) - time.monotonic())

    def add(self, client: str, seconds: float, most: float) -> None:
        """The oldest leave beyond `MAX_RESTING`: addresses are cheap in IPv6."""
        until = time.monotonic() + min(self.left_s(client) + seconds, most)
        self._until.pop(client, None)
        self._until[client] = until
        if len(self._until) > MAX_RESTING:
            del self._until[next(iter(self._until))]

    def begin(self, client: str, held_s: float) -> None:
        """After a turn that held up others for so long."""
        if held_s >= RESTS_FROM_S:
            self.add(client, held_s * REST, FREE_S + MAX_REST_S)

    async def end(self, client: str) -> None:
        """Wait until no more than `FREE_S` of it is left."""
        await asyncio.sleep(self.left_s(client) - FREE_S)
