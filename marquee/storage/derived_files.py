"""Files that are made from other files: made once, by a process of its own, and kept on disk.

They can be made again at any time: no backup has them, and their folder may be deleted. What is new is made for one
client after the other, so that nobody's wishes hold up everybody else's (docs/decisions/0051-drawings-take-turns.md).
"""

import asyncio
import logging
import secrets
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from marquee.db.turns import CLIENT, Turns
from marquee.errors import MarqueeError
from marquee.storage.media import Media
from marquee.storage.pixels.tasks import Made, Task
from marquee.storage.pixels.workshop import Workshop

T = TypeVar("T")

log = logging.getLogger("marquee")

MAX_FAILURES = 1_000
MAX_FOLDERS = 4_000
"""Of each kind, which is the first part of a path; the second is the folder, with all versions of one picture.

The oldest go, and with them those of what is gone.
"""
MAX_WAIT_S = 30.0
"""For a turn: somebody who opens a page full of new pictures waits for all of them."""
IDLE_S = 30.0
"""The process that computes pixels ends when there was nothing to do for so long."""


class DerivedFiles:
    """The files below `root`, which only the owner may read. Each folder holds one file: a newer one replaces it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.workshop = Workshop()
        # It waits for the process, and writes files: nothing that could hold up the event loop.
        self._thread = ThreadPoolExecutor(1, "derived-files")
        self._idle: asyncio.TimerHandle | None = None
        self._turns = Turns(in_all=1, per_client=1, max_wait_s=MAX_WAIT_S)
        self._pending: dict[tuple[Path, str], asyncio.Task[bytes | None]] = {}
        self._failures: dict[Path, MarqueeError] = {}
        self._counts: dict[Path, int] = {}
        self._is_kept = True  # what was made last: of a full disk one line of the log tells

    async def respond(self, media: Media, folder: str, name: str, task: Task, scope: Scope) -> Response:
        """The file that `task` makes, as `media` sends it. The name must change with whatever it is made from.

        It is made once for all callers, when it is the turn of one of them. Raises as `Workshop.make`; a refusal
        is remembered, so that what cannot be made is not tried twice. Raises Overloaded where a client has asked for
        too much at once. What cannot be written, since the disk is full, is sent all the same.
        """
        file = self.root / folder / name
        if failure := self._failures.get(file):
            raise failure
        if file.is_file():
            with suppress(HTTPException):  # it has just made room for others
                return await media.get_response(f"{folder}/{name}", scope)
        key = file, CLIENT.get()
        if key not in self._pending:
            self._pending[key] = asyncio.create_task(self._make_at_turn(file, task, key[1]))
            self._pending[key].add_done_callback(lambda done: self._finish(key, done))
        if unkept := await asyncio.shield(self._pending[key]):
            return media.respond_with(name, unkept)
        return await media.get_response(f"{folder}/{name}", scope)

    async def run(self, task: Task) -> Made:
        """What other work on pictures makes, in the same process: one picture at a time is in memory.

        Raises as `Workshop.make`, and Overloaded where a client has asked for too much at once.
        """
        async with self._turns.turn(CLIENT.get()):
            return await self._in_thread(lambda: self.workshop.make(task))

    def close(self) -> None:
        """Gives up what is being made."""
        if self._idle is not None:
            self._idle.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self.workshop.kill()
        self._thread.shutdown()
        self.workshop.end()

    async def _make_at_turn(self, file: Path, task: Task, client: str) -> bytes | None:
        async with self._turns.turn(client):
            if failure := self._failures.get(file):
                raise failure
            return await self._in_thread(lambda: self._make(file, task))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, work)
        finally:
            if self._idle is not None:
                self._idle.cancel()
            self._idle = loop.call_later(IDLE_S, self._thread.submit, self.workshop.end)

    def _finish(self, key: tuple[Path, str], done: "asyncio.Task[bytes | None]") -> None:
        del self._pending[key]
        failure = None if done.cancelled() else done.exception()
        if isinstance(failure, MarqueeError) and failure.status < 500:
            if len(self._failures) >= MAX_FAILURES:
                self._failures.clear()
            self._failures[key[0]] = failure

    def _make(self, file: Path, task: Task) -> bytes | None:
        """What could not be written; None when the file is there."""
        if file.is_file():  # somebody else's turn came before
            return None
        made = self.workshop.make(task)
        try:
            self._write(file, made.content)
        except OSError as error:
            if self._is_kept:
                log.warning("what is made of pictures cannot be kept", extra={"why": str(error)})
            self._is_kept = False
            return made.content
        self._is_kept = True
        return None

    def _write(self, file: Path, content: bytes) -> None:
        kind, one = file.relative_to(self.root).parts[:2]
        is_new = not (self.root / kind / one).exists()
        for folder in (self.root, file.parent.parent, file.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = self.root / secrets.token_hex(8)
        try:
            temporary.touch(mode=0o600, exist_ok=False)
            temporary.write_bytes(content)
            temporary.replace(file)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        for other in file.parent.iterdir():
            if other != file:
                other.unlink(missing_ok=True)
        if is_new:
            self._make_room(self.root / kind)

    def _make_room(self, kind: Path) -> None:
        """Removes the oldest folders below this one if there are too many, and a tenth more, so that this is rare."""
        count = self._counts.get(kind, 0)
        self._counts[kind] = count + 1 if count else sum(1 for _ in kind.iterdir())
        if self._counts[kind] > MAX_FOLDERS:
            by_age = sorted((path for path in kind.iterdir() if path.is_dir()), key=written_at)
            for folder in by_age[: max(0, len(by_age) - MAX_FOLDERS * 9 // 10)]:
                shutil.rmtree(folder, ignore_errors=True)
            del self._counts[kind]


def written_at(folder: Path) -> float:
    """When a folder was last written to, in seconds since 1970."""
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has removed it
        return 0.0
