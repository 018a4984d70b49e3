"""Reading no further than we can answer: what has come already waits too while reading is paused.

One read of the socket can bring thousands of small requests; uvicorn makes kilobytes of each as soon as it is parsed.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl

from marquee.server.fast_path.head_parser import END

PIECE = 4096


class FlowController(FlowControl):
    """Hands what is received to `feed` in pieces; none while reading is paused, or a whole request waits in `queue`."""

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        feed: Callable[[bytes], None],
        queue: deque[Any],
    ) -> None:
        super().__init__(transport)
        self._loop, self._feed, self._queue = loop, feed, queue
        self._waiting = b""

    def take(self, data: bytes) -> None:
        """Received just now."""
        if len(data) <= PIECE and not self._waiting and not self.read_paused:
            self._feed(data)
        else:
            self._waiting += data
            self._go_on()

    def resume_reading(self) -> None:
        """Of the socket only when nothing is left that came before. Who answers the last of the queue calls again."""
        if self._queue or not self.read_paused:
            return
        if self._waiting:
            self.read_paused = False
            self._loop.call_soon(self._go_on)
        else:
            super().resume_reading()

    def _go_on(self) -> None:
        data, at = self._waiting, 0
        while at < len(data) and not self.read_paused:
            last = data.rfind(END, at, at + PIECE)
            end = at + PIECE if last < 0 else last + len(END)  # a head that is cut cannot be answered at once
            self._feed(data[at:end])
            at = end
        self._waiting = data[at:]
        if not self._waiting and not self.read_paused and not self._transport.is_closing():
            self._transport.resume_reading()
