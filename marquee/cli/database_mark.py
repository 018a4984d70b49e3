"""What a data folder remembers of its site's database, so that no command takes another or a new one for it."""

import os
from pathlib import Path

from marquee.cli.backup_file import MEDIA
from marquee.db.open_database import sqlite_path
from marquee.domain.pictures import BUCKET
from marquee.settings import Settings

ON_POSTGRESQL, ON_SQLITE = "on-postgresql", "on-sqlite"
MARKS = (ON_POSTGRESQL, ON_SQLITE)
"""Files of the data folder; one of them is there once the site has a database."""


def note_database(current: Settings) -> None:
    """Note which kind of database the site has."""
    is_sqlite = sqlite_path(current.database_url) is not None
    mark, other = (ON_SQLITE, ON_POSTGRESQL) if is_sqlite else (ON_POSTGRESQL, ON_SQLITE)
    (current.data_dir / mark).touch(mode=0o600)
    (current.data_dir / other).unlink(missing_ok=True)


def had_database(data_dir: Path) -> bool:
    """Whether a site has been here. Secrets, settings and files for the press may come before its first start."""
    is_noted = any((data_dir / mark).exists() for mark in MARKS)
    return is_noted or any(names for _, _, names in os.walk(data_dir / MEDIA / BUCKET))  # of before there were marks
