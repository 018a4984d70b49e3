"""What kept answers were made of, as one number: the data, the calendar date and the publishable key."""

from marquee import clock
from marquee.auth.key_ring import KeyRing
from marquee.clock import Calendar
from marquee.db.database import Database

LOOK_EVERY_S = 0.05


class Edition:
    """A number that differs after anything has changed that a finished answer depends on. It is asked for every answer.

    "Upcoming" changes with the date, without any write; pages carry the publishable key, and reads are let in by it.
    The database is asked each time, the date as soon as it changes, and the keys every `look_every_s`.
    """

    def __init__(
        self, database: Database, calendar: Calendar, key_ring: KeyRing, look_every_s: float = LOOK_EVERY_S
    ) -> None:
        self._database, self._calendar, self._key_ring = database, calendar, key_ring
        self._look_every_s = look_every_s
        self._today, self._keys = calendar.today(), key_ring.current()
        self._looked_at = self._look_at = 0.0
        self._turns = 0

    def __call__(self) -> int:
        if not self._looked_at <= clock.seconds() < self._look_at:
            self._look()
        return self._database.version() + self._turns

    def _look(self) -> None:
        today, keys = self._calendar.today(), self._key_ring.current()
        if today is not self._today or keys is not self._keys:
            self._today, self._keys = today, keys
            self._turns += 1
        self._looked_at = clock.seconds()
        self._look_at = min(self._looked_at + self._look_every_s, self._calendar.ends)
