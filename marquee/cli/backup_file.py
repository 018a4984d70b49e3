"""The format of a backup: a plain tar, of which every byte is checked before it is used.

The members come first, then `manifest.json` with the SHA-256 of each, and last `SHA256` with that of everything before
it. What follows that digest has only one valid form, so a change of any byte is noticed. The digest detects damage but
not malice, so the names and types of members are checked as untrusted input.
"""

import hashlib
import io
import os
import shutil
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, cast

import msgspec

from marquee.errors import OperatorError

FORMAT = 1
MANIFEST, WHOLE = "manifest.json", "SHA256"
DATABASE, SECRETS, MEDIA = "database.sqlite3", "secrets.json", "media"
MAX_MANIFEST = 256 * 1024 * 1024
CHUNK = 1024 * 1024
DIGEST_LENGTH = 65  # in hex, with a line end


class Manifest(msgspec.Struct):
    """The description of a backup: `schema` is the database's revision, `members` maps names to their SHA-256."""

    format: int
    schema: str
    taken_at: str
    members: dict[str, str]


class Damaged(OperatorError):
    """The file differs from what `write` wrote."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"{file} is damaged or not a Marquee backup: {why}.")
        self.why = why


def write(file: Path, schema: str, taken_at: str, members: Iterable[tuple[str, Path]]) -> None:
    """Write a new file that only its owner may read, and flush it to disk. Members that are gone are left out."""
    with create(file) as stream:
        tar = tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115 - `end` closes it
        hashes = {name: digest for name, path in members if (digest := _add(tar, name, path))}
        text = msgspec.json.encode(Manifest(FORMAT, schema, taken_at, hashes))
        tar.addfile(_header(MANIFEST, len(text)), io.BytesIO(text))
        stream.write(end(_digest(stream, tar.offset), tar.offset))
        sync(stream)


def create(file: Path) -> BinaryIO:
    """A new file that only its owner may read."""
    return cast("BinaryIO", os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b"))


def sync(stream: IO[bytes]) -> None:
    stream.flush()
    os.fsync(stream.fileno())


def _add(tar: tarfile.TarFile, name: str, path: Path) -> str | None:
    try:
        source = path.open("rb")
    except FileNotFoundError:
        return None
    with source:
        hashed = _HashingReader(source)
        tar.addfile(_header(name, os.fstat(source.fileno()).st_size), cast("IO[bytes]", hashed))
        return hashed.digest.hexdigest()


def end(digest: str, start: int) -> bytes:
    """What follows the manifest, at offset `start`: the digest of everything before, and the zeros that end a tar."""
    block = _header(WHOLE, DIGEST_LENGTH).tobuf(tarfile.PAX_FORMAT) + f"{digest}\n".encode().ljust(512, b"\0")
    length = start + len(block) + 2 * tarfile.BLOCKSIZE
    return block.ljust(len(block) + 2 * tarfile.BLOCKSIZE + -length % tarfile.RECORDSIZE, b"\0")


def check_whole(stream: BinaryIO, file: Path) -> None:
    """Raises Damaged unless every byte is as it was written. No content is used before this check."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - 2 * tarfile.RECORDSIZE))
    zeros = len(last := stream.read()) - len(last.rstrip(b"\0"))
    start = size - zeros - DIGEST_LENGTH - tarfile.BLOCKSIZE
    if start < tarfile.BLOCKSIZE:
        raise Damaged(file, "its end is missing")
    expected = end(_digest(stream, start), start)
    stream.seek(start)
    if stream.read() != expected:
        raise Damaged(file, "its content does not match its checksum")


def unpack(file: Path, folder: Path, *, with_media: bool) -> Manifest:
    """Check every member and write it into `folder`, the media only if `with_media`. Raises OperatorError."""
    found: dict[str, str] = {}
    with file.open("rb") as stream:
        check_whole(stream, file)
        stream.seek(0)
        try:
            with tarfile.open(fileobj=stream, mode="r:") as tar:
                for info, source in _members(tar, file):
                    if info.name == MANIFEST:
                        return _checked(_manifest(source.read(MAX_MANIFEST), file), found, file)
                    if info.name in found:
                        raise Damaged(file, f"{info.name} occurs twice")
                    kept = with_media or info.name in (DATABASE, SECRETS)
                    found[info.name] = _receive(source, folder / info.name if kept else None)
        except tarfile.TarError as error:
            raise Damaged(file, str(error)) from error
    raise Damaged(file, "it has no manifest")


def _members(tar: tarfile.TarFile, file: Path) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    for info in tar:
        source = tar.extractfile(info) if info.type == tarfile.REGTYPE and info.sparse is None else None
        if source is None or not _is_valid_name(info.name):
            raise Damaged(file, f"{info.name!r} does not belong in a backup")
        yield info, source


def _is_valid_name(name: str) -> bool:
    """Whether a member has a name that a backup may contain, and that stays inside the folder it is unpacked to."""
    path = PurePosixPath(name)
    is_media = path.parts[:1] == (MEDIA,) and len(path.parts) > 1 and ".." not in path.parts
    return name in (MANIFEST, DATABASE, SECRETS) or (is_media and str(path) == name and "\0" not in name)


def _receive(source: IO[bytes], target: Path | None) -> str:
    hashed = _HashingReader(source)
    if target is None:
        while hashed.read(CHUNK):
            pass
        return hashed.digest.hexdigest()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with create(target) as stream:
        shutil.copyfileobj(hashed, stream, CHUNK)
        sync(stream)
    return hashed.digest.hexdigest()


def _manifest(text: bytes, file: Path) -> Manifest:
    try:
        found = msgspec.json.decode(text, type=Manifest)
    except msgspec.DecodeError as error:
        raise Damaged(file, "its manifest cannot be read") from error
    if found.format > FORMAT:
        raise OperatorError(f"{file} was made by a newer version of Marquee. Install that version to restore it.")
    return found


def _checked(manifest: Manifest, found: dict[str, str], file: Path) -> Manifest:
    if manifest.members != found or not {DATABASE, SECRETS} <= found.keys():
        raise Damaged(file, "its members do not match its manifest")
    return manifest


def _header(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info


def _digest(stream: BinaryIO, length: int) -> str:
    """The SHA-256 of the first `length` bytes."""
    digest = hashlib.sha256()
    stream.seek(0)
    while length and (chunk := stream.read(min(length, CHUNK))):
        digest.update(chunk)
        length -= len(chunk)
    return digest.hexdigest()


class _HashingReader:
    """A file whose SHA-256 is computed while it is read."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        chunk = self._source.read(size)
        self.digest.update(chunk)
        return chunk
