"""The version of everything that kept responses depend on: the data, the quarter of an hour and the API keys."""

from collections.abc import Callable

from marquee import clock
from marquee.db.database import Database

LOOK_EVERY_S = 0.05
QUARTER_S = 15 * 60


class CacheVersion:
    """A number that differs after anything has changed that a kept response depends on. Every response asks for it.

    "Upcoming" changes without any write, when it is 05:00 where an event is, and "today" at midnight: each at the
    beginning of a quarter of an hour, in every time zone. Pages carry the publishable key, and reads need it. The
    database is asked each time, the clock as soon as a quarter begins, and `keys`, which returns another object after
    a rotation, every `look_every_s` seconds.
    """

    def __init__(
        self,
        database: Database,
        keys: Callable[[], object],
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._database, self._keys = database, keys
        self._look_every_s = look_every_s
        self._quarter, self._current_keys = _quarter(), keys()
        self._looked_at = self._look_at = 0.0
        self._changes = 0

    def __call__(self) -> int:
        if not self._looked_at <= clock.seconds() < self._look_at:
            self._look()
        return self._database.version() + self._changes

    def _look(self) -> None:
        quarter, keys = _quarter(), self._keys()
        if quarter != self._quarter or keys is not self._current_keys:
            self._quarter, self._current_keys = quarter, keys
            self._changes += 1
        self._looked_at = clock.seconds()
        self._look_at = min(self._looked_at + self._look_every_s, (quarter + 1) * QUARTER_S)


def _quarter() -> int:
    """Counted from 1970."""
    return int(clock.seconds() // QUARTER_S)
