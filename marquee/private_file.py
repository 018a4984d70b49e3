"""Files that only their owner may read, replaced as a whole, by one process after the other."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def replace(path: Path, content: bytes) -> None:
    """Replace a file as a whole, also in case of a power failure; its name lasts where the folder is `locked`.

    Raises OSError, which names it.
    """
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The block is this process's turn to change files of the folder, whose names last when it ends. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
        os.fsync(handle)
    finally:
        os.close(handle)
