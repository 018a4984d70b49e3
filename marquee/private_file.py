"""Files that only their owner may read, replaced as a whole."""

import os
from pathlib import Path


def replace(path: Path, content: bytes) -> None:
    """Replace a file atomically, also in case of a power failure. Raises OSError."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
