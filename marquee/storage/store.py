"""Where the bytes of uploaded pictures are kept. See docs/decisions/0052-pictures-are-kept-behind-a-store.md."""

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from marquee.domain.pictures import BUCKET
from marquee.storage.errors import NoRoom

INCOMING = ".incoming"
"""The folder, beside the bucket, of what is being received: on the same disk, and never served or backed up."""
FORMER = "former"
"""The folder in it of what is being replaced."""


class DiskStore:
    """Keeps files by name (`mara-voss/1f….jpg`) in the folder of the bucket in the media folder, which the site serves.

    A name has a whole file or none, also after a loss of power. What cannot be written raises NoRoom. All of it blocks,
    for milliseconds.
    """

    def __init__(self, media: Path) -> None:
        self.root = media / BUCKET
        self.incoming = media / INCOMING

    def put(self, name: str, content: Path) -> None:
        """Take a file over, which is on disk already, under a name. What the name had is kept until `settle`."""
        target, former = self.root / name, self._former(name)
        with room():
            _make_folder(self.root)
            _make_folder(target.parent)
            if target.exists() and not former.exists():  # one that is there is of a put that was never settled
                former.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                former.hardlink_to(target)
                sync_folder(former.parent)
            content.replace(target)
            sync_folder(target.parent)

    def settle(self, name: str, digest: str | None) -> None:
        """After a `put`: a name keeps the bytes of this SHA-256, or has those again that it had before, if any."""
        target, former = self.root / name, self._former(name)
        if _has(target, digest):
            former.unlink(missing_ok=True)
        elif former.exists():
            former.replace(target)
            sync_folder(target.parent)
        elif digest is None:
            self.delete(name)

    def unsettled(self) -> Iterator[str]:
        """The names that had bytes before a `put` and are not settled."""
        for file in (self.incoming / FORMER).glob("*"):
            yield file.name.replace(":", "/", 1)

    def _former(self, name: str) -> Path:
        """Where the bytes are that a name had before. No folder has a colon in its name."""
        return self.incoming / FORMER / name.replace("/", ":", 1)

    def get(self, name: str) -> Path | None:
        """A file with the bytes of a name; None if there are none."""
        found = self.root / name
        return found if found.is_file() else None

    def delete(self, name: str) -> None:
        """Forget a name, if there is one."""
        target = self.root / name
        target.unlink(missing_ok=True)
        with suppress(OSError):  # it holds others
            target.parent.rmdir()

    def written_before(self, instant: float) -> Iterator[str]:
        """The names whose bytes are older than this instant, in seconds since 1970."""
        for file in self.root.glob("*/*"):
            with suppress(FileNotFoundError):  # it has gone since
                if file.is_file() and not file.is_symlink() and file.stat().st_mtime < instant:
                    yield f"{file.parent.name}/{file.name}"

    @contextmanager
    def incoming_file(self) -> Iterator[IO[bytes]]:
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

    def sweep_incoming(self, before: float) -> None:
        """Delete what processes that were killed have left, if it was last written to before this instant."""
        for file in self.incoming.glob("*"):
            with suppress(FileNotFoundError):
                if file.is_file() and file.stat().st_mtime < before:
                    file.unlink()


def write(stream: IO[bytes], content: bytes) -> None:
    """Add to an incoming file. Raises NoRoom."""
    with room():
        rest = memoryview(content)
        while rest:
            rest = rest[stream.write(rest) :]


def flush(stream: IO[bytes]) -> None:
    """Bring an incoming file to disk. Raises NoRoom."""
    with room():
        os.fsync(stream.fileno())


def copy(source: Path, stream: IO[bytes]) -> None:
    """Fill an incoming file with the bytes of another, and bring it to disk. Raises NoRoom."""
    with room(), source.open("rb") as original:
        shutil.copyfileobj(original, stream)
    flush(stream)


@contextmanager
def room() -> Iterator[None]:
    """What cannot be written in the block raises NoRoom."""
    try:
        yield
    except OSError as error:
        raise NoRoom from error


def _has(file: Path, digest: str | None) -> bool:
    """Whether a file has the bytes of this SHA-256."""
    if digest is None or not file.is_file():
        return False
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == digest


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
