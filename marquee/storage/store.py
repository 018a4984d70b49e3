"""Where the bytes of uploaded pictures are kept. See docs/decisions/0052-pictures-are-kept-behind-a-store.md."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from marquee.domain.pictures import BUCKET
from marquee.storage.errors import NoRoom

INCOMING = ".incoming"
"""The folder, beside the bucket, of what is being received: on the same disk, and never served or backed up."""


class Kept(NamedTuple):
    """A picture that a store has: its name, and when its bytes were written, in seconds since 1970."""

    name: str
    written_at: float


class Store(Protocol):
    """Keeps files by name (`mara-voss/1f….jpg`). A name has a whole file or none, also after a loss of power.

    What cannot be written raises NoRoom. All of it blocks, for milliseconds.
    """

    def put(self, name: str, content: Path) -> None:
        """Take a file over, which is on disk already, under a name; it replaces what the name had."""

    def get(self, name: str) -> Path | None:
        """A file with the bytes of a name; None if there are none."""

    def delete(self, name: str) -> None:
        """Forget a name, if there is one."""

    def list(self) -> Iterator[Kept]:
        """Every name."""


class DiskStore:
    """The store of one server: the folder of the bucket in the media folder, which the site serves."""

    def __init__(self, media: Path) -> None:
        self.root = media / BUCKET
        self.incoming = media / INCOMING

    def put(self, name: str, content: Path) -> None:
        target = self.root / name
        with room():
            _make_folder(self.root)
            _make_folder(target.parent)
            content.replace(target)
            sync_folder(target.parent)

    def get(self, name: str) -> Path | None:
        found = self.root / name
        return found if found.is_file() else None

    def delete(self, name: str) -> None:
        target = self.root / name
        target.unlink(missing_ok=True)
        with suppress(OSError):  # it holds others
            target.parent.rmdir()

    def list(self) -> Iterator[Kept]:
        for file in self.root.glob("*/*"):
            with suppress(FileNotFoundError):  # it has gone since
                if file.is_file() and not file.is_symlink():
                    yield Kept(f"{file.parent.name}/{file.name}", file.stat().st_mtime)

    @contextmanager
    def draft(self) -> Iterator[IO[bytes]]:
        """A new file for what is not a picture of the store yet; it goes after the block unless it was `put`."""
        with room():
            self.incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = self.incoming / secrets.token_hex(16)
            stream = open(path, "xb", buffering=0, opener=_private)  # noqa: SIM115 - closed below
        try:
            with stream:
                yield stream
        finally:
            path.unlink(missing_ok=True)

    def sweep_drafts(self, before: float) -> None:
        """Delete what processes that were killed have left, if it was last written to before this instant."""
        for file in self.incoming.glob("*"):
            with suppress(FileNotFoundError):
                if file.is_file() and file.stat().st_mtime < before:
                    file.unlink()


def write(stream: IO[bytes], content: bytes) -> None:
    """Add to a draft. Raises NoRoom."""
    with room():
        rest = memoryview(content)
        while rest:
            rest = rest[stream.write(rest) :]


def flush(stream: IO[bytes]) -> None:
    """Bring a draft to disk. Raises NoRoom."""
    with room():
        os.fsync(stream.fileno())


def copy(source: Path, stream: IO[bytes]) -> None:
    """Fill a draft with the bytes of a file. Raises NoRoom."""
    with room(), source.open("rb") as original:
        shutil.copyfileobj(original, stream)


@contextmanager
def room() -> Iterator[None]:
    """What cannot be written in the block raises NoRoom."""
    try:
        yield
    except OSError as error:
        raise NoRoom from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _make_folder(folder: Path) -> None:
    """A folder that is there after a loss of power too."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder to disk, so that files renamed into it survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
