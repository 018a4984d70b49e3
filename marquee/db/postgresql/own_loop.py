"""An event loop in a thread of its own: what takes Python long there, such as many rows, holds up no other request."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
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
        return (await asyncio.wrap_future(self._begun(work))).result()

    def run_now(self, work: Coroutine[Any, Any, T]) -> T:
        """The same for a caller without an event loop, which it blocks."""
        return self._begun(work).result().result()

    def _begun(self, work: Coroutine[Any, Any, T]) -> "Future[Future[T]]":
        loop, _ = self._running
        return asyncio.run_coroutine_threadsafe(_outcome(work), loop)

    def close(self) -> None:
        """Nothing may be running but what was cancelled."""
        if "_running" in self.__dict__:
            self.run_now(_others_ended())
            loop, thread = self.__dict__.pop("_running")
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()


async def _outcome(work: Coroutine[Any, Any, T]) -> "Future[T]":
    """What became of it. An exit that is raised in a task would end the loop, and who waits would wait for ever."""
    outcome = Future[T]()
    try:
        outcome.set_result(await work)
    except asyncio.CancelledError:
        raise
    except BaseException as error:
        outcome.set_exception(error)
    return outcome


async def _others_ended() -> None:
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
