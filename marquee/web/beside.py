"""Work that takes Python long, beside the event loop: tables, calendars, what a write of many rows prepares."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from marquee.db.turns import CLIENT, Turns

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2
MAX_WAIT_S = 10.0
"""The largest table takes a second."""


class Beside:
    """A few threads, of which a client has one at a time.

    They are as eager as the event loop: one that the system does not run holds the interpreter's lock all the same.
    """

    def __init__(self) -> None:
        self._turns = Turns(in_all=THREADS, max_wait_s=MAX_WAIT_S)
        self._threads = ThreadPoolExecutor(THREADS, "beside")

    async def run(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`fn` at the turn of whoever asks. Raises Overloaded."""
        async with self._turns.turn(CLIENT.get()):
            return await asyncio.get_running_loop().run_in_executor(self._threads, partial(fn, *args, **kwargs))

    def close(self) -> None:
        """Nothing may be running."""
        self._threads.shutdown()
