"""Locks on an open database: shared by each `Database`, exclusive for a restore. A dead process loses its lock."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from marquee.errors import OperatorError
from marquee.ownership import unusable

SUFFIX = ".open"


def share(database: Path) -> IO[str]:
    """Lock the database until the file is closed. Raises OperatorError while a backup is being restored to it."""
    try:
        lock = os.fdopen(open_private(_file(database)), "a")
    except OSError as error:
        raise unusable(error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise OperatorError(f"A backup is being restored to {database}. Try again when it is done.") from None
    return lock


@contextmanager
def exclusive(database: Path) -> Iterator[None]:
    """Within the block no other process has the database open or can open it. Raises OperatorError if one has."""
    with os.fdopen(open_private(_file(database)), "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperatorError(f"The database {database} is in use. Stop the site first.") from None
        yield


def open_private(path: Path) -> int:
    """Open a lock file, which is created if it is missing. Whoever can read one can hold it, so only its owner can."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.fstat(file).st_mode & 0o077:
        with suppress(PermissionError):  # another user's: it is theirs to close
            os.fchmod(file, 0o600)
    return file


def _file(database: Path) -> Path:
    return database.with_name(database.name + SUFFIX)
