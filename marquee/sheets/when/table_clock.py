"""By which clock the times of a table are written: one that says PM, or is after noon, says it for the others."""

from collections.abc import Iterable

from marquee.domain.times import nights
from marquee.sheets.problems import NotUnderstood, quoted
from marquee.sheets.when import times


class TableClock:
    """Reads the times of a table. `unclear` is the first of those that may be in the morning or in the evening.

    `shows` are the doors and the start of each row, where there are both. `needs_answer`: somebody has to say which;
    `said` is what somebody said, True for the evening, and `assumed_evening` what the others say where nobody did.
    """

    def __init__(self, texts: Iterable[str], shows: Iterable[tuple[str, str]], said: bool | None) -> None:
        found = {text: times.half_of(text) for text in dict.fromkeys(texts)}
        settled = _settled({*found.values()})
        if settled == "24" and any(_may_be_of_one_evening(*show) for show in shows):
            settled = None
        unclear = [text for text, half in found.items() if half == "open"]
        doubtful = [text for text in unclear if _is_of_day(text)] if settled == "24" else unclear
        self.unclear = next(iter(doubtful or unclear), None)
        self.assumed_evening = settled == "pm" if settled and doubtful and said is None else None
        self._half: times.Half | None = settled if said is None else "pm" if said else "am"
        self.needs_answer = self.unclear is not None and self._half is None

    def read(self, text: str) -> str | None:
        """As `times.parse`. Raises NotUnderstood, too for a time that may be in either half of the day."""
        if times.half_of(text) != "open":
            return times.parse(text)
        if self._half is None:
            raise NotUnderstood(f"{quoted(text)} can be in the morning or in the evening. Say which.")
        return times.parse(text, self._half)


def _may_be_of_one_evening(doors: str, start: str) -> bool:
    """Whether the one that may be in the evening fits the other there: `7:30` with doors at 18:30, not `1:00`."""
    if {times.half_of(doors), times.half_of(start)} != {"24", "open"}:
        return False
    try:
        opens, begins = (times.parse(text, "pm" if times.half_of(text) == "open" else None) for text in (doors, start))
    except NotUnderstood:
        return False
    return opens is not None and begins is not None and nights.NOON <= opens <= begins


def _is_of_day(text: str) -> bool:
    """Whether a time as it is written is by day: nobody writes 1:00 for 13:00 beside 20:00."""
    try:
        return (times.parse(text, "24") or "") >= nights.NIGHT_ENDS
    except NotUnderstood:
        return False


def _settled(halves: set[times.Half | None]) -> times.Half | None:
    """By which clock times without a half of the day are written, as the others show; None if they do not."""
    told = halves - {"open", None}
    return "pm" if told == {"pm"} else "24" if told == {"24"} else None
