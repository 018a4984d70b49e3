"""The version of everything that kept responses depend on: the data, its announcements, the time and the API keys."""

from collections.abc import Callable
from math import inf

from marquee import clock
from marquee.db.database import Database
from marquee.domain.times.announcements import next_announcement

LOOK_EVERY_S = 0.05
QUARTER_S = 15 * 60
LOOKS = 3


class CacheVersion:
    """A number that differs after anything has changed that a kept response depends on. Every response asks for it.

    "Upcoming" changes without any write, when it is 05:00 where an event is, and "today" at midnight: each at the
    beginning of a quarter of an hour, in every time zone. What is announced for later changes at its moment, which
    `look_ahead` learns before anything is made of the data. Pages carry the publishable key, and reads need it. The
    database is asked each time, the clock as soon as such a moment comes, and `keys`, which returns another object
    after a rotation, every `look_every_s` seconds.
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
        self._known_ahead: int | None = None
        self._announced_at = inf

    async def look_ahead(self) -> int:
        """The version, as soon as it is known which announcement will end it: nothing is made of the data before.

        A database that does not hear of commits has another version each time. What is kept under the last one is never
        found again, which is as it should be then.
        """
        for _ in range(LOOKS):
            version, data = self(), self._database.version()
            if data == self._known_ahead:
                break
            self._announced_at = await self._database.read(next_announcement)
            self._known_ahead, self._look_at = data, min(self._look_at, self._announced_at)
        return version

    def __call__(self) -> int:
        if not self._looked_at <= clock.seconds() < self._look_at:
            self._look()
        return self._database.version() + self._changes

    def _look(self) -> None:
        now, quarter, keys = clock.seconds(), _quarter(), self._keys()
        is_announced = self._announced_at <= now
        if quarter != self._quarter or keys is not self._current_keys or is_announced:
            self._quarter, self._current_keys = quarter, keys
            self._changes += 1
        if is_announced:
            self._announced_at, self._known_ahead = inf, None
        self._looked_at = now
        self._look_at = min(now + self._look_every_s, (quarter + 1) * QUARTER_S, self._announced_at)


def _quarter() -> int:
    """Counted from 1970."""
    return int(clock.seconds() // QUARTER_S)
