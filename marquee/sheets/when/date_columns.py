"""The dates of a table, and the times that stand behind them.

Which number of a date comes first is a matter of the whole table: one cell that leaves no doubt says it for the others.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from functools import partial
from zoneinfo import ZoneInfo

from marquee.clock import today
from marquee.sheets import announced
from marquee.sheets.cells import Cells
from marquee.sheets.headers import PARTS_OF_DATE, WEEKDAY
from marquee.sheets.problems import NotUnderstood, Problem, Uncertain, quoted
from marquee.sheets.sheet import Column, Row, UnclearDate
from marquee.sheets.when import dates, times
from marquee.sheets.when.calendar_words import weekdays
from marquee.sheets.when.dates import Order, WrittenDate
from marquee.sheets.when.table_clock import TableClock

LAST_DAY = "last_day"
NAMES = ("date", "previous_date", LAST_DAY)
ANNOUNCED = "published_at"
Day = WrittenDate | NotUnderstood | str
"""What a cell with a date says: one that may be open, why it is none, or of an announcement what is kept."""
NOTHING = WrittenDate({})

# Programs write dates as midnight, with minutes; people who play then say `12 am`, `midnight` or until when.
ENDS = " .,;"
_WITH_MINUTES = re.compile(r"[:.]00")


class DateColumns:
    """The cells of all columns with dates, read once: `note` puts those of a row where they belong.

    `needs_order`: somebody has to say which number comes first; `unclear`: the first date that this is about, or would
    be without an answer. `times` are what stands behind the dates of events.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Cells],
        parse: Callable[[str, date], WrittenDate],
        said: Order | None,
        zone: tzinfo,
    ) -> None:
        self._zone, self._today = zone, today(zone)
        meanings = [column.means for column in columns]
        beside = _texts(WEEKDAY, meanings, rows) or [""] * len(rows)
        self._typed = {name: texts for name in NAMES if (texts := _texts(name, meanings, rows)) is not None}
        self._days = {name: [_day(text, parse, self._today) for text in texts] for name, texts in self._typed.items()}
        if "date" in self._days:
            self._days["date"] = [*map(_on_weekday, beside, self._typed["date"], self._days["date"])]
        if cells := _announcements(columns, rows):
            self._typed[ANNOUNCED] = ["; ".join(text for _, text in of_row if text) for of_row in cells]
            self._days[ANNOUNCED] = [_or_why_not(partial(announced.parse_all, of_row, self._today)) for of_row in cells]
        written = [day for column in self._days.values() for day in column if isinstance(day, WrittenDate)]
        self._order_of, self._order_by_table = _orders(written, said), _orders(written, None)
        self._order_by_weekdays = dates.settled_by_weekdays(written)
        self.times = [day.rest.strip(ENDS) for day in self._days.get("date", []) if isinstance(day, WrittenDate)]
        self.needs_order = any(self._is_asked(day) for day in written)
        self.unclear = self._first_unclear()

    def note(self, row: Row, index: int, clock: TableClock) -> None:
        """Note the dates of the row at this index, and by the table's clock the time behind its date."""
        for name, days in self._days.items():
            typed, day = self._typed[name][index], days[index]
            try:
                self._note(row, name, typed, day, clock)
            except NotUnderstood as reason:
                row.refuse(name, typed, str(reason))

    def _note(self, row: Row, name: str, typed: str, day: Day, clock: TableClock) -> None:
        if name == LAST_DAY:
            self._note_last(row, typed, day)
            return
        if isinstance(day, NotUnderstood):
            raise day
        if isinstance(day, str):
            row.values[name] = day
            return
        found = day.read(self._order(day, self._order_of))
        if found is None and day.is_open:
            raise NotUnderstood(_question(typed, day))
        if found is None:
            return
        if dates.is_far(found, typed, self._today):
            raise NotUnderstood(f"{quoted(typed)} would be in {found.year}. Write the year with four digits.")
        rest = day.rest.strip(ENDS)
        if name == ANNOUNCED:
            row.values[name] = announced.instant(typed, found, rest, self._zone)
            return
        row.values[name] = found.isoformat()
        if times.is_doubt(rest):
            row.doubts.append(Problem.of(name, typed, str(Uncertain(typed))))
        elif rest:
            _note_time(row, name, typed, rest, clock, self._zone)

    def _note_last(self, row: Row, typed: str, day: Day) -> None:
        """Tell of further days, for which the site has no column. Raises NotUnderstood if it ends before it begins."""
        if "date" not in row.values or day == NOTHING:
            return
        first = date.fromisoformat(row.values["date"])
        last = day.read(self._order(day, self._order_of)) if isinstance(day, WrittenDate) else None
        if last and last < first:
            raise NotUnderstood(f"{quoted(typed)} is before {first:%B} {first.day}, when it begins.")
        if last != first:
            to_do = "Only the first day is added: write a row for every further show."
            row.told.append(Problem.of(LAST_DAY, typed, f"It goes on until {quoted(typed)}. {to_do}"))

    def _is_asked(self, day: WrittenDate) -> bool:
        return day.is_open and (self._order(day, self._order_of) or day.usual) not in day.readings

    def _order(self, day: WrittenDate, order_of: Mapping[Order | None, Order | None]) -> Order | None:
        """Days of the week say it for the dates beside them, and for no others: one may be a slip."""
        by_weekdays = self._order_by_weekdays
        is_told = day.refusals and day.usual in (None, by_weekdays)
        return order_of[day.usual] or (by_weekdays if is_told else None)

    def _first_unclear(self) -> UnclearDate | None:
        """Of those that are asked about, were asked about, or were read as is usual: an answer can be corrected."""
        cells = [
            UnclearDate(typed, day.readings)
            for is_unclear in (self._is_asked, self._was_asked, self._is_unsettled)
            for name, days in self._days.items()
            for typed, day in zip(self._typed[name], days, strict=True)
            if isinstance(day, WrittenDate) and is_unclear(day)
        ]
        return cells[0] if cells else None

    def _was_asked(self, day: WrittenDate) -> bool:
        return day.usual is None and self._is_unsettled(day)

    def _is_unsettled(self, day: WrittenDate) -> bool:
        return day.is_open and self._order(day, self._order_by_table) is None


def _announcements(columns: Sequence[Column], rows: Sequence[Cells]) -> list[list[tuple[str, str]]]:
    """The cells of each row that say whether it is announced, with the names of their columns; none if none does."""
    places = [index for index, column in enumerate(columns) if column.means == ANNOUNCED]
    return [[(columns[index].header, row.texts[index]) for index in places] for row in rows] if places else []


def _texts(name: str, meanings: Sequence[str | None], rows: Sequence[Cells]) -> list[str] | None:
    """The cells of a column, of which a date may be three; None if there is none."""
    if name in meanings:
        return [row.texts[meanings.index(name)] for row in rows]
    if name != "date" or not {*PARTS_OF_DATE} <= {*meanings}:
        return None
    places = [meanings.index(part) for part in PARTS_OF_DATE]
    return [_joined(*(row.texts[index].strip(ENDS) for index in places)) for row in rows]


def _joined(day: str, month: str, year: str) -> str:
    """As a date is written with the year first, if all are numbers, or else with the month in letters."""
    if month.isdigit() and day.isdigit() and len(year) == 4:
        return f"{year}-{month}-{day}"
    return f"{day} {month} {year}".strip()


def _day(text: str, parse: Callable[[str, date], WrittenDate], today: date) -> Day:
    return NOTHING if text.casefold() in times.NONE_KNOWN else _or_why_not(partial(parse, text, today))


def _on_weekday(beside: str, text: str, day: Day) -> Day:
    """A date that falls on the day of the week in another column; a cell that is none says nothing."""
    days = weekdays(beside)
    if not days or not isinstance(day, WrittenDate) or not day.readings:
        return day
    return _or_why_not(partial(dates.on_weekday, f"{beside} {text}", day, days))


def _or_why_not(read: Callable[[], str | WrittenDate]) -> Day:
    try:
        return read()
    except NotUnderstood as reason:
        return reason


def _orders(days: Sequence[WrittenDate], said: Order | None) -> Mapping[Order | None, Order | None]:
    """The order of dates by the usual one of those who write them so.

    In tables of several people dates with dots stand beside others: each kind says its own order.
    """
    other, dotted = ([day for day in days if (day.usual is None) is kind] for kind in (True, False))
    said_of_dots = None if any(day.is_open for day in other) else said
    return {None: said or dates.settled(other), "day": dates.settled(dotted) or said_of_dots}


def _question(text: str, day: WrittenDate) -> str:
    days = sorted({*day.readings.values()})
    year = ", %Y" if len({each.year for each in days}) > 1 else ""
    meant = " or ".join(f"{each:%B} {each.day}{each.strftime(year)}" for each in days)
    *others, last = (f"the {order}" for order in day.readings)
    return f"{quoted(text)} can be {meant}. Say which comes first, {', '.join(others)} or {last}."


def require_local(row: Row, name: str, typed: str, zone: tzinfo) -> None:
    """Refuse a time in UTC where the event is in another zone: whoever wrote it meant another one at the venue."""
    if name not in row.values or "date" not in row.values or not times.is_utc(typed):
        return
    if _at(row.values["date"], row.values[name], _zone_of(row, zone)).utcoffset():
        del row.values[name]
        row.refuse(name, typed, f"{quoted(typed)} is a time in UTC. Write it as it is at the venue, like 20:00.")


def _zone_of(row: Row, zone: tzinfo) -> tzinfo:
    return ZoneInfo(row.values["timezone"]) if "timezone" in row.values else zone


def _at(day: str, time: str, zone: tzinfo) -> datetime:
    return datetime.fromisoformat(f"{day}T{time}".replace(times.END_OF_DAY, "00:00")).replace(tzinfo=zone)


def _note_time(row: Row, name: str, typed: str, rest: str, clock: TableClock, zone: tzinfo) -> None:
    """Note what stands behind a date, which is the start unless that is known; anything but a time is refused."""
    try:
        time = clock.read(rest) if name == "date" else times.parse(rest)
    except NotUnderstood as reason:
        row.refuse("start_time" if name == "date" else name, rest, str(reason))
        return
    if not time or (time == "00:00" and _WITH_MINUTES.search(rest) and not times.has_end(rest)):
        return
    if name == "date" and "start_time" not in row.values:
        row.values["start_time"], row.times["start_time"] = time, rest
        require_local(row, "start_time", rest, zone)
    elif times.is_utc(rest):
        local = _at(row.values[name], time, UTC).astimezone(_zone_of(row, zone)).date()
        if local.isoformat() != row.values[name]:  # often a program's midnight
            del row.values[name]
            at_venue = f"at the venue it is {local:%B} {local.day} then"
            raise NotUnderstood(f"{quoted(typed)} is in UTC: {at_venue}. Write the date as it is there.")
