"""The secrets of a running server, reloaded when their file changes, so that a rotation needs no restart."""

import logging
from pathlib import Path
from time import monotonic

from marquee.auth.secrets import secrets_file
from marquee.auth.secrets.keys import Keys
from marquee.errors import OperatorError

LOOK_EVERY_S = 1.0

_Signature = tuple[int, int, int] | None

log = logging.getLogger("marquee")


class KeyRing:
    """The current secrets of a data folder. The file is checked for changes every `LOOK_EVERY_S` at most."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / secrets_file.FILE_NAME
        self._keys = secrets_file.load_or_create(data_dir)
        self._signature = _signature(self._path)
        self._checked_at = monotonic()

    def current(self) -> Keys:
        """The newest valid secrets. A damaged or missing file changes nothing, and is logged once."""
        now = monotonic()
        if now - self._checked_at >= LOOK_EVERY_S:
            self._checked_at = now
            self._reload_if_changed()
        return self._keys

    def _reload_if_changed(self) -> None:
        signature = _signature(self._path)
        if signature == self._signature:
            return
        self._signature = signature
        try:
            self._keys = secrets_file.read(self._path)
        except (OperatorError, OSError) as error:
            log.error("secrets cannot be read, the previous ones stay in use", extra={"reason": str(error)})  # noqa: TRY400
        else:
            log.info("secrets reloaded")


def _signature(path: Path) -> _Signature:
    """A value that changes when the file is replaced or written to; None while it is missing."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
