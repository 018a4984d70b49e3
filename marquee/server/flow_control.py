"""Back-pressure: no more is parsed than can be answered.

One read of the socket can bring thousands of small requests, and uvicorn makes kilobytes of each as soon as it is
parsed. So what has been received also waits while reading is paused.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl

from marquee.server.fast_path.head_parser import END

CHUNK_BYTES = 4096


class FlowController(FlowControl):
    """Hands received bytes to `feed` in chunks, except while reading is paused or a whole request waits in `queue`."""

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
        """Take bytes that have just been received."""
        if len(data) <= CHUNK_BYTES and not self._waiting and not self.read_paused:
            self._feed(data)
        else:
            self._waiting += data
            self._feed_waiting()

    def resume_reading(self) -> None:
        """Read the socket again once no earlier bytes wait. Called again after the last request of the queue."""
        if self._queue or not self.read_paused:
            return
        if self._waiting:
            self.read_paused = False
            self._loop.call_soon(self._feed_waiting)
        else:
            super().resume_reading()

    def _feed_waiting(self) -> None:
        data, start = self._waiting, 0
        while start < len(data) and not self.read_paused:
            last = data.rfind(END, start, start + CHUNK_BYTES)
            end = start + CHUNK_BYTES if last < 0 else last + len(END)  # a head that is cut cannot be answered at once
            self._feed(data[start:end])
            start = end
        self._waiting = data[start:]
        if not self._waiting and not self.read_paused and not self._transport.is_closing():
            self._transport.resume_reading()
