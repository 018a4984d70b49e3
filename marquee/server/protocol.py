"""The protocol class of the server: answers that are ready leave from here, any other request goes to the app."""

import asyncio
from functools import partial

from marquee.server.connection import IDLE, Connection
from marquee.server.fast_path.cache_key import question
from marquee.server.fast_path.head_parser import END
from marquee.server.fast_path.wire_cache import Hot


class Protocol(Connection):
    """One connection."""

    hot: Hot | None = None
    answered_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.hot = self.app_state.get("hot")

    def _feed(self, data: bytes) -> None:
        while data and self.hot is not None and self._is_at_rest():
            defaults, end = self.server_state.default_headers, len(data)
            answer = self.hot.answer(data, defaults, is_alone=not self.flow.has_more)
            if answer is None:  # one head is mostly all that comes: what looks for its end would cost every answer
                end = data.find(END) + len(END)
                answer = self.hot.answer(data[:end], defaults, is_alone=False) if end < len(data) else None
            if answer is None:
                break
            self.transport.write(answer)
            self._be_idle()
            data = data[end:]
        if data:
            super()._feed(data)

    def _is_at_rest(self) -> bool:
        """Whether what comes now begins a request, and nothing has to be said before its answer."""
        return (
            self.stage is IDLE
            and not self.received
            and (self.cycle is None or self.cycle.response_complete)
            and not self.flow.write_paused  # the app's way stops reading from who does not read
            and not self.over
            and len(self.connections) <= self.MOST
        )

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if self.hot is None:
            return
        asked = question(self.parser.get_method(), self.url, self.scope["headers"])
        if asked is not None:  # and the app's task has not begun yet
            self.scope["state"]["keep"] = partial(self.hot.keep, asked[0], self.hot.version())

    # The end of a connection that is not used: one timer for many answers.

    def _be_idle(self) -> None:
        self.answered_at = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._disarm()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def timeout_keep_alive_handler(self) -> None:
        """Looks itself when the last answer was."""
        self.timeout_keep_alive_task = None
        if self.transport.is_closing() or self.stage is not IDLE or self._is_answering():
            return  # the end of that answer, or its failure, brings the next look
        left = self.answered_at + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)
        else:
            self.transport.close()
