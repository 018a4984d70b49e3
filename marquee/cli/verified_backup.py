"""Backups: a running site in one file, with its database, media and secrets, read back and verified.

`backup_file` defines its format, and `restore` restores it. It contains a SQLite database, whichever database
the site uses.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from marquee import clock
from marquee.auth.secrets import secrets_file
from marquee.auth.secrets.fingerprint import fingerprint, own_keys
from marquee.auth.secrets.keys import Keys
from marquee.cli import backup_file
from marquee.cli.backup_file import DATABASE, MEDIA, SECRETS, Damaged, Manifest
from marquee.cli.copying import copy_as_it_is
from marquee.db import integrity, locks
from marquee.db.migrations import VERSION_TABLE, known
from marquee.db.open_database import SQLITE_PREFIX, describe, open_database, sqlite_path
from marquee.db.sqlite.connection import DriverError, connect
from marquee.domain.tables import site_secrets
from marquee.errors import OperatorError
from marquee.ownership import unusable
from marquee.settings import Settings
from marquee.storage.store import INCOMING, sync_folder

UNVERIFIED = "unverified"


def write_backup(current: Settings, file: Path, *, any_secrets: bool = False) -> str:
    """Write a backup and return a summary. Raises OperatorError; `file` is then not there, and never incomplete.

    With `any_secrets`, a database without its own is saved with those that there are: a restore makes them its own.
    """
    with file_errors(), _kept_open(current):
        _refuse_existing(file)
        if (current.data_dir / MEDIA).resolve() in file.resolve().parents:
            raise OperatorError(f"{file} is in the media folder, where anyone could download it.")
        with TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as name:
            manifest = _write_checked(current, Path(name), any_secrets)
            rows = _count_rows(Path(name) / "checked" / DATABASE)
            _refuse_existing(file)
            (Path(name) / UNVERIFIED).rename(file)
        sync_folder(file.parent)
    pictures = len(manifest.members) - 2
    size, of = f"{file.stat().st_size:,} bytes", describe(current.database_url)
    return f"Saved and verified: {file} ({size}, media files: {pictures}, {rows:,} rows of {of})"


def _kept_open(current: Settings) -> AbstractContextManager[object]:
    """Keeps the database from being replaced by a restore in the meantime."""
    path = sqlite_path(current.database_url)
    if path is None:
        return nullcontext()
    if not path.is_file():
        raise OperatorError(f"There is no database at {path}.")
    return closing(locks.share(path))


def _write_checked(current: Settings, work: Path, any_secrets: bool) -> Manifest:
    snapshot = work / "snapshot"
    backup_file.create(snapshot).close()  # for its owner only; SQLite takes an empty file as a new database
    if path := sqlite_path(current.database_url):
        _snapshot(path, snapshot)
    else:
        _copy(current.database_url, snapshot)
    schema = _value(snapshot, VERSION_TABLE, "version_num")
    if schema is None:
        raise OperatorError(f"There is no site in {describe(current.database_url)}.")
    if any_secrets:
        _forget_others(snapshot, secrets_file.load_or_create(current.data_dir))
    own_keys(_fingerprint(snapshot), current.data_dir)
    backup_file.write(work / UNVERIFIED, schema, clock.timestamp(), _members(current, snapshot))
    try:
        return unpack_checked(work / UNVERIFIED, work / "checked", with_media=False)
    except Damaged as error:  # better now than on the day the backup is needed
        raise OperatorError(f"No backup was made: {error.why}.") from error


def _refuse_existing(file: Path) -> None:
    if file.is_symlink() or file.exists():
        raise OperatorError(f"{file} already exists, and a backup never overwrites a file.")


def _snapshot(database: Path, target: Path) -> None:
    """Copies the last committed state in one read transaction. In WAL mode, no writer waits for it."""
    try:
        with closing(connect(database)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except DriverError as error:
        raise OperatorError(f"No backup was made: {error}.") from error


def _copy(url: str, target: Path) -> None:
    with closing(open_database(url)) as database, closing(open_database(f"{SQLITE_PREFIX}{target}")) as snapshot:
        copy_as_it_is(database, snapshot)


def _members(current: Settings, snapshot: Path) -> Iterator[tuple[str, Path]]:
    """The members. The media come after the snapshot, so that every picture that its rows name exists."""
    yield DATABASE, snapshot
    yield SECRETS, current.data_dir / secrets_file.FILE_NAME
    media = current.data_dir / MEDIA
    for folder, folders, names in os.walk(media):
        folders[:] = sorted(name for name in folders if name != INCOMING)
        for path in (Path(folder) / name for name in sorted(names)):
            if path.is_file() and not path.is_symlink():  # the site itself serves nothing else
                yield f"{MEDIA}/{_utf8_name(path.relative_to(media))}", path


def _utf8_name(path: Path) -> str:
    name = path.as_posix()
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise OperatorError(f"No backup was made: the name of a media file is not UTF-8 text: {name!r}.")
    return name


def unpack_checked(file: Path, folder: Path, *, with_media: bool) -> Manifest:
    """Unpack a backup and check everything in it: the file, the schema, the secrets and the database."""
    manifest = backup_file.unpack(file, folder, with_media=with_media)
    if manifest.schema not in known():
        raise OperatorError(f"{file} needs a newer version of Marquee: its schema is {manifest.schema}.")
    try:
        keys = secrets_file.read(folder / SECRETS)
    except OperatorError as error:
        raise Damaged(file, "its secrets cannot be used") from error
    try:
        fault = _fault(folder / DATABASE, manifest.schema, keys)
    except DriverError as error:
        raise Damaged(file, f"its database cannot be read ({error})") from error
    if fault:
        raise Damaged(file, fault)
    return manifest


def _count_rows(database: Path) -> int:
    with closing(connect(database)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return sum(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in names)  # noqa: S608


def _fault(database: Path, schema: str, keys: Keys) -> str | None:
    if _value(database, VERSION_TABLE, "version_num") != schema:
        return "its database does not have the schema it claims"
    if found := integrity.fault(database):
        return f"its database is broken ({found})"
    with closing(connect(database)) as connection:
        if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
            return f"a row of {broken[0]} refers to one of {broken[2]} that is missing"
    if _fingerprint(database) not in (None, fingerprint(keys)):
        return "its secrets are not those of its database"
    return None


def _fingerprint(database: Path) -> str | None:
    """Of the secrets of a database, as far as it knows them."""
    return _value(database, site_secrets.name, "fingerprint")


def _value(database: Path, table: str, column: str) -> str | None:
    """What a table of one row says; None if that is not there, or the table is not."""
    with closing(connect(database)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
            return None
        row = connection.execute(f"SELECT {column} FROM {table}").fetchone()  # noqa: S608 - both are ours
    return row[0] if row else None


def _forget_others(database: Path, keys: Keys) -> None:
    with closing(connect(database)) as connection:
        connection.execute("DELETE FROM site_secrets WHERE fingerprint != ?", (fingerprint(keys),))
        connection.commit()


@contextmanager
def file_errors() -> Iterator[None]:
    """Raises OperatorError if a file cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise unusable(error) from error
