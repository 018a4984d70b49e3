"""By which clock the times of a table are written: one that says PM, or is after noon, says it for the others."""

from collections.abc import Iterable

from marquee.domain.exchange import times
from marquee.domain.exchange.problems import NotUnderstood, quoted


class TableClock:
    """Reads the times of a table. `unclear` is the first of those that may be in the morning or in the evening.

    `needs_answer`: somebody has to say which; `said` is what somebody said, True for the evening.
    """

    def __init__(self, texts: Iterable[str], said: bool | None) -> None:
        found = {text: times.half_of(text) for text in dict.fromkeys(texts)}
        self.unclear = next((text for text, half in found.items() if half == "open"), None)
        self._is_evening = said if said is not None else _settled({*found.values()})
        self.needs_answer = self.unclear is not None and self._is_evening is None

    def read(self, text: str) -> str | None:
        """As `times.parse`. Raises NotUnderstood, too for a time that may be in either half of the day."""
        time = times.parse(text)
        if time is None or times.half_of(text) != "open":
            return time
        if self._is_evening is None:
            raise NotUnderstood(f"{quoted(text)} can be in the morning or in the evening. Say which.")
        return f"{int(time[:2]) + 12}{time[2:]}" if self._is_evening else time


def _settled(halves: set[times.Half | None]) -> bool | None:
    """Whether times without a half of the day are of the evening, as the others show; None if they do not."""
    told = halves - {"open", None}
    return True if told == {"pm"} else False if told == {"24"} else None
