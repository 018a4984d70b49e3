"""Back-pressure: no more is parsed than can be answered.

One read of the socket can bring thousands of small requests, and uvicorn makes kilobytes of each as soon as it is
parsed. So what has been received also waits while reading is paused.

And turns: one read may bring a quarter of a megabyte, and the event loop reads on for as long as more is there. A
hundred pictures that arrive at once would keep everybody else waiting until nearly all of them are here.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl

from marquee.server.fast_path.head_parser import END

CHUNK_BYTES = 4096
TURN_BYTES = 16 * 1024
"""So much of one connection is parsed before others have their turn."""


class FlowController(FlowControl):
    """Hands received bytes to `feed` in chunks and turns, not while reading is paused or a request waits in `queue`."""

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        feed: Callable[[bytes], None],
        queue: deque[Any],
    ) -> None:
        super().__init__(transport)
        self._loop, self._feed, self._queue = loop, feed, queue
        self._waiting, self._start, self._is_next = b"", 0, False

    def take(self, data: bytes) -> None:
        if len(data) <= CHUNK_BYTES and not self._waiting and not self.read_paused:
            self._feed(data)
            return
        self._waiting, self._start = self._waiting[self._start :] + data, 0
        if not self._is_next:
            self._feed_waiting()

    def resume_reading(self) -> None:
        """Read the socket again once no earlier bytes wait. Called again after the last request of the queue."""
        if self._queue or not self.read_paused:
            return
        if self._waiting:
            self.read_paused = False
            self._feed_next()
        else:
            super().resume_reading()

    def _feed_next(self) -> None:
        """Feed what waits when the others have had their turn."""
        if not self._is_next:
            self._is_next = True
            self._loop.call_soon(self._feed_waiting)

    def _feed_waiting(self) -> None:
        self._is_next = False
        turn_ends = self._start + TURN_BYTES
        while self._start < min(turn_ends, len(self._waiting)) and not self.read_paused:
            start, self._start = self._start, self._end_of_chunk(turn_ends)
            self._feed(self._waiting[start : self._start])
        if self._start >= len(self._waiting):
            self._waiting, self._start = b"", 0
        if self.read_paused:
            return
        if self._waiting:
            self._transport.pause_reading()
            self._feed_next()
        else:
            self._transport.resume_reading()

    def _end_of_chunk(self, turn_ends: int) -> int:
        """Where the next chunk ends: with the last head in it, since one that is cut cannot be answered at once.

        Where no head ends, as in the middle of a picture, it is all of the turn.
        """
        if self._waiting.find(END, self._start, turn_ends) < 0:
            return turn_ends
        last = self._waiting.rfind(END, self._start, self._start + CHUNK_BYTES)
        return self._start + CHUNK_BYTES if last < 0 else last + len(END)
