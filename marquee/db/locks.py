"""Who has a database open: every `Database` for as long as it lives, a restore alone. The kernel forgets the dead."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from marquee.errors import OperatorError

SUFFIX = ".open"


def share(database: Path) -> IO[str]:
    """Held until closed. Raises OperatorError while a backup is restored there."""
    try:
        lock = _file(database).open("a")
    except OSError as error:
        raise OperatorError(f"The database {database} cannot be opened: {error.strerror}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise OperatorError(f"A backup is being restored to {database}. Try again when it is done.") from None
    return lock


@contextmanager
def exclusive(database: Path) -> Iterator[None]:
    """Nobody has it open and nobody can open it meanwhile. Raises OperatorError when somebody has."""
    with _file(database).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperatorError(f"The database {database} is in use. Stop the site first.") from None
        yield


def _file(database: Path) -> Path:
    return database.with_name(database.name + SUFFIX)
