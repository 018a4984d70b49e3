"""Visitors, and what became of their visits."""

import asyncio
import threading
import time
from collections import Counter
from typing import Self

PER_S = 100
PATIENCE_S = 30
ASK = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


class Visitors:
    """As long as the block lasts: a hundred a second open the home page, whether others have their answer or not."""

    def __init__(self, port: int) -> None:
        self.statuses: Counter[int] = Counter()
        self.refused: list[str] = []
        """What those met who got no answer."""
        self.longest_wait = 0.0
        self._port, self._over = port, threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._come()))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    async def _come(self) -> None:
        async with asyncio.TaskGroup() as visits:
            while not self._over.is_set():
                visits.create_task(self._visit())
                await asyncio.sleep(1 / PER_S)

    async def _visit(self) -> None:
        started = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE_S):
                answer = await self._answer()
            self.statuses[int(answer.split(b" ", 2)[1])] += 1
        except (OSError, IndexError) as failure:  # an answer without a status is an empty one
            self.refused.append(repr(failure))
        else:
            self.longest_wait = max(self.longest_wait, time.monotonic() - started)

    async def _answer(self) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(ASK)
            return await reader.read()
        finally:
            writer.close()
