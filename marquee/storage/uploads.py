"""The way of an upload: rights, room and a turn first, then the body, the re-encoded picture, its bytes, its row."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from marquee.db.turns import Turns
from marquee.domain.actor import Actor
from marquee.domain.pictures import EXTENSIONS, PictureName
from marquee.errors import Overloaded
from marquee.storage import objects, receiving, store
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.errors import SlowDown, WrongType
from marquee.storage.objects import Content, Object
from marquee.storage.pace import Pace
from marquee.storage.pixels.tasks import Made, Task
from marquee.storage.placing import place
from marquee.storage.receiving import Received
from marquee.storage.store import DiskStore
from marquee.web.context import Context

REENCODE = "marquee.storage.pixels.reencode:reencode"
MAX_PER_MINUTE = 60
MAX_AT_ONCE, MAX_AT_ONCE_PER_ACCOUNT = 24, 6
MAX_WAIT_S = 30.0
"""For a turn: somebody who sends a folder full of pictures sends all of them at once, and no client tries again."""


class Uploads:
    """Stores what people send; one for the process."""

    def __init__(self, disk_store: DiskStore, derived_files: DerivedFiles) -> None:
        """Pictures are decoded by the process of `derived_files`, one at a time: each may take hundreds of MB."""
        self._store, self._derived_files = disk_store, derived_files
        self._turns = Turns(MAX_AT_ONCE, MAX_AT_ONCE_PER_ACCOUNT, MAX_WAIT_S)
        self._pace = Pace(MAX_PER_MINUTE, 60, "Too many pictures in a minute. Try again in a while")

    async def receive(self, context: Context, actor: Actor, name: PictureName, *, upsert: bool) -> Object:
        """Store the request's body under a name. Raises a StorageError or Overloaded, and then nothing is stored."""
        await self.require_storable(context, actor, name, upsert=upsert)
        receiving.require_acceptable(context.body_headers)
        async with self._turn(actor):
            with self._store.incoming_file() as sent:
                received = await receiving.receive(context.body_headers, context.stream_body(), sent)
                return await self._keep(context, actor, name, Path(sent.name), received, upsert=upsert)

    async def store(
        self, context: Context, actor: Actor, name: PictureName, sent: Path, received: Received, *, upsert: bool
    ) -> Object:
        """Store a file that has come in pieces under a name. Raises as `receive` does."""
        await self.require_storable(context, actor, name, upsert=upsert)
        async with self._turn(actor):
            return await self._keep(context, actor, name, sent, received, upsert=upsert)

    async def require_storable(self, context: Context, actor: Actor, name: PictureName, *, upsert: bool) -> None:
        """Raises a StorageError unless the actor may store a picture under this name now."""
        if name.extension not in EXTENSIONS:
            raise WrongType("Pictures are kept as .jpg, .png, .webp or .avif. Choose such a name")
        await context.database.read(objects.require_storable, actor, name, upsert=upsert)

    @asynccontextmanager
    async def _turn(self, actor: Actor) -> AsyncIterator[None]:
        """The block is one upload of an account; those beyond what goes at once wait. Raises SlowDown."""
        account = actor.user_id or ""  # empty for a program's
        async with AsyncExitStack() as held:
            try:
                await held.enter_async_context(self._turns.turn(account))
            except Overloaded:
                raise SlowDown("Too many pictures at once. Wait until some of them are stored") from None
            if account:
                self._pace.take(account)
            yield

    async def _keep(
        self, context: Context, actor: Actor, name: PictureName, sent: Path, received: Received, *, upsert: bool
    ) -> Object:
        picture_format = EXTENSIONS[name.extension]
        made = await self._derived_files.run(Task(REENCODE, (sent, picture_format)))
        with self._store.incoming_file() as incoming:
            digest = await asyncio.to_thread(_write, incoming, made.content)
            content = _described(made, f"image/{picture_format.lower()}", digest, received)
            target = context.database, self._store, str(name), Path(incoming.name)
            row = await place(*target, objects.keep, actor, name, content, upsert=upsert)
        context.record("picture_stored", picture=row.name, size=row.size)
        return row


def _described(made: Made, mimetype: str, digest: str, received: Received) -> Content:
    return Content(len(made.content), *made.size, mimetype, digest, received.cache_control, received.user_metadata)


def _write(incoming: IO[bytes], content: bytes) -> str:
    """Bring a picture to disk; its digest."""
    store.write(incoming, content)
    store.flush(incoming)
    return sha256(content).hexdigest()
