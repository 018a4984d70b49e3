"""The way of an upload: limits, rights and room first, then the body, the re-encoded picture, its bytes, its row."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import IO

from marquee.domain.actor import Actor
from marquee.domain.pictures import EXTENSIONS, PictureName
from marquee.storage import objects, receiving, store
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.errors import SlowDown, WrongType
from marquee.storage.objects import Content, Object
from marquee.storage.pixels.tasks import Made, Task
from marquee.storage.receiving import Received
from marquee.storage.store import DiskStore
from marquee.web.context import Context

REENCODE = "marquee.storage.pixels.reencode:reencode"
MAX_PER_MINUTE = 20
MAX_AT_ONCE, MAX_AT_ONCE_PER_ACCOUNT = 24, 6


class Uploads:
    """Stores what people send; one for the process."""

    def __init__(self, kept: DiskStore, workshop: DerivedFiles) -> None:
        """Pictures are decoded by the process of `workshop`, one at a time: each may take hundreds of MB."""
        self._store, self._workshop = kept, workshop
        self._limits = _Limits()

    async def receive(self, context: Context, actor: Actor, name: PictureName, *, upsert: bool) -> Object:
        """Store the request's body under a name. Raises a StorageError or Overloaded, and then nothing is stored."""
        if name.extension not in EXTENSIONS:
            raise WrongType("Pictures are kept as .jpg, .png, .webp or .avif. Choose such a name")
        account = actor.user_id or ""
        self._limits.require_room(account)  # a place is taken only by those who have the right to it
        await context.database.read(objects.require_storable, actor, name, upsert=upsert)
        receiving.require_acceptable(context.body_headers)
        with self._limits.one(account):
            row = await self._store_body(context, actor, name, upsert=upsert)
        context.record("picture_stored", picture=row.name, size=row.size)
        return row

    async def _store_body(self, context: Context, actor: Actor, name: PictureName, *, upsert: bool) -> Object:
        with self._store.draft() as sent:
            received = await receiving.receive(context.body_headers, context.stream_body(), sent)
            picture_format = EXTENSIONS[name.extension]
            made = await self._workshop.run(Task(REENCODE, (Path(sent.name), picture_format)))
            with self._store.draft() as draft:
                digest = await asyncio.to_thread(_write, draft, made.content)
                put = partial(self._store.put, str(name), Path(draft.name))
                content = _described(made, f"image/{picture_format.lower()}", digest, received)
                return await context.database.write(objects.keep, actor, name, content, put, upsert=upsert)


def _described(made: Made, mimetype: str, digest: str, received: Received) -> Content:
    return Content(len(made.content), *made.size, mimetype, digest, received.cache_control, received.user_metadata)


def _write(draft: IO[bytes], content: bytes) -> str:
    """Bring a picture to disk; its digest."""
    store.write(draft, content)
    store.flush(draft)
    return sha256(content).hexdigest()


class _Limits:
    """What one account, and all together, may have going on in this process."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()
        self._begun: dict[str, deque[float]] = {}

    def require_room(self, account: str) -> None:
        """Raises SlowDown where an account, empty for a program's, has to wait for other uploads to end."""
        if self._running.total() >= MAX_AT_ONCE or self._running[account] >= MAX_AT_ONCE_PER_ACCOUNT:
            raise SlowDown("Too many pictures at once. Wait until some of them are stored")

    @contextmanager
    def one(self, account: str) -> Iterator[None]:
        """The block is one upload of an account. Raises SlowDown."""
        self.require_room(account)
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
