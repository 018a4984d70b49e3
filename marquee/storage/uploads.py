"""The way of an upload: rights and room first, then the body, the picture made anew from it, its bytes, and its row."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING

from marquee.domain.actor import Actor
from marquee.domain.pictures import EXTENSIONS, PictureName
from marquee.storage import objects, receiving, store
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.errors import SlowDown, WrongType
from marquee.storage.objects import Content, Object
from marquee.storage.receiving import Received
from marquee.storage.store import DiskStore
from marquee.web.context import Context

if TYPE_CHECKING:
    from marquee.storage.reencode import Reencoded

MAX_PER_MINUTE = 20
MAX_AT_ONCE, MAX_AT_ONCE_PER_ACCOUNT = 24, 6


class Uploads:
    """Stores what people send; one for the process."""

    def __init__(self, kept: DiskStore, workshop: DerivedFiles) -> None:
        """Pictures are decoded in the thread of `workshop`, one at a time: each may take 260 MB of memory."""
        self._store, self._workshop = kept, workshop
        self._limits = _Limits()

    async def receive(self, context: Context, actor: Actor, name: PictureName, *, upsert: bool) -> Object:
        """Store the request's body under a name. Raises a StorageError or Overloaded, and then nothing is stored."""
        if name.extension not in EXTENSIONS:
            raise WrongType("Pictures are kept as .jpg, .png, .webp or .avif. Choose such a name")
        await context.database.read(objects.require_storable, actor, name, upsert=upsert)
        receiving.require_acceptable(context.body_headers)
        with self._limits.one(actor.user_id or ""), self._store.draft() as sent:
            received = await receiving.receive(context.body_headers, context.stream_body(), sent)
            made = await self._workshop.run(partial(_reencode, Path(sent.name), name.extension))
            with self._store.draft() as draft:
                await asyncio.to_thread(_write, draft, made.content)
                put = partial(self._store.put, str(name), Path(draft.name))
                content = _described(made, received)
                row = await context.database.write(objects.keep, actor, name, content, put, upsert=upsert)
        context.record("picture_stored", picture=row.name, size=row.size)
        return row


def _described(made: "Reencoded", received: Received) -> Content:
    size, digest = len(made.content), sha256(made.content).hexdigest()
    said = received.cache_control, received.user_metadata
    return Content(size, made.width, made.height, made.mimetype, digest, *said)


def _reencode(sent: Path, extension: str) -> "Reencoded":
    from marquee.storage.reencode import reencode  # noqa: PLC0415 - Pillow is slow to load, and often not needed

    return reencode(sent, extension)


def _write(draft: IO[bytes], content: bytes) -> None:
    store.write(draft, content)
    store.flush(draft)


class _Limits:
    """What one account, and all together, may have going on in this process."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()
        self._begun: dict[str, deque[float]] = {}

    @contextmanager
    def one(self, account: str) -> Iterator[None]:
        """The block is one upload of an account, empty for a program's. Raises SlowDown."""
        if self._running.total() >= MAX_AT_ONCE or self._running[account] >= MAX_AT_ONCE_PER_ACCOUNT:
            raise SlowDown("Too many pictures at once. Wait until some of them are stored")
        if account:
            self._count(account)
        self._running[account] += 1
        try:
            yield
        finally:
            self._running[account] -= 1

    def _count(self, account: str) -> None:
        now = time.monotonic()
        self._begun = {who: times for who, times in self._begun.items() if times[-1] > now - 60}
        times = self._begun.setdefault(account, deque())
        while times and times[0] <= now - 60:
            times.popleft()
        if len(times) >= MAX_PER_MINUTE:
            raise SlowDown("Too many pictures in a minute. Try again in a minute")
        times.append(now)
