"""Reads a table: what each of its rows would be as an artist or an event, and what is wrong with it. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple

from sqlalchemy import CheckConstraint, Table

from marquee.domain.exchange import cells, dates, times
from marquee.domain.exchange.cells import Cells
from marquee.domain.exchange.dates import WrittenDate
from marquee.domain.exchange.fields import READERS, STATUSES, TICKETS
from marquee.domain.exchange.headers import Kind, count_known, understand
from marquee.domain.exchange.problems import NotUnderstood, Problem, quoted
from marquee.domain.tables import music_artists, music_events
from marquee.text import plain_words

State = Literal["ready", "exists", "needs_artist", "problem"]
TABLES: dict[Kind, Table] = {"events": music_events, "artists": music_artists}
REQUIRED: dict[Kind, dict[str, str]] = {
    "events": {"artist": "artist", "date": "date", "venue": "venue", "location": "city"},
    "artists": {"name": "name", "genre": "genre", "image": "address of a picture"},
}
PLACES = ("location", "city", "region", "country")
DATES = ("date", "previous_date")

# Programs write dates as midnight: nobody plays then without saying more.
_NO_TIME = re.compile(r"\s*(?:[T,]?\s*00:00(?::00(?:\.0+)?)?)?\s*")
_LENGTH = re.compile(r"length\((\w+)\) <= (\d+)")


class Choices(NamedTuple):
    """What a person has decided about a table.

    `day_first`: how open dates are read; `artists`: the ids for names as typed; `columns`: what columns mean, by their
    names; `leave_out`: rows by their number; `add_again`: rows that are saved although they are there already.
    """

    day_first: bool | None = None
    artists: Mapping[str, str] = {}
    columns: Mapping[str, str | None] = {}
    leave_out: frozenset[int] = frozenset()
    add_again: frozenset[int] = frozenset()


@dataclass
class Row:
    """One row: `values` are columns as an insert takes them, and `artist`, `lineup` or `links` beside them."""

    line: int
    typed: list[str]
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    state: State = "ready"

    def refuse(self, column: str, value: str, reason: str) -> None:
        """Note a problem that keeps the row from being saved."""
        self.problems.append(Problem(column, value[:200], reason))
        self.state = "problem"


@dataclass
class Sheet:
    """A table that was read: `columns` are pairs of a name and what it means."""

    kind: Kind
    columns: list[tuple[str, str | None]]
    rows: list[Row]
    needs_day_order: bool = False

    @property
    def table(self) -> Table:
        return TABLES[self.kind]


def read(text: str, choices: Choices) -> Sheet:
    """The table in a text. Raises TableRefused."""
    found = cells.find(text, count_known)
    kind, meanings = understand(found.header, choices.columns)
    sheet = Sheet(kind, list(zip(found.header, meanings, strict=True)), [])
    days = {name: _days(found.rows, meanings.index(name)) for name in DATES if name in meanings}
    order = choices.day_first
    if order is None and kind == "events":
        order = dates.settled(day for column in days.values() for day in column if isinstance(day, WrittenDate))
    for index, row in enumerate(found.rows):
        read_row = Row(row.line, row.texts[: len(meanings)])
        if any(row.texts[len(meanings) :]):
            extra = next(filter(None, row.texts[len(meanings) :]))
            read_row.refuse("", extra, "There are more cells than columns. Put a text with commas in quotation marks.")
        written = {name: text for name, text in zip(meanings, row.texts, strict=False) if name and text}
        _read_values(read_row, kind, written)
        for name, column in days.items():
            sheet.needs_day_order |= _read_date(read_row, name, written.get(name, ""), column[index], order)
        _check(read_row, kind)
        sheet.rows.append(read_row)
    return sheet


def _days(rows: Sequence[Cells], index: int) -> list[WrittenDate | NotUnderstood]:
    return [_day(row.texts[index]) for row in rows]


def _day(text: str) -> WrittenDate | NotUnderstood:
    if text.casefold() in times.NONE_KNOWN:
        return WrittenDate(None, None)
    try:
        return dates.parse(text)
    except NotUnderstood as reason:
        return reason


def _read_date(row: Row, name: str, text: str, day: WrittenDate | NotUnderstood, order: bool | None) -> bool:
    """Note a row's date, and the time behind it; whether somebody has to say which comes first, day or month."""
    if isinstance(day, NotUnderstood):
        row.refuse(name, text, str(day))
        return False
    found = day.read(order)
    if found is None:
        if day.is_open and day.day_first and day.month_first:
            meant = f"{day.month_first:%B} {day.month_first.day} or {day.day_first:%B} {day.day_first.day}"
            row.refuse(name, text, f"{quoted(text)} can be {meant}. Say which comes first, the day or the month.")
        return day.is_open
    row.values[name] = found.isoformat()
    if name == "date" and not _NO_TIME.fullmatch(day.rest) and "start_time" not in row.values:
        _read_cell(row, "start_time", day.rest.strip())
    return False


def _read_values(row: Row, kind: Kind, written: Mapping[str, str]) -> None:
    """Every cell but the dates."""
    for name, text in written.items():
        if kind == "events" and name in PLACES:
            continue
        if name not in DATES:
            _read_cell(row, _better_column(name, text), text)
    if kind == "events" and (place := _place([written[part] for part in PLACES if part in written])):
        row.values["location"] = place


def _better_column(name: str, text: str) -> str:
    """“Sold out” may stand under Status or Tickets: it says how the tickets are, wherever it stands."""
    word = " ".join(plain_words(text))
    is_of_tickets = (name == "status" and word not in STATUSES) or name == "ticket_url"
    return "ticket_status" if is_of_tickets and word in TICKETS else name


def _read_cell(row: Row, name: str, text: str) -> None:
    try:
        value = READERS[name](text) if name in READERS else text
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
    if row.values.get("status") == "moved" and row.values.get("previous_date") in (None, row.values.get("date")):
        row.refuse(
            "status", "moved", "A moved event needs the date that it had before, in a column named Previous date."
        )


@cache
def max_lengths(table: Table) -> dict[str, int]:
    """The most characters of each text column, from the table's constraints."""
    rules = [str(check.sqltext) for check in table.constraints if isinstance(check, CheckConstraint)]
    return {column: int(limit) for rule in rules for column, limit in _LENGTH.findall(rule)}
