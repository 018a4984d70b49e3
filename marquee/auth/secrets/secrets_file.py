"""The file of the generated secrets, in the data folder: created at the first start, readable by its owner only."""

import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm

from marquee import private_file
from marquee.auth.secrets.keys import Content, Keys, checked, generate, without_expired
from marquee.errors import OperatorError
from marquee.ownership import of_somebody_else, remedy, unusable
from marquee.settings.database_url import DATABASE_NAME

FILE_NAME = "secrets.json"

log = logging.getLogger("marquee")


def load_or_create(data_dir: Path) -> Keys:
    """The secrets of a data folder, created at the first call. Processes that start together get the same ones.

    Raises OperatorError when the file is damaged or readable by others.
    """
    return change(data_dir, without_expired)


def read(path: Path) -> Keys:
    """The secrets of a file. Raises OperatorError when it is damaged or readable by others."""
    return checked(_decoded(path))


def change(data_dir: Path, changed: Callable[[Content], Content]) -> Keys:
    """Replace the content of the file by `changed` of it, one process after the other. Raises OperatorError."""
    make_data_dir(data_dir)
    path = data_dir / FILE_NAME
    try:
        with private_file.locked(data_dir):
            old = _decoded(path) if path.exists() else None
            new = changed(old or generate())
            if new != old:
                private_file.replace(path, msgspec.json.format(msgspec.json.encode(new), indent=2) + b"\n")
            return checked(new)
    except OSError as error:
        raise unusable(error) from error


def make_data_dir(data_dir: Path) -> None:
    """Create the data folder if it is missing, and close it to other users: whoever can enter it can hold its locks.

    Only a folder that is empty, or already a site's, is closed; any other may be shared for a reason. Raises
    OperatorError.
    """
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = data_dir.stat()
        if not status.st_mode & 0o077:
            return
        names = {path.name for path in data_dir.iterdir()}
        is_ours = not names or bool(names & {FILE_NAME, DATABASE_NAME})
        if is_ours and status.st_uid != os.geteuid():
            raise of_somebody_else(data_dir, status.st_uid)
        if not is_ours:
            raise OperatorError(
                f"Other users of this machine can enter the data folder {data_dir}. "
                f"Choose one of its own, or run: chmod 700 {data_dir}"
            )
        data_dir.chmod(stat.S_IMODE(status.st_mode) & 0o700)
    except OSError as error:
        said = f"The data folder {data_dir} cannot be created: {error.strerror}.{remedy(data_dir)}"
        raise OperatorError(said) from error
    log.warning("the data folder was open to other users of this machine, now it is not", extra={"folder": data_dir})


def _decoded(path: Path) -> Content:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise OperatorError(f"Other users of this machine can read the secrets in {path}. Run: chmod 600 {path}")
    try:
        content = msgspec.json.decode(path.read_bytes(), type=Content)
        checked(content)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise OperatorError(f"The secrets in {path} are damaged; restore the file from a backup.") from error
    return content
