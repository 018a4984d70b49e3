"""What the machine gives to the site: its folder, its disk, its clock."""

import os
import shlex
import shutil
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select, type_coerce

from marquee import clock
from marquee.cli.doctor.finding import Finding, error, ok, warning
from marquee.cli.schema_upgrade import free_for_backup, megabytes, room_for_backup
from marquee.db.column_types import POSTGRESQL, Timestamp
from marquee.db.database import Database
from marquee.db.open_database import sqlite_path
from marquee.domain.tables import music_changes
from marquee.settings import Settings

LEAST_FREE = 100_000_000
"""Bytes: some pictures, and the log of the database."""
TOLERANCE = timedelta(seconds=10)


def folder(current: Settings) -> Finding:
    """Whether the data folder is there, ours, and closed to others."""
    path = current.data_dir
    if not path.is_dir():
        return error(f"There is no data folder {path}.", "Name it with --data-dir, or begin with: marquee setup")
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        return error(f"The data folder {path} cannot be written to.", "Run the command as the user of the service.")
    if path.stat().st_mode & 0o077:
        advice = f"Run: chmod 700 {shlex.quote(str(path))}"
        return warning(f"Other users of this machine can enter the data folder {path}.", advice)
    return ok(f"The data folder is {path}.")


def disk(current: Settings) -> Finding:
    """Whether there is room to go on, and for the backup before an upgrade, as far as it is known without a server."""
    path = sqlite_path(current.database_url)
    folders = [current.data_dir, path.parent] if path else [current.data_dir]
    free, needed = min(shutil.disk_usage(each).free for each in folders), room_for_backup(current, None)
    said = f"{megabytes(free)} are free for {current.data_dir}"
    if free < LEAST_FREE:
        return error(f"No more than {said}.", "Make room: a site whose disk is full saves nothing.")
    if (free_there := free_for_backup(current)) < needed:
        backup = f"{megabytes(free_there)} are free for the backup before an upgrade, which needs {megabytes(needed)}"
        return warning(f"{backup}.", "Make room before the next upgrade.")
    return ok(f"{said}.")


def time(_current: Settings, database: Database) -> Finding:
    """Whether the clock is behind what has happened, or is not that of the database's server."""
    now, (newest, theirs) = clock.now(), database.read_now(_times)
    said = f"The clock says {clock.timestamp(now)}"
    advice = "Set it, and keep it synchronised: timedatectl set-ntp true"
    if newest and newest > now + TOLERANCE:
        return error(f"{said}, and the last change was at {clock.timestamp(newest)}.", advice)
    if theirs and abs(theirs - now) > TOLERANCE:
        return warning(f"{said}, and that of PostgreSQL {clock.timestamp(theirs)}.", advice)
    return ok(f"{said}.")


def _times(connection: Connection) -> tuple[datetime | None, datetime | None]:
    """When the last change was, and what time it is for the database, if that has a clock of its own."""
    newest = connection.execute(select(func.max(music_changes.c.at))).scalar()
    theirs = (
        connection.execute(select(type_coerce(func.now(), Timestamp))).scalar_one()
        if connection.dialect.name == POSTGRESQL
        else None
    )
    return datetime.fromisoformat(newest) if newest else None, datetime.fromisoformat(theirs) if theirs else None
