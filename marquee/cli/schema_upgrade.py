"""The upgrade of a site's database to this version: only after a verified backup, and with a way back."""

import logging
import os
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, text

from marquee import clock
from marquee.auth.secrets import secrets_file
from marquee.cli.backup_file import MEDIA
from marquee.cli.database_mark import note_database
from marquee.cli.verified_backup import file_errors, write_backup
from marquee.db.database import Database
from marquee.db.migrations import revision_before_upgrade
from marquee.db.open_database import sqlite_path
from marquee.domain.schema import TABLES, upgrade_schema
from marquee.errors import OperatorError
from marquee.settings import Settings

FOLDER = "backups"
ROOM = 3
"""A backup needs its database as a snapshot, in the archive, and once more to be checked."""

log = logging.getLogger("marquee")


class PlannedBackup(NamedTuple):
    """The backup that is made before: its file, and how many bytes it needs meanwhile and finds."""

    file: Path
    needed: int
    free: int
    data_dir: Path
    is_of_sqlite: bool

    @property
    def way_back(self) -> str:
        """The former version can neither use nor empty the tables of a newer schema: on a server it needs others."""
        new = "" if self.is_of_sqlite else ", make an empty database, set MARQUEE_DATABASE_URL to it"
        folder, file = (shlex.quote(str(path)) for path in (self.data_dir, self.file))
        restore = f"marquee --data-dir {folder} restore --replace {file}"
        return f"stop the site, install the former version{new}, and run: {restore}"


def upgrade_database(current: Settings, database: Database) -> PlannedBackup | None:
    """Bring the database up to date; one with an older schema is backed up first, into `backups/` of the data folder.

    Raises OperatorError, and nothing is changed, where there is no room for the backup or it cannot be made.
    """
    backup = None
    secrets_file.make_data_dir(current.data_dir)
    if revision := database.read_now(revision_before_upgrade):
        backup = planned_backup(current, database, revision)
        require_room(backup)
        with file_errors():
            backup.file.parent.mkdir(mode=0o700, exist_ok=True)
        write_backup(current, backup.file)
        log.info(
            "backed up, the database is being upgraded", extra={"backup": backup.file, "way_back": backup.way_back}
        )
    database.write_now(upgrade_schema)
    note_database(current)
    return backup


def planned_backup(current: Settings, database: Database, revision: str) -> PlannedBackup:
    """The backup of a schema of that revision, if it were made now. Raises OperatorError."""
    with file_errors():
        free, needed = free_for_backup(current), room_for_backup(current, database)
    # Two servers of one site may begin in the same second.
    file = current.data_dir / FOLDER / f"before-upgrade-{revision}-{clock.now():%Y%m%dT%H%M%S.%f}.tar"
    return PlannedBackup(file, needed, free, current.data_dir, sqlite_path(current.database_url) is not None)


def free_for_backup(current: Settings) -> int:
    """Bytes on the disk of the folder for backups, which may be a link. Raises OSError."""
    folder = current.data_dir / FOLDER
    return shutil.disk_usage(folder if folder.exists() else current.data_dir).free


def require_room(backup: PlannedBackup) -> None:
    """Raises OperatorError if the disk is too small for the backup."""
    if backup.free < backup.needed:
        raise OperatorError(
            f"The database has to be upgraded, and {backup.file.parent} has no room for the backup that is made "
            f"before: it needs {megabytes(backup.needed)}, and {megabytes(backup.free)} are free. Make room, or make "
            f"{FOLDER} a link to a folder on another disk."
        )


def room_for_backup(current: Settings, database: Database | None) -> int:
    """Bytes that a backup needs while it is made: of the pictures, and of three copies of the database.

    Without `database`, one on a server is not counted.
    """
    path, size = sqlite_path(current.database_url), 0
    if path:
        size = sum(_size(path.with_name(path.name + end)) for end in ("", "-wal"))
    elif database:
        size = database.read_now(_on_server)
    media = (Path(folder) / name for folder, _, names in os.walk(current.data_dir / MEDIA) for name in names)
    return ROOM * size + sum(map(_size, media))


def _on_server(connection: Connection) -> int:
    """Bytes of the site's tables on PostgreSQL, as far as they are there, without their indexes."""
    sizes = "SELECT coalesce(sum(pg_table_size(to_regclass(name))), 0) FROM unnest(cast(:names AS text[])) AS name"
    return int(connection.execute(text(sizes), {"names": list(TABLES)}).scalar_one())


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def megabytes(size: int) -> str:
    """A number of bytes, for people."""
    return f"{max(1, round(size / 1e6)):,} MB"
