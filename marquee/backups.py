"""A site in one file and back: the database, the media and the secrets. `archive` knows the file.

A backup is taken while the site runs and read back before it is called good. A restore lets nothing into the data
folder that was not checked, and deletes nothing that was there.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from marquee import archive, clock, integrity, locks
from marquee.archive import DATABASE, MEDIA, SECRETS, Damaged, Manifest
from marquee.auth import keys
from marquee.database import sqlite_path
from marquee.database.sqlite import DriverError, connect
from marquee.errors import OperatorError
from marquee.migrations import known
from marquee.settings import Settings

ASIDE = "replaced-"
DRAFT = "draft"


def make(current: Settings, file: Path) -> str:
    """Write a new backup and say what it holds. Raises OperatorError; `file` is whole and checked, or not there."""
    if not _file(current).is_file():
        raise OperatorError(f"There is no database at {_file(current)}.")
    with _plain_faults(), closing(locks.share(_file(current))):
        _refuse_existing(file)
        if (current.data_dir / MEDIA).resolve() in file.resolve().parents:
            raise OperatorError(f"{file} is in the media folder, where everybody could fetch it.")
        keys.load_or_create(current.data_dir)
        with TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as name:
            manifest = _write_checked(current, Path(name))
            _refuse_existing(file)
            (Path(name) / DRAFT).rename(file)
        _sync_folder(file.parent)
    pictures = len(manifest.members) - 2
    return f"Saved and checked: {file} ({file.stat().st_size:,} bytes, media files: {pictures})"


def _write_checked(current: Settings, work: Path) -> Manifest:
    snapshot = work / "snapshot"
    _snapshot(_file(current), snapshot)
    archive.write(work / DRAFT, _schema(snapshot), clock.timestamp(), _members(current, snapshot))
    try:
        return _open(work / DRAFT, work / "checked", with_media=False)
    except Damaged as error:  # what is broken is said today, not on the day the backup is needed
        raise OperatorError(f"No backup was made: {error.why}.") from error


def restore(current: Settings, file: Path, *, replace: bool) -> list[Path]:
    """Put a backup in place, and return the folders that hold what was there before. Raises OperatorError."""
    with _plain_faults():
        with file.open("rb") as stream:
            archive.check_whole(stream, file)
        keys.make_data_dir(current.data_dir)
        keys.make_data_dir(_file(current).parent)
        with locks.alone(_file(current)):
            old = _content(current)
            if old and not replace:
                raise OperatorError(f"{current.data_dir} is not empty; --replace moves aside what is there.")
            with TemporaryDirectory(prefix="restoring-", dir=current.data_dir) as name:
                _open(file, Path(name), with_media=True)
                database = _beside(_file(current), Path(name) / DATABASE)
                aside = _move_aside(old)
                _put_in_place(Path(name), database, current)
    return aside


def _file(current: Settings) -> Path:
    path = sqlite_path(current.database_url)
    if path is None:
        raise OperatorError("Back up PostgreSQL with its own tools.")
    return path


def _refuse_existing(file: Path) -> None:
    if file.is_symlink() or file.exists():
        raise OperatorError(f"{file} exists already; a backup overwrites nothing.")


def _snapshot(database: Path, target: Path) -> None:
    """The newest committed state, in one read transaction: in WAL mode nobody who writes waits for it."""
    archive.create(target).close()  # for its owner only; SQLite takes an empty file as a new database
    with closing(connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def _members(current: Settings, snapshot: Path) -> Iterator[tuple[str, Path]]:
    """The media after the snapshot, so that a picture that a row of it names is there already."""
    yield DATABASE, snapshot
    yield SECRETS, current.data_dir / keys.FILE_NAME
    media = current.data_dir / MEDIA
    for folder, folders, names in os.walk(media):
        folders.sort()
        for path in (Path(folder) / name for name in sorted(names)):
            if path.is_file() and not path.is_symlink():  # the site itself serves nothing else
                yield f"{MEDIA}/{_text(path.relative_to(media))}", path


def _text(path: Path) -> str:
    name = path.as_posix()
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise OperatorError(f"No backup was made: the name of a media file is not UTF-8 text: {name!r}.")
    return name


def _open(file: Path, folder: Path, *, with_media: bool) -> Manifest:
    """Unpack a backup and check all that is in it: the file, the database, the secrets, and that we know its schema."""
    manifest = archive.unpack(file, folder, with_media=with_media)
    if manifest.schema not in known():
        raise OperatorError(f"{file} needs a newer version of Marquee: its schema is {manifest.schema}.")
    try:
        keys.read(folder / SECRETS)
    except OperatorError as error:
        raise Damaged(file, "its secrets cannot be used") from error
    try:
        fault = _fault(folder / DATABASE, manifest.schema)
    except DriverError as error:
        raise Damaged(file, f"its database cannot be read ({error})") from error
    if fault:
        raise Damaged(file, fault)
    return manifest


def _schema(database: Path) -> str:
    with closing(connect(database)) as connection:
        return ",".join(row[0] for row in connection.execute("SELECT version_num FROM alembic_version"))


def _fault(database: Path, schema: str) -> str | None:
    if _schema(database) != schema:
        return "its database has another schema than it says"
    if found := integrity.fault(database):
        return f"its database is broken ({found})"
    with closing(connect(database)) as connection:
        if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
            return f"a row of {broken[0]} refers to one of {broken[2]} that is missing"
    return None


def _content(current: Settings) -> list[Path]:
    """What a restore would overwrite or mix with; neither lock files nor what earlier restores moved aside."""
    database = _file(current)
    of_database = [database.with_name(database.name + suffix) for suffix in ("", "-wal", "-shm")]
    locks_of_it = {database.with_name(database.name + suffix) for suffix in (".lock", locks.SUFFIX)}
    found = {path for path in current.data_dir.iterdir() if not path.name.startswith(ASIDE)} - locks_of_it
    return sorted(found | {path for path in of_database if path.exists()})


def _move_aside(old: list[Path]) -> list[Path]:
    """Into a folder beside each, so on the same file system: nothing is copied."""
    name = ASIDE + clock.now().strftime("%Y%m%dT%H%M%S.%fZ")
    folders = sorted({path.parent / name for path in old})
    for folder in folders:
        folder.mkdir(mode=0o700)
    for path in old:
        path.rename(path.parent / name / path.name)
    return folders


def _beside(target: Path, checked: Path) -> Path:
    """The checked database where a rename brings it to its place: another file system is possible there."""
    if checked.stat().st_dev == target.parent.stat().st_dev:
        return checked
    copy = target.with_name(target.name + ".restoring")
    copy.unlink(missing_ok=True)
    with checked.open("rb") as source, archive.create(copy) as stream:
        shutil.copyfileobj(source, stream)
        archive.sync(stream)
    return copy


def _put_in_place(unpacked: Path, database: Path, current: Settings) -> None:
    """The database last: until it is there, the site is empty rather than half."""
    for folder in unpacked.rglob("*/"):
        _sync_folder(folder)
    with suppress(FileNotFoundError):
        (unpacked / MEDIA).rename(current.data_dir / MEDIA)
    (unpacked / SECRETS).rename(current.data_dir / keys.FILE_NAME)
    database.rename(_file(current))
    for folder in (current.data_dir, _file(current).parent):
        _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _plain_faults() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OperatorError(f"{error.filename} cannot be read or written: {error.strerror}.") from error
