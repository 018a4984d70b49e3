"""Reads a table: what each of its rows would be as an artist or an event, and what is wrong with it. Pure."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import CheckConstraint, Table

from marquee.data_errors import TableRefused
from marquee.domain.exchange import announced, cells, dates, times
from marquee.domain.exchange.cells import Cells, Found
from marquee.domain.exchange.dates import WrittenDate
from marquee.domain.exchange.fields import READERS, READERS_OF_EXPORTS, STATUSES, TICKETS
from marquee.domain.exchange.guessing import guess, is_content
from marquee.domain.exchange.headers import Kind, chosen, count_known, is_export, named, understand
from marquee.domain.exchange.problems import NotUnderstood, quoted
from marquee.domain.exchange.sheet import TABLES, Choices, Column, Row, Sheet
from marquee.text import plain_words

REQUIRED: dict[Kind, dict[str, str]] = {
    "events": {"artist": "artist", "date": "date", "venue": "venue", "location": "city"},
    "artists": {"name": "name", "genre": "genre", "image": "address of a picture"},
}
PLACES = ("location", "city", "region", "country")
DATES = ("date", "previous_date", "published_at")
TIMES = ("start_time", "door_time")
Day = WrittenDate | NotUnderstood | str
"""What a cell with a date says: one that may be open, why it is none, or of an announcement what is kept."""
MAX_ON_BILLS = 250_000
"""Names on all bills of a table: while they are saved, nobody else can write."""

# Programs write dates as midnight, with minutes; people who play then say `12 am`, `midnight` or until when.
_WITH_MINUTES = re.compile(r"[:.]00")
_LENGTH = re.compile(r"length\((\w+)\) <= (\d+)")


def read(text: str, choices: Choices, zone: tzinfo) -> Sheet:
    """The table in a text; `zone` is the site's. Raises TableRefused."""
    found = cells.find(text, count_known, is_content)
    kind, columns = _columns(found, choices)
    meanings = [column.means for column in columns]
    sheet = Sheet(kind, columns, [])
    readers, day = (READERS_OF_EXPORTS, dates.stored) if is_export(found.header) else (READERS, dates.parse)
    days = {name: _days(name, found.rows, meanings.index(name), day) for name in DATES if name in meanings}
    order = choices.day_first
    if order is None:
        order = dates.settled(day for column in days.values() for day in column if isinstance(day, WrittenDate))
    for index, cells_of_row in enumerate(found.rows):
        row = _read_row(meanings, cells_of_row, readers)
        for name, column in days.items():
            typed = cells_of_row.texts[meanings.index(name)]
            sheet.needs_day_order |= _read_date(row, name, typed, column[index], order, zone)
        for name in [name for name in TIMES if name in meanings]:
            _require_local(row, name, row.typed[meanings.index(name)], zone)
        _check(row, kind)
        sheet.rows.append(row)
    if sum(len(row.values.get("lineup", ())) for row in sheet.rows) > MAX_ON_BILLS:
        raise TableRefused(f"The bills of a table can have at most {MAX_ON_BILLS:,} names. Divide it into several.")
    return sheet


def _columns(found: Found, choices: Choices) -> tuple[Kind, list[Column]]:
    """What the table has, and its columns: as somebody said, as their names say, or else as their content suggests."""
    kind, meanings = understand(found.header)
    if choices.columns is not None:
        said, meanings = chosen(choices.columns, len(found.header))
        kind = said or kind
    if kind is not None:
        return kind, [*map(Column, found.header, meanings)]
    guessed = guess(found.header, [row.texts for row in found.rows], choices.artist_column)
    if guessed is None:
        raise TableRefused(
            "The first row must name the columns: of events Artist, Date, Venue and City, of artists Name, Genre and "
            "Image. Add such a row at the top."
        )
    kind, likely = guessed
    if choices.columns is not None:
        return kind, [*map(Column, found.header, meanings)]
    known = named(found.header, kind)
    return kind, [
        Column(*column, guessed=column[1] != by_name)
        for column, by_name in zip(zip(found.header, likely, strict=True), known, strict=True)
    ]


def _read_row(meanings: Sequence[str | None], found: Cells, readers: Mapping[str, Callable[[str], Any]]) -> Row:
    """Every cell but the dates."""
    row = Row(found.line, found.texts[: len(meanings)])
    if extra := [text for text in found.texts[len(meanings) :] if text]:
        row.refuse("", extra[0], "There are more cells than columns. Put a text with commas in quotation marks.")
    written = {name: text for name, text in zip(meanings, row.typed, strict=True) if name and text}
    for name, text in written.items():
        if name not in DATES and name not in PLACES:
            _read_cell(row, _better_column(name, text), text, readers)
    if place := _place([written[part] for part in PLACES if part in written]):
        row.values["location"] = place
    return row


def _days(name: str, rows: Sequence[Cells], index: int, parse: Callable[[str], WrittenDate]) -> list[Day]:
    if name == "published_at":
        return [_day(row.texts[index], {""}, announced.parse) for row in rows]
    return [_day(row.texts[index], times.NONE_KNOWN, parse) for row in rows]


def _day(text: str, unknown: Collection[str], parse: Callable[[str], str | WrittenDate]) -> Day:
    if text.casefold() in unknown:
        return WrittenDate(None, None)
    try:
        return parse(text)
    except NotUnderstood as reason:
        return reason


def _read_date(row: Row, name: str, text: str, day: Day, order: bool | None, zone: tzinfo) -> bool:
    """Note a row's date, and the time behind it; whether somebody has to say which comes first, day or month."""
    if isinstance(day, NotUnderstood):
        row.refuse(name, text, str(day))
        return False
    if isinstance(day, str):
        row.values[name] = day
        return False
    found = day.read(order)
    if found is None:
        if day.is_open and day.day_first and day.month_first:
            meant = f"{day.month_first:%B} {day.month_first.day} or {day.day_first:%B} {day.day_first.day}"
            row.refuse(name, text, f"{quoted(text)} can be {meant}. Say which comes first, the day or the month.")
        return day.is_open
    rest = day.rest.strip(" .,;")
    if name == "published_at":
        _read_cell(row, name, text, {name: lambda typed: announced.instant(typed, found, rest, zone)})
        return False
    row.values[name] = found.isoformat()
    if rest:
        _read_rest(row, name, rest, zone)
    return False


def _read_rest(row: Row, name: str, rest: str, zone: tzinfo) -> None:
    """What stands behind a date, which is the start unless that is known; anything but a time is refused."""
    try:
        time = times.parse(rest)
    except NotUnderstood as reason:
        row.refuse("start_time" if name == "date" else name, rest, str(reason))
        return
    is_of_program = time == "00:00" and _WITH_MINUTES.search(rest) and not times.has_end(rest)
    if name == "date" and time and not is_of_program and "start_time" not in row.values:
        row.values["start_time"] = time
        _require_local(row, "start_time", rest, zone)


def _require_local(row: Row, name: str, typed: str, zone: tzinfo) -> None:
    """Refuse a time in UTC where the event is in another zone: whoever wrote it meant another one at the venue."""
    if name not in row.values or "date" not in row.values or not times.is_utc(typed):
        return
    own = ZoneInfo(row.values["timezone"]) if "timezone" in row.values else zone
    local = datetime.fromisoformat(f"{row.values['date']}T{row.values[name]}").replace(tzinfo=own)
    if local.utcoffset():
        del row.values[name]
        row.refuse(name, typed, f"{quoted(typed)} is a time in UTC. Write it as it is at the venue, like 20:00.")


def _better_column(name: str, text: str) -> str:
    """“Sold out” may stand under Status or Tickets: it says how the tickets are, wherever it stands."""
    word = " ".join(plain_words(text))
    is_of_tickets = (name == "status" and word not in STATUSES) or name == "ticket_url"
    return "ticket_status" if is_of_tickets and word in TICKETS else name


def _read_cell(row: Row, name: str, text: str, readers: Mapping[str, Callable[[str], Any]]) -> None:
    try:
        value = readers[name](text) if name in readers else text
    except NotUnderstood as reason:
        row.refuse(name, text, str(reason))
    else:
        if value is not None and value != []:
            row.values[name] = value


def _place(parts: Sequence[str]) -> str:
    """`Portland`, `OR`, `United States` as one text; what another part says already is not repeated."""
    place = ""
    for part in parts:
        if part.casefold() not in [said.strip() for said in place.casefold().split(",")]:
            place = f"{place}, {part}" if place else part
    return place


def _check(row: Row, kind: Kind) -> None:
    """What can be wrong with a row as a whole."""
    refused = {problem.column for problem in row.problems}
    for name, called in REQUIRED[kind].items():
        is_there = name in row.values or name in refused or (name == "artist" and "artist_id" in row.values)
        if not is_there:
            row.refuse(name, "", f"The {called} is missing.")
    for name, longest in max_lengths(TABLES[kind]).items():
        value = row.values.get(name)
        if isinstance(value, str) and len(value) > longest:
            row.refuse(name, value, f"{quoted(value)} is longer than {longest:,} characters.")
    doors, start = row.values.get("door_time"), row.values.get("start_time")
    if doors and start and doors > start:
        row.refuse("door_time", doors, f"The doors open at {doors}, after the start at {start}.")
    status = row.values.get("status", "" if "status" in refused else "scheduled")
    if status == "scheduled" and (former := row.values.get("previous_date")):
        row.refuse("previous_date", former, "Only a moved, cancelled or postponed event has a former date.")
    if status == "moved" and row.values.get("previous_date") in (None, row.values.get("date")):
        row.refuse(
            "status", "moved", "A moved event needs the date that it had before, in a column named Previous date."
        )


@cache
def max_lengths(table: Table) -> dict[str, int]:
    """The most characters of each text column, from the table's constraints."""
    rules = [str(check.sqltext) for check in table.constraints if isinstance(check, CheckConstraint)]
    return {column: int(limit) for rule in rules for column, limit in _LENGTH.findall(rule)}
