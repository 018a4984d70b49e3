"""Uploads that come in pieces: what has come of them is on disk, and outlives a connection, a worker and the server.

Each is a file of what is known of it, `{id}.json`, and one of its bytes, `{id}.part`, whose size says how far it has
come. See docs/decisions/0078-resumable-uploads-are-files.md.
"""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import msgspec
from msgspec.structs import replace

from marquee import clock, private_file
from marquee.storage.errors import (
    NO_SUCH_UPLOAD,
    OFFSET_CONFLICT,
    UPLOAD_LOCKED,
    NoRoom,
    SlowDown,
    StorageError,
    TooLarge,
)
from marquee.storage.store import room

MAX_OF_ACCOUNT, MAX_BYTES_OF_ACCOUNT = 20, 100 * 1024 * 1024
"""That are not finished. The bytes are those that are to come too."""
MAX_IN_ALL = 200
LIFETIME_S = 24 * 3600
STORED_S = 600
"""How long one that is stored is known, for a client that has lost the answer to its last piece."""

_PARTS = frozenset({".part", ".new"})
_ID = re.compile(r"[0-9a-f]{32}")


class Upload(msgspec.Struct, frozen=True):
    """One upload. `owner` is an account, or None for a program; `metadata` is its header `Upload-Metadata`."""

    id: str
    owner: str | None
    name: str
    length: int
    upsert: bool
    metadata: str
    expires_at: float
    is_stored: bool = False


class ResumableUploads:
    """Those of a folder, which several processes may share."""

    def __init__(self, incoming: Path) -> None:
        self._root = incoming / "resumable"

    def add(self, upload: Upload) -> None:
        """Begin one. Raises SlowDown or TooLarge where there are too many, and NoRoom."""
        with room():
            self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (self._root / ".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._require_room(upload)
                try:
                    self._part(upload).touch(mode=0o600)
                    self._write(upload)
                except BaseException:
                    self.remove(upload)
                    raise

    def find(self, id_: str) -> Upload:
        """Raises NO_SUCH_UPLOAD, also where it has expired."""
        upload = self._read(self._root / f"{id_}.json") if _ID.fullmatch(id_) else None
        if upload is None or upload.expires_at <= clock.seconds():
            raise StorageError(NO_SUCH_UPLOAD)
        return upload

    def offset(self, upload: Upload) -> int:
        """How much has come. The last byte counts when the picture is stored: until then it has to be sent again."""
        if upload.is_stored:
            return upload.length
        try:
            return min(self._part(upload).stat().st_size, upload.length - 1)
        except FileNotFoundError:
            raise StorageError(NO_SUCH_UPLOAD) from None

    @contextmanager
    def continued(self, upload: Upload, offset: int) -> Iterator[IO[bytes]]:
        """The file of its bytes, to which those from `offset` on are added, and which nobody else adds to meanwhile.

        Raises OFFSET_CONFLICT, UPLOAD_LOCKED, NO_SUCH_UPLOAD.
        """
        try:
            part = self._part(upload).open("r+b", buffering=0)
        except FileNotFoundError:
            raise StorageError(OFFSET_CONFLICT if upload.is_stored else NO_SUCH_UPLOAD) from None
        with part:
            try:
                fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StorageError(UPLOAD_LOCKED) from None
            if self.offset(self.find(upload.id)) != offset:
                raise StorageError(OFFSET_CONFLICT)
            part.truncate(offset)
            part.seek(offset)
            yield part

    def finish(self, upload: Upload) -> None:
        """It is stored: its bytes go, and what is known of it stays for a while, if there is room for that."""
        self._part(upload).unlink(missing_ok=True)
        try:
            self._write(replace(upload, is_stored=True, expires_at=clock.seconds() + STORED_S))
        except NoRoom:
            self.remove(upload)

    def remove(self, upload: Upload) -> None:
        self._part(upload).unlink(missing_ok=True)
        self._record(upload).unlink(missing_ok=True)

    def sweep(self) -> None:
        """Remove those that have expired, and what a process that was killed has left of others."""
        for upload in self._all():
            if upload.expires_at <= clock.seconds():
                self.remove(upload)
        for file in self._root.glob("*"):
            with suppress(FileNotFoundError):  # another process has removed it
                if file.suffix in _PARTS and file.stat().st_mtime + LIFETIME_S <= clock.seconds():
                    file.unlink()

    def _require_room(self, upload: Upload) -> None:
        self.sweep()
        unfinished = [one for one in self._all() if not one.is_stored]
        own = [one for one in unfinished if one.owner == upload.owner]
        if len(own) >= MAX_OF_ACCOUNT or len(unfinished) >= MAX_IN_ALL:
            raise SlowDown("Too many uploads are not finished. Go on with one of them, or end it", 60)
        if sum(one.length for one in own) + upload.length > MAX_BYTES_OF_ACCOUNT:
            raise TooLarge("Uploads of more than 100 MB are not finished. Go on with one of them, or end it")

    def _all(self) -> Iterator[Upload]:
        for file in self._root.glob("*.json"):
            if upload := self._read(file):
                yield upload

    def _read(self, record: Path) -> Upload | None:
        try:
            return msgspec.json.decode(record.read_bytes(), type=Upload)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def _write(self, upload: Upload) -> None:
        with room():
            private_file.replace(self._record(upload), msgspec.json.encode(upload))

    def _record(self, upload: Upload) -> Path:
        return self._root / f"{upload.id}.json"

    def _part(self, upload: Upload) -> Path:
        return self._root / f"{upload.id}.part"
