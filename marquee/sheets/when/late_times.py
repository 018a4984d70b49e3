"""In which night a row of a table is whose times are after midnight: its doors say it, or a person does.

People put such a show on either of two days. See docs/decisions/0098-the-date-is-that-of-the-doors.md.
"""

from datetime import date, timedelta

from marquee.domain.times import nights
from marquee.sheets.problems import quoted
from marquee.sheets.sheet import Night, Row, UnclearNight
from marquee.sheets.when.times import END_OF_DAY


class LateTimes:
    """Settles the nights of rows. `unclear` is the first time that may be in two, however it is settled.

    `needs_answer`: somebody has to say which; `said` is what somebody said. `as_written` leaves it to the times: 24:00
    is at the end of its date, and 0:30 at the beginning.
    """

    def __init__(self, said: Night | None, *, as_written: bool) -> None:
        self._said, self._as_written = said, as_written
        self.unclear: UnclearNight | None = None
        self.needs_answer = False

    def settle(self, row: Row) -> None:
        """Give a row that is late the date of its night, or refuse it; no time of one that can be saved is at 24:00."""
        values = row.values
        if not nights.are_in_order(values.get("door_time"), values.get("start_time")):
            return
        first = next((name for name in ("door_time", "start_time") if name in values), None)
        is_end = first is not None and values[first] == END_OF_DAY
        for name in ("door_time", "start_time"):
            if values.get(name) == END_OF_DAY:
                values[name] = "00:00"
        if first is None or "date" not in values:
            return
        if is_end or nights.is_late(values.get("door_time"), values.get("start_time")):
            self._settle(row, first, "after" if is_end else "before")

    def _settle(self, row: Row, first: str, as_written: Night) -> None:
        before = date.fromisoformat(row.values["date"])
        after = min(before, nights.LAST_DAY) + timedelta(days=1)
        typed = row.times[first]
        self.unclear = self.unclear or UnclearNight(typed, before, after, as_written)
        said = self._said or (as_written if self._as_written else None)
        if said is None:
            self.needs_answer = True
            which = " or ".join(nights.night_before(day).removeprefix("night ") for day in (before, after))
            row.refuse(first, typed, f"{quoted(typed)} can be in the night {which}. Say which.")
        elif said == "after":
            row.values["date"] = after.isoformat()
