"""An event loop in a thread of its own: what takes Python long there, such as many rows, holds up no other request."""

import asyncio
from collections.abc import Coroutine
from functools import cached_property
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class OwnLoop:
    """A thread that starts with the first work. What is opened here is used and closed here."""

    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def _running(self) -> tuple[asyncio.AbstractEventLoop, Thread]:
        loop = asyncio.new_event_loop()
        thread = Thread(target=loop.run_forever, name=self._name, daemon=True)  # a command that fails ends at once
        thread.start()
        return loop, thread

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns; it is cancelled with its caller."""
        loop, _ = self._running
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))

    def run_now(self, work: Coroutine[Any, Any, T]) -> T:
        """The same for a caller without an event loop, which it blocks."""
        loop, _ = self._running
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    def close(self) -> None:
        """Nothing may be running but what was cancelled."""
        if "_running" in self.__dict__:
            self.run_now(_ended())
            loop, thread = self.__dict__.pop("_running")
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()


async def _ended() -> None:
    """All other work of this loop has ended."""
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
