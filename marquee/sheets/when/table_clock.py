"""By which clock the times of a table are written: one that says PM, or is after noon, says it for the others."""

from collections.abc import Iterable

from marquee.sheets.problems import NotUnderstood, quoted
from marquee.sheets.when import times


class TableClock:
    """Reads the times of a table. `unclear` is the first of those that may be in the morning or in the evening.

    `needs_answer`: somebody has to say which; `said` is what somebody said, True for the evening.
    """

    def __init__(self, texts: Iterable[str], said: bool | None) -> None:
        found = {text: times.half_of(text) for text in dict.fromkeys(texts)}
        self.unclear = next((text for text, half in found.items() if half == "open"), None)
        self._half: times.Half | None = _settled({*found.values()})
        if said is not None:
            self._half = "pm" if said else "am"
        self.needs_answer = self.unclear is not None and self._half is None

    def read(self, text: str) -> str | None:
        """As `times.parse`. Raises NotUnderstood, too for a time that may be in either half of the day."""
        if times.half_of(text) != "open":
            return times.parse(text)
        if self._half is None:
            raise NotUnderstood(f"{quoted(text)} can be in the morning or in the evening. Say which.")
        return times.parse(text, self._half)


def _settled(halves: set[times.Half | None]) -> times.Half | None:
    """By which clock times without a half of the day are written, as the others show; None if they do not."""
    told = halves - {"open", None}
    return "pm" if told == {"pm"} else "24" if told == {"24"} else None
