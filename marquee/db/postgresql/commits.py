"""Counts commits: our own, those of this server's other processes, and those that PostgreSQL notifies of."""

import asyncio
import logging
from contextlib import suppress
from threading import Lock

from marquee.db.commit_counter import CommitCounter
from marquee.db.postgresql.connection import CONNECT_S, connect
from marquee.db.postgresql.errors import reason

CHANNEL = "marquee_changed"
"""Where the triggers of the public tables notify (migration 0006)."""
HEARTBEAT_S = 5
RECONNECT_S = 1

log = logging.getLogger("marquee")


class Commits:
    """The commits that changed a public table, of any process, as far as this one knows."""

    def __init__(self, url: str, counter: CommitCounter | None) -> None:
        """`counter` is shared with the other processes of this server, which see a commit in it at once."""
        self._url = url
        self._counter = counter
        self._commits, self._count = 0, counter.current() if counter else 0
        self._advancing = Lock()
        self._is_listening = False
        self._listener: asyncio.Task[None] | None = None

    def version(self) -> int:
        """A number that changes with every commit; without notifications, at every call."""
        if not self._is_listening:  # anything may have changed
            self._advance()
        if self._counter and self._counter.current() != self._count:
            self._count = self._counter.current()
            self._advance()
        return self._commits

    def _advance(self) -> None:
        with self._advancing:  # commits of this process are counted on another thread than notifications
            self._commits += 1

    def count_own(self) -> None:
        """Count a commit of this process: its notification, also our siblings', arrives later than the response."""
        self._advance()
        if self._counter:
            self._counter.advance()

    def listen(self) -> None:
        """Listen for notifications on this event loop, if nothing does yet."""
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        is_logged = False  # once for each time that notifications cease, and once if they never come
        while True:
            try:
                await self._listen_until_lost()
            except Exception as error:  # whatever the fault, nobody else tells of commits
                if self._is_listening or not is_logged:
                    log.warning(
                        "not receiving change notifications, nothing is cached", extra={"reason": reason(error)}
                    )
                    is_logged = True
            self._is_listening = False
            await asyncio.sleep(RECONNECT_S)

    async def _listen_until_lost(self) -> None:
        connection = await connect(self._url)
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._on_notification)
            self._advance()
            self._is_listening = True
            while not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), HEARTBEAT_S)
                await connection.execute("SELECT 1", timeout=CONNECT_S)
        finally:
            connection.terminate()

    def _on_notification(self, *_notification: object) -> None:
        self._advance()

    async def stop_listening(self) -> None:
        """Close the connection on which `listen` waits."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
            self._listener, self._is_listening = None, False

    def close(self) -> None:
        """Let go of the counter."""
        if self._counter:
            self._counter.close()
            self._counter = None
