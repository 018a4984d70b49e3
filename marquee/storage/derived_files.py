"""Files that are made from other files: made once, in a thread of their own, and kept on disk.

They can be made again at any time: no backup has them, and their folder may be deleted.
"""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from marquee.errors import MarqueeError
from marquee.storage.image_errors import PictureUnavailable

T = TypeVar("T")

MAX_FAILURES = 1_000


class DerivedFiles:
    """The files below `root`, which only the owner may read. Each folder holds one file: a newer one replaces it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="derived-files")
        self._pending: dict[Path, asyncio.Future[None]] = {}
        self._failures: dict[Path, MarqueeError] = {}

    async def get_or_make(self, folder: str, name: str, make: Callable[[], bytes]) -> str:
        """The path, below the root, of the file that `make` makes. The name must change with whatever it is made from.

        It is made once for all concurrent callers. Raises what `make` raises; a MarqueeError is remembered, so that
        what cannot be made is not tried twice. Raises PictureUnavailable if the file cannot be written.
        """
        file = self.root / folder / name
        if failure := self._failures.get(file):
            raise failure
        if not file.is_file():
            pending = self._pending.get(file)
            if pending is None:
                loop = asyncio.get_running_loop()
                pending = self._pending[file] = loop.run_in_executor(self._thread, self._make, file, make)
                pending.add_done_callback(lambda done: self._finish(file, done))
            await asyncio.shield(pending)
        return f"{folder}/{name}"

    async def run(self, work: Callable[[], T]) -> T:
        """The result of other heavy work on pictures, in the same thread: one picture at a time is in memory."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    def _finish(self, file: Path, done: "asyncio.Future[None]") -> None:
        del self._pending[file]
        failure = None if done.cancelled() else done.exception()
        if isinstance(failure, MarqueeError) and failure.status < 500:
            if len(self._failures) >= MAX_FAILURES:
                self._failures.clear()
            self._failures[file] = failure

    def _make(self, file: Path, make: Callable[[], bytes]) -> None:
        content = make()
        try:
            self._write(file, content)
        except OSError as error:
            raise PictureUnavailable from error

    def _write(self, file: Path, content: bytes) -> None:
        for folder in (self.root, file.parent.parent, file.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.root / secrets.token_hex(8)
        try:
            draft.touch(mode=0o600, exist_ok=False)
            draft.write_bytes(content)
            draft.replace(file)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        for other in file.parent.iterdir():
            if other != file:
                other.unlink(missing_ok=True)
