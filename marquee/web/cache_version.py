"""The version of everything that kept responses depend on: the data, the calendar date and the API keys."""

from collections.abc import Callable

from marquee import clock
from marquee.clock import Calendar
from marquee.db.database import Database

LOOK_EVERY_S = 0.05


class CacheVersion:
    """A number that differs after anything has changed that a kept response depends on. Every response asks for it.

    "Upcoming" changes with the date, without any write; pages carry the publishable key, and reads need it. The
    database is asked each time, the date as soon as it changes, and `keys`, which returns another object after a
    rotation, every `look_every_s` seconds.
    """

    def __init__(
        self,
        database: Database,
        calendar: Calendar,
        keys: Callable[[], object],
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._database, self._calendar, self._keys = database, calendar, keys
        self._look_every_s = look_every_s
        self._today, self._current_keys = calendar.today(), keys()
        self._looked_at = self._look_at = 0.0
        self._changes = 0

    def __call__(self) -> int:
        if not self._looked_at <= clock.seconds() < self._look_at:
            self._look()
        return self._database.version() + self._changes

    def _look(self) -> None:
        today, keys = self._calendar.today(), self._keys()
        if today is not self._today or keys is not self._current_keys:
            self._today, self._current_keys = today, keys
            self._changes += 1
        self._looked_at = clock.seconds()
        self._look_at = min(self._looked_at + self._look_every_s, self._calendar.ends)
