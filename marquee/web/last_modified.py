"""When what is public was last modified, for clients that ask by date."""

import asyncio
from collections.abc import Callable
from math import ceil

from marquee import clock

LOOK_EVERY_S = 1.0


class LastModified:
    """The second in which this process first saw the current version; not before a whole second more has passed.

    A date covers a second, in which there may be two saves, and another process may see a save a moment later. So a
    date is given only to a version that has been current for longer than that; and any later version has a later
    one, also where the clock was set back. Source: RFC 9110 section 8.8.2.2.
    """

    def __init__(self, version: Callable[[], int]) -> None:
        self._version = version
        self._seen_version: int | None = None
        self._seen_at = self._told = 0

    def of(self, version: int | None) -> int | None:
        """In seconds since 1970; None for a version that is not the current one, or not for long enough."""
        current = self._version()
        if current != self._seen_version:
            self._seen_version, self._seen_at = current, max(ceil(clock.seconds()), self._told + 1)
        if version != current or clock.seconds() < self._seen_at + 1:
            return None
        self._told = self._seen_at
        return self._told

    async def watch(self, every_s: float = LOOK_EVERY_S) -> None:
        """See versions though nobody asks, until cancelled: a calendar that asks every hour is the first.

        Its date would otherwise count from its own question, after a start as after every save and quarter of an hour.
        """
        while True:
            self.of(None)
            await asyncio.sleep(every_s)
