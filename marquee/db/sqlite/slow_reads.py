"""Reads of a SQLite file that may take long: on a few threads, which leave the event loop to everybody else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import Connection

from marquee.db.database import READ_LIMIT_S, T
from marquee.db.sqlite.reader import Reader
from marquee.db.turns import SLOW_READS, Turns
from marquee.threads import be_nice

INTERRUPT_EVERY_S = 0.02
STEPS_BETWEEN_CHECKS = 100_000
"""Some 5 ms of plain comparing. At each check the thread takes Python's lock from the event loop, which then waits
until the thread has a core; and it is interrupted from outside anyway."""


class SlowReads:
    """A few connections that only read, each used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Raises DriverError."""
        self._turns = Turns()
        self._idle = [Reader(path, STEPS_BETWEEN_CHECKS) for _ in range(SLOW_READS)]
        for reader in self._idle:
            reader.connect().close()  # now, and kept in the pool: reads go on when the file is moved
        self._threads = ThreadPoolExecutor(SLOW_READS, "slow-read", initializer=be_nice)

    async def run(self, fn: Callable[[Connection], T], client: str) -> T:
        """`fn(connection)` at the client's turn. Raises StatementTimeout, DatabaseUnavailable, Overloaded."""
        async with self._turns.turn(client):
            reader = self._idle.pop()
            running = self._threads.submit(reader.run, fn, READ_LIMIT_S)
            running.add_done_callback(lambda _: self._idle.append(reader))
            result = asyncio.wrap_future(running)
            try:
                await asyncio.wait({result}, timeout=READ_LIMIT_S)
            finally:  # the turn lasts as long as the thread is busy, even if nobody wants the result any more
                while not result.done():
                    # The reader's own deadline looks between steps, and a thousand of these may take seconds.
                    reader.interrupt()
                    await asyncio.wait({result}, timeout=INTERRUPT_EVERY_S)
                result.exception()  # retrieved here, since there may be nobody else who does
            return result.result()

    def close(self) -> None:
        """Nothing may be running."""
        self._threads.shutdown()
        for reader in self._idle:
            reader.close()
