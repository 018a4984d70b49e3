"""Reads a table: what each of its rows would be as an artist or an event, and what is wrong with it.

Nothing but the text, what somebody chose, and today's date counts.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from marquee.data_errors import TableRefused
from marquee.domain.tables.columns import max_lengths
from marquee.domain.texts.lines import lines_of
from marquee.domain.times import nights
from marquee.domain.times.event_times import has_passed
from marquee.sheets import cells
from marquee.sheets.announced import UNANNOUNCED
from marquee.sheets.cells import Cells, Found
from marquee.sheets.contents import fits
from marquee.sheets.elsewhere import asides_of, doubts_of, heed_tickets
from marquee.sheets.fields import READERS, READERS_OF_EXPORTS, STATUSES, TICKETS, line, without_markup
from marquee.sheets.guessing import guess, is_content
from marquee.sheets.headers import (
    PARTS_OF_DATE,
    WEEKDAY,
    Kind,
    chosen,
    count_known,
    is_export,
    named,
    understand,
)
from marquee.sheets.other_day import other_day_of
from marquee.sheets.problems import NotUnderstood, Problem, Uncertain, quoted
from marquee.sheets.sheet import TABLES, Choices, Column, Night, Row, Sheet
from marquee.sheets.when import date_columns, dates, times
from marquee.sheets.when.date_columns import DateColumns, require_local
from marquee.sheets.when.late_times import LateTimes
from marquee.sheets.when.table_clock import TableClock
from marquee.text import plain_words

REQUIRED: dict[Kind, dict[str, str]] = {
    "events": {"date": "date", "venue": "venue", "location": "city"},
    "artists": {"name": "name", "genre": "genre", "image": "address of a picture"},
}
PLACES = ("location", "city", "region", "country")
TIMES = ("start_time", "door_time")
MAX_ON_BILLS = 10_000
"""Names on all bills of a table: while they are saved, nobody else can write."""


def read(text: str, choices: Choices, zone: tzinfo) -> Sheet:
    """The table in a text; `zone` is the site's. Raises TableRefused."""
    found = cells.find(text, count_known, is_content)
    kind, columns = _columns(found, choices)
    meanings = [column.means for column in columns]
    is_ours = is_export(found.header)
    readers, parse = (READERS_OF_EXPORTS, dates.stored) if is_ours else (READERS, dates.parse)
    days = DateColumns(columns, found.rows, parse, choices.date_order, zone)
    evening = False if is_ours else choices.evening
    clock = TableClock([*_times(meanings, found.rows), *days.times], _shows(meanings, found.rows), evening)
    late = LateTimes(_night(choices), as_written=is_ours or choices.evening is False)
    readers = {**dict.fromkeys(("artist", *lines_of(TABLES[kind])), line), **readers}
    readers |= dict.fromkeys(TIMES, clock.read)
    sheet = Sheet(kind, columns, [], days.needs_order, days.unclear, clock.needs_answer, clock.unclear)
    for index, cells_of_row in enumerate(found.rows):
        row = _read_row(columns, cells_of_row, readers)
        days.note(row, index, clock)
        for name in [name for name in TIMES if name in meanings]:
            require_local(row, name, row.typed[meanings.index(name)], zone)
        late.settle(row)
        if kind == "events":
            for doubt in doubts_of(row, columns, are_chosen=choices.columns is not None):
                (row.doubts_if_edited if is_ours or doubt.column == "artist" else row.problems).append(doubt)
            if choices.columns is None and not row.problems and (other := other_day_of(row, columns)):
                row.problems.append(other)
            if not is_ours:
                heed_tickets(row)
                row.told += asides_of(row)
        _check(row, kind)
        if day := row.values.get("date"):
            own = row.values.get("timezone", str(zone))
            if has_passed(day, own, *(row.values.get(name) for name in ("door_time", "start_time"))):
                row.told.insert(0, Problem.of("date", day, "This date has passed."))
        sheet.rows.append(row)
    sheet.assumed_evening = clock.assumed_evening
    sheet.needs_night, sheet.unclear_night = late.needs_answer, None if is_ours else late.unclear
    if sum(len(row.values.get("lineup", ())) for row in sheet.rows) > MAX_ON_BILLS:
        raise TableRefused(f"The bills of a table can have at most {MAX_ON_BILLS:,} names. Split it into several.")
    return sheet


def _night(choices: Choices) -> Night | None:
    return choices.night or ("after" if choices.evening else None)


def _times(meanings: Sequence[str | None], rows: Sequence[Cells]) -> list[str]:
    places = [index for index, means in enumerate(meanings) if means in TIMES]
    return [row.texts[index] for row in rows for index in places]


def _shows(meanings: Sequence[str | None], rows: Sequence[Cells]) -> list[tuple[str, str]]:
    """The doors and the start of each row, where there are columns of both."""
    if not {*TIMES} <= {*meanings}:
        return []
    doors, start = meanings.index("door_time"), meanings.index("start_time")
    return [(row.texts[doors], row.texts[start]) for row in rows]


def _columns(found: Found, choices: Choices) -> tuple[Kind, list[Column]]:
    """What the table has, and its columns: as somebody said, as their names say, or else as their content suggests."""
    rows = [row.texts for row in found.rows]
    kind, meanings = understand(found.header, rows)
    if choices.columns is not None:
        said, meanings = chosen(choices.columns, len(found.header))
        kind = said or kind
    if kind is not None:
        return kind, [*map(Column, found.header, meanings)]
    guessed = guess(found.header, rows, choices.artist_column)
    if guessed is None:
        raise TableRefused(
            "The first row must name the columns: of events Artist, Date, Venue and City, of artists Name, Genre and "
            "Image. Add such a row at the top."
        )
    kind, likely = guessed
    if choices.columns is not None:
        return kind, [*map(Column, found.header, meanings)]
    known = named(found.header, kind, rows)
    return kind, [
        Column(*column, guessed=column[1] != by_name)
        for column, by_name in zip(zip(found.header, likely, strict=True), known, strict=True)
    ]


def _read_row(columns: Sequence[Column], found: Cells, readers: Mapping[str, Callable[[str], Any]]) -> Row:
    """Every cell but the dates."""
    row = Row(found.line, found.texts[: len(columns)])
    if extra := [text for text in found.texts[len(columns) :] if text]:
        row.refuse("", extra[0], "There are more cells than columns. Put a text with commas in quotation marks.")
    written = _written(columns, row.typed)
    for name, text in written.items():
        if name not in (*date_columns.NAMES, date_columns.ANNOUNCED, WEEKDAY, *PARTS_OF_DATE, *PLACES):
            _read_cell(row, _better_column(name, text, written), text, readers)
    if place := _place([written[part] for part in PLACES if part in written]):
        _read_cell(row, "location", place, readers)
    return row


def _written(columns: Sequence[Column], texts: Sequence[str]) -> dict[str, str]:
    """What is written under each meaning; several prices have the names of their columns in front."""
    found: dict[str, list[tuple[str, str]]] = {}
    for column, text in zip(columns, texts, strict=True):
        if column.means and not _says_nothing(column.means, text):
            found.setdefault(column.means, []).append((column.header, without_markup(column.means, text)))
    if len(prices := found.get("price", [])) > 1:
        found["price"] = [("", ", ".join(f"{header} {price}" for header, price in prices))]
    return {means: "\n".join(text for _, text in cells) for means, cells in found.items()}


def _says_nothing(means: str, text: str) -> bool:
    """Whether a cell is as good as empty; an artist may be called None, a place to be announced, a date in doubt."""
    if means in ("artist", "name") or (means == "status" and times.is_doubt(text)):
        return not text
    return text.casefold() in (times.NOTHING if means in ("venue", *PLACES) else times.NONE_KNOWN)


def _better_column(name: str, text: str, others: Mapping[str, str]) -> str:
    """What a cell says of tickets, wherever it stands: “Sold out” under Status, and £12 or an address under Tickets."""
    word = " ".join(plain_words(text))
    if name not in ("ticket_url", "ticket_status") and not (name == "status" and word not in STATUSES):
        return name
    if word in TICKETS:
        return "ticket_status"
    said = (means for means in ("ticket_url", "price") if means not in others and fits(means, [text]))
    return name if name == "status" or fits(name, [text]) else next(said, name)


def _read_cell(row: Row, name: str, text: str, readers: Mapping[str, Callable[[str], Any]]) -> None:
    try:
        value = readers[name](text) if name in readers else text
    except Uncertain as reason:
        row.doubts.append(Problem.of(name, text, str(reason)))
    except NotUnderstood as reason:
        row.refuse(name, text, str(reason))
    else:
        if value is not None and value != []:
            row.values[name] = value
            if name in TIMES:
                row.times[name] = text


def _place(parts: Sequence[str]) -> str:
    """`Portland`, `OR`, `United States` as one text; what another part says already is not repeated."""
    place = ""
    for part in parts:
        if part.casefold() not in [said.strip() for said in place.casefold().split(",")]:
            place = f"{place}, {part}" if place else part
    return place


def _check(row: Row, kind: Kind) -> None:
    """What can be wrong with a row as a whole."""
    if row.values.get("published_at") != UNANNOUNCED:
        row.problems += row.doubts
    refused = {problem.column for problem in row.problems}
    for name, called in REQUIRED[kind].items():
        if name not in row.values and name not in refused:
            row.refuse(name, "", f"The {called} is missing.")
    for name, longest in max_lengths(TABLES[kind]).items():
        value = row.values.get(name)
        if isinstance(value, str) and len(value) > longest:
            row.refuse(name, value, f"{quoted(value)} is longer than {longest:,} characters.")
    doors, start = row.values.get("door_time"), row.values.get("start_time")
    if doors and not nights.are_in_order(doors, start):
        row.refuse("door_time", doors, f"The doors open at {doors}, after the start at {start}.")
    status = row.values.get("status", "" if "status" in refused else "scheduled")
    if status == "scheduled" and (former := row.values.get("previous_date")):
        row.refuse("previous_date", former, "Only a moved, cancelled or postponed event has a former date.")
    if status == "moved" and row.values.get("previous_date") in (None, row.values.get("date")):
        row.refuse(
            "status", "moved", "A moved event needs the date that it had before, in a column named Previous date."
        )
