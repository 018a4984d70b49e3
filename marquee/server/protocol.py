"""The protocol class of the server: responses that are ready leave from here, any other request goes to the app."""

import asyncio

from marquee.server.connection import IDLE, Connection
from marquee.server.fast_path import FastPath
from marquee.web.negotiated_response import EXTENSION


class Protocol(Connection):
    fast_path: FastPath | None = None
    answered_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.fast_path = self.app_state.get("fast_path")

    def _feed(self, data: bytes) -> None:
        while data and self.fast_path is not None and self._is_at_rest():
            ready = self.fast_path.respond(data, self.server_state.default_headers)
            if ready is None:
                break
            response, length = ready
            self.transport.write(response)
            self._be_idle()
            data = data[length:]
        if data:
            super()._feed(data)

    def _is_at_rest(self) -> bool:
        """Whether the next bytes begin a request, and no other response is due before its own."""
        return (
            self.stage is IDLE
            and not self.received
            and (self.cycle is None or self.cycle.response_complete)
            and not self.flow.write_paused  # the app's way stops reading from those who do not
            and not self.over
            and not self.is_stopping
        )

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if self.fast_path is None:
            return
        # The app's task has not begun yet: it finds the extension in its scope.
        keep = self.fast_path.keep_for(self.parser.get_method(), self.url, self.scope["headers"])
        if keep is not None:
            self.scope["extensions"] = {EXTENSION: {"keep": keep}}

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
            self._close()
