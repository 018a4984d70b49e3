"""The secrets of a running server: read anew when their file changes, so that a rotation needs no restart."""

import logging
from pathlib import Path
from time import monotonic

from marquee.auth import keys
from marquee.auth.keys import Keys
from marquee.errors import OperatorError

LOOK_EVERY_S = 1.0

_Signature = tuple[int, int, int] | None

log = logging.getLogger("marquee")


class KeyRing:
    """The secrets of a data folder as they are now. `look_every_s` says how often the file is looked at, at most."""

    def __init__(self, data_dir: Path, look_every_s: float = LOOK_EVERY_S) -> None:
        self._path = data_dir / keys.FILE_NAME
        self._look_every_s = look_every_s
        self._held = keys.load_or_create(data_dir)
        self._seen = _signature(self._path)
        self._looked_at = monotonic()

    def current(self) -> Keys:
        """The newest good secrets: a damaged or missing file changes nothing, and is said once."""
        now = monotonic()
        if now - self._looked_at >= self._look_every_s:
            self._looked_at = now
            self._look()
        return self._held

    def _look(self) -> None:
        found = _signature(self._path)
        if found == self._seen:
            return
        self._seen = found
        try:
            self._held = keys.read(self._path)
        except (OperatorError, OSError) as error:
            log.error("secrets cannot be read: the former ones stay in use", extra={"reason": str(error)})  # noqa: TRY400
        else:
            log.info("secrets read anew")


def _signature(path: Path) -> _Signature:
    """What differs after the file was replaced or written to; None while it is missing."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
