"""The end of a connection whose peer does not read."""

import asyncio
from collections.abc import Callable

MIN_SENT = 48 * 1024
"""What has to be taken within the deadline, or else all that is left: 0.8 KB a second of the slowest phone."""
LOOKS = 12


class SendDeadline:
    """Calls `on_late` when the peer takes less than MIN_SENT bytes of what waits for it in `seconds`.

    It looks only while something waits, so that ordinary answers need no timer.
    """

    def __init__(
        self,
        transport: asyncio.WriteTransport,
        loop: asyncio.AbstractEventLoop,
        seconds: float,
        on_late: Callable[[], None],
    ) -> None:
        self._transport, self._loop, self._seconds, self._on_late = transport, loop, seconds, on_late
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0  # at the last progress
        self._late_at = 0.0

    def watch(self) -> None:
        """Look from now on, if anything waits to be sent."""
        if self._timer is None and self._transport.get_write_buffer_size():
            self.note_progress()
            self._timer = self._loop.call_later(self._seconds / LOOKS, self._look)

    def note_progress(self) -> None:
        self._unsent = self._transport.get_write_buffer_size()
        self._late_at = self._loop.time() + self._seconds

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        unsent = self._transport.get_write_buffer_size()
        self._unsent = max(self._unsent, unsent)
        if unsent and self._unsent - unsent < MIN_SENT and self._loop.time() >= self._late_at:
            self._on_late()
            return
        if self._unsent - unsent >= MIN_SENT:
            self.note_progress()
        if unsent:
            self._timer = self._loop.call_later(self._seconds / LOOKS, self._look)
