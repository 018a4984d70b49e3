"""Takes away, once a day, what is kept for a while only: recorded changes, then pictures that nobody shows any more.

In this order: a picture stays as long as an undo would show it again. What is shown always stays; what goes, goes in
two steps, a day apart: pages that are open, caches and a backup that is being made still name it.
"""

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

from sqlalchemy import Connection, select

from marquee import clock
from marquee.db.database import Database
from marquee.domain.history import change_limits, changes
from marquee.domain.history.changes import PicturesKept
from marquee.domain.pictures import BUCKET
from marquee.domain.times import announcements
from marquee.errors import MarqueeError
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.objects import columns, delete_rows, names_shown, set_removed, settle
from marquee.storage.pictures import folder_of_versions
from marquee.storage.resumable import ResumableUploads
from marquee.storage.store import DiskStore

FIRST_AFTER_S = 60.0
EVERY_S = 24 * 3600.0
GRACE = timedelta(days=1)
INCOMING_S = 3600.0
FILES_AT_ONCE = 200
"""Deleted in one turn of the writers."""

log = logging.getLogger("marquee")


class Sweeper:
    """The worker that does it; each process has one, and it does no harm if several do it at once."""

    def __init__(
        self, database: Database, store: DiskStore, resumable: ResumableUploads, derived_files: DerivedFiles
    ) -> None:
        self._database, self._store, self._resumable, self._derived_files = database, store, resumable, derived_files

    async def run(self) -> None:
        """Sweep from time to time, until cancelled."""
        await self._try(self.settle)
        await asyncio.sleep(FIRST_AFTER_S)
        while True:
            await self._try(self.sweep)
            await asyncio.sleep(EVERY_S)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except MarqueeError:
            log.warning("nothing could be swept")
        except Exception:  # whatever the fault, the next sweep must still come
            log.exception("sweep failed")

    async def settle(self) -> None:
        """Let names have the bytes of their rows where a process was killed while it replaced a picture."""
        for name in await asyncio.to_thread(lambda: list(self._store.unsettled())):
            await self._database.write(settle, name, self._store)

    async def sweep(self) -> None:
        """Once: old changes go, what has not been shown for a day is removed, what was removed a day ago is deleted.

        What a clock that ran ahead had announced is announced first.
        """
        await self.settle()
        await self._database.write(announcements.announce_again)
        while await self._database.write(changes.sweep):
            pass
        await self._database.write(change_limits.sweep)
        before = clock.now() - GRACE
        there = await asyncio.to_thread(lambda: list(self._store.written_before(before.timestamp())))
        undoable = await self._undoable()
        while gone := await self._database.write(_sweep, clock.timestamp(before), there, undoable, self._store):
            await asyncio.to_thread(self._forget, gone)
            log.info("pictures swept", extra={"pictures": gone})
            there = [name for name in there if name not in gone]
        await asyncio.to_thread(self._store.sweep_incoming, clock.seconds() - INCOMING_S)
        await asyncio.to_thread(self._resumable.sweep)

    async def _undoable(self) -> PicturesKept:
        """The pictures that an undo would show again, found before the writers' turn: there may be many changes."""
        found, more = PicturesKept(), await self._database.read(changes.pictures_kept, PicturesKept())
        while found != more:
            found, more = more, await self._database.read(changes.pictures_kept, more)
        return found

    def _forget(self, names: Sequence[str]) -> None:
        for name in names:
            shutil.rmtree(self._derived_files.root / folder_of_versions(f"{BUCKET}/{name}"), ignore_errors=True)


def _sweep(
    connection: Connection, before: str, there: Sequence[str], undoable: PicturesKept, store: DiskStore
) -> list[str]:
    """In the writers' turn, so that nobody begins to show what goes; the names of the files that went, a few at a time.

    `there` are the names whose bytes were written before the instant `before`, `undoable` the pictures that an undo
    shows again; those of the newest changes come on top.
    """
    shown = names_shown(connection)
    kept_back = shown | changes.pictures_kept(connection, undoable).names
    rows = connection.execute(select(columns.id, columns.name, columns.updated_at, columns.removed_at)).all()
    back = [row.id for row in rows if row.removed_at and row.name in shown]
    unused = [row.id for row in rows if not row.removed_at and row.updated_at < before and row.name not in kept_back]
    removed = [row for row in rows if row.removed_at and row.removed_at < before]
    over = {row.name: row.id for row in removed if row.name not in kept_back}
    unknown = set(there) - {row.name for row in rows} - kept_back
    set_removed(connection, back, None)
    set_removed(connection, unused, clock.timestamp())
    gone = [*over, *sorted(unknown)][:FILES_AT_ONCE]
    for name in gone:
        store.delete(name)
    delete_rows(connection, [over[name] for name in gone if name in over])
    return gone
