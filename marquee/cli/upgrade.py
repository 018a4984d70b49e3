"""The upgrade of a site's database to this version: only after a verified backup, and with a way back."""

import logging
import os
import shutil
from pathlib import Path

from marquee import clock
from marquee.cli import backup
from marquee.cli.backup_file import MEDIA
from marquee.cli.options import note_database
from marquee.db.database import Database
from marquee.db.migrations import revision_before_upgrade
from marquee.db.open_database import sqlite_path
from marquee.domain.schema import upgrade_schema
from marquee.errors import OperatorError
from marquee.settings import Settings

FOLDER = "backups"
ROOM = 3
"""A backup needs its database as a snapshot, in the archive, and once more to be checked."""

log = logging.getLogger("marquee")


def upgrade(current: Settings, database: Database) -> None:
    """Bring the database up to date; one with an older schema is backed up first, into `backups/` of the data folder.

    Raises OperatorError, and nothing is changed, where there is no room for the backup or it cannot be made.
    """
    if revision := database.read_now(revision_before_upgrade):
        _back_up(current, revision)
    database.write_now(upgrade_schema)
    note_database(current)


def _back_up(current: Settings, revision: str) -> None:
    folder = current.data_dir / FOLDER
    with backup.file_errors():
        folder.mkdir(mode=0o700, exist_ok=True)
        needed, free = _needed(current), shutil.disk_usage(folder).free
    if free < needed:
        raise OperatorError(
            f"The database has to be upgraded, and {folder} has no room for the backup that is made before: "
            f"it needs {_megabytes(needed)}, and {_megabytes(free)} are free. Make room, or make {FOLDER} a link to a "
            "folder on another disk."
        )
    file = folder / f"before-upgrade-{revision}-{clock.now():%Y%m%dT%H%M%S}.tar"
    backup.write_backup(current, file)
    way_back = f"stop the site, install the former version, and run: marquee restore --replace {file}"
    log.info("backed up, the database is being upgraded", extra={"backup": file, "way_back": way_back})


def _needed(current: Settings) -> int:
    """Bytes. The size of a database on PostgreSQL is not known here; it is checked while it is written."""
    path = sqlite_path(current.database_url)
    size = sum(_size(path.with_name(path.name + end)) for end in ("", "-wal")) if path else 0
    media = (Path(folder) / name for folder, _, names in os.walk(current.data_dir / MEDIA) for name in names)
    return ROOM * size + sum(map(_size, media))


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _megabytes(size: int) -> str:
    return f"{max(1, round(size / 1e6)):,} MB"
