"""How much each of those who ask has been given in a while. It is kept in memory: every process gives out its own."""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable
from math import ceil

from marquee.storage.errors import SlowDown

MAX_REMEMBERED = 4096
"""Of those who asked; the ones who have not for longest are forgotten: addresses are cheap in IPv6."""


class Pace:
    """At most `count` things within `seconds` for each of those who ask, and then as many as time has freed again."""

    def __init__(self, count: int, seconds: float, refusal: str) -> None:
        self._count, self._seconds, self._refusal = count, seconds, refusal
        self._given: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def take(self, who: Hashable) -> None:
        """Give one more to somebody. Raises SlowDown, which says when there will be one."""
        now = time.monotonic()
        times = self._given.setdefault(who, deque(maxlen=self._count))
        if len(times) == self._count and times[0] > now - self._seconds:
            raise SlowDown(self._refusal, ceil(times[0] + self._seconds - now))
        times.append(now)  # and the oldest leaves
        self._given.move_to_end(who)
        if len(self._given) > MAX_REMEMBERED:
            self._given.popitem(last=False)
