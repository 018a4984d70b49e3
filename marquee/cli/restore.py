"""`marquee restore`: restores a backup of a stopped site. Everything is checked first.

Nothing that was there is lost: it is moved aside.
"""

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import click

from marquee import clock
from marquee.auth.secrets import secrets_file
from marquee.cli import backup_file, copying, schema_upgrade, verified_backup
from marquee.cli.backup_file import DATABASE, MEDIA, SECRETS
from marquee.cli.database_mark import MARKS, note_database
from marquee.cli.options import data_dir_option, load_settings
from marquee.cli.verified_backup import file_errors
from marquee.db import commit_counter, locks
from marquee.db.database import Database
from marquee.db.open_database import SQLITE_PREFIX, describe, open_database, sqlite_path
from marquee.db.sqlite import write_lock
from marquee.domain.schema import upgrade_schema
from marquee.errors import OperatorError
from marquee.settings import Settings, kept
from marquee.storage.store import sync_folder

ASIDE = "replaced-"
KEPT = "marquee-backup.tar"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Move the data folder's content aside first, and say where to.")
@data_dir_option
def restore(file: Path, replace: bool) -> None:
    """Verify a backup FILE and restore it. The site must be stopped."""
    current = load_settings()
    for aside in restore_backup(current, file, replace=replace):
        click.echo(f"The previous content is in {aside}")
    click.echo(f"Restored {file}")
    if not kept.read(current.data_dir):
        click.echo("A backup has no settings, such as the site's address: marquee setup asks for them.")


class Target(Protocol):
    """The database that is replaced: a file, or the tables of a server."""

    def alone(self) -> AbstractContextManager[None]:
        """Keeps others from using it. Raises OperatorError if it is in use."""

    def files(self) -> set[Path]:
        """The files of the database, if it has any."""

    def is_empty(self) -> bool:
        """Whether it has no rows that a restore would replace, apart from those in its files."""

    def keep(self, folder: Path) -> None:
        """Save its rows to a folder, unless they are in files, which are moved there anyway."""

    def put(self, checked: Path) -> None:
        """Replace it by the database of a backup."""


def restore_backup(current: Settings, file: Path, *, replace: bool) -> list[Path]:
    """Restore a backup, and return the folders to which the previous content was moved. Raises OperatorError."""
    path = sqlite_path(current.database_url)
    target: Target = _Tables(current) if path is None else _File(path)
    with file_errors():
        with file.open("rb") as stream:
            backup_file.check_whole(stream, file)
        secrets_file.make_data_dir(current.data_dir)
        with target.alone():
            old = _existing_files(current.data_dir, target)
            if not replace:
                _refuse_existing(current, old, target)
            with TemporaryDirectory(prefix="restoring-", dir=current.data_dir) as name:
                verified_backup.unpack_checked(file, Path(name), with_media=True)
                aside = _move_aside(current.data_dir, old, target)
                _put_in_place(Path(name), target, current.data_dir)
            note_database(current)
    return aside


def _refuse_existing(current: Settings, old: set[Path], target: Target) -> None:
    """Raises OperatorError, which names the folder or the database, where there is something to replace."""
    if any(path.parent == current.data_dir for path in old):
        raise OperatorError(f"{current.data_dir} is not empty. With --replace, its content is moved aside first.")
    if old or not target.is_empty():
        where = describe(current.database_url)
        raise OperatorError(f"A site is in {where} already. With --replace, it is moved aside first.")


def _existing_files(data_dir: Path, target: Target) -> set[Path]:
    """The existing files of the site, except locks, settings, backups, and what earlier restores moved aside."""
    beside = (write_lock.LOCK, write_lock.GATE, locks.SUFFIX, commit_counter.SUFFIX)
    here = {
        path
        for path in data_dir.iterdir()
        if not path.name.startswith((ASIDE, schema_upgrade.FOLDER, *MARKS, kept.FILE_NAME))
        and path.suffix not in beside
    }
    return here | {path for path in target.files() if path.exists()}


def _move_aside(data_dir: Path, old: set[Path], target: Target) -> list[Path]:
    """Moves files to a new folder beside each, on the same file system, so that nothing is copied."""
    name = ASIDE + clock.now().strftime("%Y%m%dT%H%M%S.%fZ")
    is_empty = target.is_empty()
    folders = sorted({path.parent / name for path in old} | (set() if is_empty else {data_dir / name}))
    for folder in folders:
        folder.mkdir(mode=0o700)
    if not is_empty:
        target.keep(data_dir / name)
    for path in old:
        path.rename(path.parent / name / path.name)
    return folders


def _put_in_place(unpacked: Path, target: Target, data_dir: Path) -> None:
    """Moves the database last: until then, the site is empty rather than half restored."""
    for folder in unpacked.rglob("*/"):
        sync_folder(folder)
    with suppress(FileNotFoundError):
        (unpacked / MEDIA).rename(data_dir / MEDIA)
    (unpacked / SECRETS).rename(data_dir / secrets_file.FILE_NAME)
    sync_folder(data_dir)
    target.put(unpacked / DATABASE)


class _File:
    """SQLite: the checked file replaces the database's."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def alone(self) -> AbstractContextManager[None]:
        secrets_file.make_data_dir(self.path.parent)
        return locks.exclusive(self.path)

    def files(self) -> set[Path]:
        return {self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal", "-shm")}

    def is_empty(self) -> bool:
        return True  # but for its files

    def keep(self, folder: Path) -> None:
        """Does nothing: the files are moved."""

    def put(self, checked: Path) -> None:
        self._beside(checked).rename(self.path)
        sync_folder(self.path.parent)

    def _beside(self, checked: Path) -> Path:
        """The checked database on the file system of its target, so that a rename can replace it."""
        if checked.stat().st_dev == self.path.parent.stat().st_dev:
            return checked
        copy = self.path.with_name(self.path.name + ".restoring")
        copy.unlink(missing_ok=True)
        with checked.open("rb") as source, backup_file.create(copy) as stream:
            shutil.copyfileobj(source, stream)
            backup_file.sync(stream)
        return copy


class _Tables:
    """PostgreSQL: the rows of the checked file replace those in the tables, in one transaction."""

    def __init__(self, current: Settings) -> None:
        self.current = current

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._open() as database:
            database.require_unused()
            database.write_now(upgrade_schema)
        yield

    def files(self) -> set[Path]:
        return set()

    def is_empty(self) -> bool:
        with self._open() as database:
            return database.write_now(copying.is_empty)

    def keep(self, folder: Path) -> None:
        verified_backup.write_backup(self.current, folder / KEPT, any_secrets=True)

    def put(self, checked: Path) -> None:
        with self._open() as database, closing(open_database(f"{SQLITE_PREFIX}{checked}")) as source:
            source.write_now(upgrade_schema)
            copying.copy_rows(source, database, replace=True)

    def _open(self) -> "closing[Database]":
        return closing(open_database(self.current.database_url))
