"""Adds the rows of a table: all that are ready, in the caller's transaction, or none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table

from marquee.data_errors import TableRefused
from marquee.domain.exchange.matching import Known, decide, key_of, look_up
from marquee.domain.exchange.reading import Choices, Row, Sheet
from marquee.domain.records import insert_rows
from marquee.domain.tables import EXPOSED

Check = Callable[[Table, Mapping[str, Any]], None]
"""Raises PermissionDenied for a row that the actor may not add."""

BESIDE = frozenset({"artist", "lineup", "links"})
"""Values of a row that are not columns of its table."""
OURS = frozenset({"previous_date"})
"""Columns that are the server's in other inserts: a table brings the former date of an event that was moved."""


def save(connection: Connection, sheet: Sheet, choices: Choices, check: Check) -> list[str]:
    """The ids of the added rows; those that are there already are passed over.

    Raises TableRefused if a row cannot be saved and is not left out, and what `check` does.
    """
    known = look_up(connection, sheet, choices)
    decide(sheet, known, choices)
    rows = [row for row in sheet.rows if row.line not in choices.leave_out and row.state != "exists"]
    refuse_open(rows)
    columns = dict.fromkeys(name for row in rows for name in row.values if name not in BESIDE)
    ids = _insert(connection, sheet.table, [_values(row, columns) for row in rows], check)
    for name, beside in (("music_lineup", _bill), ("music_links", _links)):
        if name in EXPOSED:
            _insert(connection, EXPOSED[name], [*beside(rows, ids, known)], check)
    return ids


def refuse_open(rows: Iterable[Row]) -> None:
    """Raises TableRefused if any of the rows is not ready."""
    unready = [row for row in rows if row.state != "ready"]
    if unready:
        first = unready[0]
        details = [
            {"line": row.line, "problems": [problem._asdict() for problem in row.problems]} for row in unready[:100]
        ]
        raise TableRefused(
            f"{len(unready)} of the rows cannot be saved. Row {first.line}: {first.problems[0].reason}",
            msgspec.json.encode(details).decode(),
            "Correct these rows or leave them out. Nothing was saved.",
        )


def _insert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], check: Check) -> list[str]:
    for row in rows:
        check(table, {name: value for name, value in row.items() if name not in OURS})
    return insert_rows(connection, table, rows) if rows else []


def _values(row: Row, columns: Iterable[str]) -> dict[str, Any]:
    """The row's columns. Those that others of the table have are null, so that all are added by one statement."""
    defaults = {"status": "scheduled", "followers": "0", "is_featured": False}
    values = {name: row.values.get(name, defaults.get(name)) for name in columns}
    if values.get("id", "") is None:
        del values["id"]
    return values


def _bill(rows: Sequence[Row], ids: Sequence[str], known: Known) -> Iterable[dict[str, Any]]:
    """The names on the bills, each with the artist of that name if there is one."""
    for row, event_id in zip(rows, ids, strict=True):
        for position, name in enumerate(row.values.get("lineup", ())):
            found = known.artists.get(key_of(name), [])
            artist_id = found[0].id if len(found) == 1 else None
            yield {"event_id": event_id, "position": position, "name": name, "artist_id": artist_id}


def _links(rows: Sequence[Row], ids: Sequence[str], _known: Known) -> Iterable[dict[str, Any]]:
    for row, artist_id in zip(rows, ids, strict=True):
        for position, link in enumerate(row.values.get("links", ())):
            yield {"artist_id": artist_id, "position": position, **link}
