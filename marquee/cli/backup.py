"""`marquee backup`: saves a running site in a file, or in the folder for backups, where the old ones go."""

import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from marquee import clock
from marquee.cli.options import data_dir_option, load_settings
from marquee.cli.schema_upgrade import FOLDER
from marquee.cli.verified_backup import file_errors, write_backup
from marquee.settings import Settings

KEPT_FOR, KEPT_AT_LEAST = timedelta(days=30), 7
LEFT_FOR = timedelta(days=1)
"""A backup that is being made is younger."""
NAME = "marquee-%Y%m%dT%H%M%SZ.tar"


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@data_dir_option
def backup(file: Path | None) -> None:
    """Back up the database, the media and the secrets to a new FILE. The site may be running.

    Without FILE, the backup is a new file in the folder of MARQUEE_BACKUPS, where old ones of its own are deleted.
    The file is read back and verified. Keep it private: it contains the secrets.
    """
    current = load_settings()
    if file:
        click.echo(write_backup(current, file))
    elif current.backups:
        click.echo(back_up(current, current.backups))
    else:
        raise click.UsageError("Name a file, or set MARQUEE_BACKUPS to the folder for backups.")


def back_up(current: Settings, folder: Path) -> str:
    """Write a new backup there, delete those older than 30 days, and return a summary. Raises OperatorError."""
    with file_errors():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    said = write_backup(current, folder / clock.now().astimezone(UTC).strftime(NAME))
    with file_errors():
        _delete_old(folder)
    return said


def unfit(current: Settings, folder: Path) -> str | None:
    """Why a folder is none for backups, in a sentence; None for one that is."""
    data_dir, target = current.data_dir.resolve(), folder.resolve()
    if not folder.is_absolute():
        return f"{folder} does not begin with /, so it is in whichever folder a command runs in."
    if target.is_relative_to(data_dir) and not target.is_relative_to(data_dir / FOLDER):
        return f"{folder} is in the data folder, where a restore leaves only {FOLDER}/ in place."
    with suppress(PermissionError):  # whoever may not look cannot tell
        if folder.exists() and not folder.is_dir():
            return f"{folder} is not a folder."
    return None


def backups(folder: Path) -> dict[Path, datetime]:
    """The backups of a folder by when they were made, as their names say; other files are nobody's. Raises OSError."""
    files = [file for file in folder.iterdir() if file.is_file() and not file.is_symlink()] if folder.is_dir() else []
    found = {file: _made_at(file.name) for file in files if file.stat().st_size}
    return {file: made_at for file, made_at in found.items() if made_at}


def _delete_old(folder: Path) -> None:
    """Delete old backups, but never the newest few, whatever the clock says, and what killed ones have left behind."""
    made = sorted(backups(folder).items(), key=lambda each: each[1])
    for file, made_at in made[:-KEPT_AT_LEAST]:
        if made_at < clock.now() - KEPT_FOR:
            file.unlink()
    for left in folder.glob(".marquee-*.tar.*/"):
        if left.stat().st_mtime < (clock.now() - LEFT_FOR).timestamp():
            shutil.rmtree(left, ignore_errors=True)


def _made_at(name: str) -> datetime | None:
    try:
        made_at = datetime.strptime(name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return made_at if made_at.strftime(NAME) == name else None  # its reading is lenient
