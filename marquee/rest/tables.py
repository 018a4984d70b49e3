"""Tables that clients send: read beside the event loop, as PostgREST reads CSV or else as people write it."""

import csv
import io
from datetime import tzinfo
from itertools import islice
from typing import Any

from marquee.data_errors import DataError, TableRefused
from marquee.domain.actor import Actor
from marquee.domain.tables import EXPOSED, exposed_columns
from marquee.rest.errors import INVALID_BODY
from marquee.rest.mutation.write_check import require_all_rows
from marquee.sheets.encodings import decoded
from marquee.sheets.known import look_up
from marquee.sheets.problems import quoted
from marquee.sheets.reading import read
from marquee.sheets.saving import Planned, plan
from marquee.sheets.sheet import TABLES, Choices, Sheet
from marquee.web.context import Context


async def read_table(context: Context, actor: Actor, text: str, choices: Choices) -> Sheet:
    """The table in a text. Raises TableRefused, PERMISSION_DENIED, Overloaded."""
    sheet = await context.beside(read, text, choices, context.settings.timezone)
    require_all_rows(actor, sheet.table)
    return sheet


async def planned(context: Context, actor: Actor, sheet: Sheet, choices: Choices) -> Planned:
    """What a write of the table will do. Raises TableRefused: what is refused takes no turn from writers."""
    known = await context.database.read_for_client(False, look_up, sheet, choices, actor)
    return await context.beside(plan, sheet, known, choices)


def read_csv(name: str, body: bytes, zone: tzinfo) -> list[dict[str, Any]] | Sheet:
    """The rows of a CSV body for the table of this name: texts by column, and the word NULL is null, as in PostgREST.

    With other names of columns it is read as people keep their tables, in the site's `zone`. Raises INVALID_BODY and
    TableRefused.
    """
    text, told = decoded(body)
    if told:  # nobody is there to look at them
        raise DataError(
            INVALID_BODY,
            "The body is not in UTF-8",
            f"In Windows-1252 one of its words would be {quoted(told[0])}.",
            "Send it as UTF-8.",
        )
    try:
        header = next(csv.reader(io.StringIO(text, newline="")), [])
        table = EXPOSED.get(name)
        if table in TABLES.values() and not exposed_columns(table).keys() >= {*header}:
            return _sheet(name, text, zone)
        # Strictly, as PostgREST: a quotation mark that is never closed would take the rows below into its cell.
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        return [_row(header, line) for line in islice(lines, 1, None) if line]
    except csv.Error as error:
        raise DataError(INVALID_BODY, "The body is no CSV", str(error)) from error


def _sheet(name: str, text: str, zone: tzinfo) -> Sheet:
    sheet = read(text, Choices(), zone)
    if sheet.table.name != name:
        raise TableRefused(f"This is a table of {sheet.kind}, which belongs in {sheet.table.name}.")
    return sheet


def _row(header: list[str], line: list[str]) -> dict[str, str | None]:
    if len(line) != len(header):
        raise DataError(INVALID_BODY, "All lines must have same number of fields")
    return {name: None if cell == "NULL" else cell for name, cell in zip(header, line, strict=True)}
