"""Files that are made from others: once, one after the other on a thread of its own, and kept on disk.

What is kept can be made anew at any time: it is in no backup, and its folder may be deleted.
"""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from marquee.errors import MarqueeError
from marquee.storage.image_errors import PictureUnavailable

MOST_FAILURES = 1_000


class Workshop:
    """`folder` is for its owner only. Each place in it holds one file: a newer one replaces it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="workshop")
        self._under_way: dict[Path, asyncio.Future[None]] = {}
        self._failures: dict[Path, MarqueeError] = {}

    async def get_or_make(self, place: str, name: str, make: Callable[[], bytes]) -> str:
        """The path, below the folder, of what `make` makes. Its name has to say all that it is made from.

        It is made once for all who ask at the same time. Raises what `make` raises, which is remembered if it is
        one of our errors: what cannot be made is not tried twice. Raises PictureUnavailable where it cannot be kept.
        """
        file = self.folder / place / name
        if failure := self._failures.get(file):
            raise failure
        if not file.is_file():
            under_way = self._under_way.get(file)
            if under_way is None:
                loop = asyncio.get_running_loop()
                under_way = self._under_way[file] = loop.run_in_executor(self._thread, self._make, file, make)
                under_way.add_done_callback(lambda done: self._end(file, done))
            await asyncio.shield(under_way)
        return f"{place}/{name}"

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    def _end(self, file: Path, done: "asyncio.Future[None]") -> None:
        del self._under_way[file]
        failure = None if done.cancelled() else done.exception()
        if isinstance(failure, MarqueeError) and failure.status < 500:
            if len(self._failures) >= MOST_FAILURES:
                self._failures.clear()
            self._failures[file] = failure

    def _make(self, file: Path, make: Callable[[], bytes]) -> None:
        content = make()
        try:
            self._keep(file, content)
        except OSError as error:
            raise PictureUnavailable from error

    def _keep(self, file: Path, content: bytes) -> None:
        for folder in (self.folder, file.parent.parent, file.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.folder / secrets.token_hex(8)
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
