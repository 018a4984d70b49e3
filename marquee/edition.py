"""What kept answers were made of, as one number: the data, the calendar date and the publishable key."""

from marquee.auth.key_ring import KeyRing
from marquee.clock import Calendar
from marquee.database import Database


class Edition:
    """A number that differs after anything has changed that a finished answer depends on. It is asked for every answer.

    "Upcoming" changes with the date, without any write; pages carry the publishable key, and reads are let in by it.
    """

    def __init__(self, database: Database, calendar: Calendar, key_ring: KeyRing) -> None:
        self._database, self._calendar, self._key_ring = database, calendar, key_ring
        self._today, self._keys = calendar.today(), key_ring.current()
        self._turns = 0

    def __call__(self) -> int:
        today, keys = self._calendar.today(), self._key_ring.current()
        if today is not self._today or keys is not self._keys:
            self._today, self._keys = today, keys
            self._turns += 1
        return self._database.version() + self._turns
