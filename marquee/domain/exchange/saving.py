"""Adds the rows of a table: all that are ready, in the caller's transaction, or none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table

from marquee import clock
from marquee.data_errors import TableRefused
from marquee.domain.actor import SECRET_KEY_HOLDER, Actor
from marquee.domain.exchange.announced import DRAFT
from marquee.domain.exchange.known import Known, key_of, look_up
from marquee.domain.exchange.matching import Decision, Values, decide
from marquee.domain.exchange.sheet import Choices, Sheet
from marquee.domain.tables import music_lineup, music_links

Insert = Callable[[Connection, Table, Sequence[Mapping[str, Any]]], list[str]]
"""Adds rows and answers their ids: `records.insert_rows`, or one that raises PermissionDenied."""

BESIDE = frozenset({"artist", "lineup", "links"})
"""Values of a row that are not columns of its table."""


def save(
    connection: Connection, sheet: Sheet, choices: Choices, insert: Insert, actor: Actor = SECRET_KEY_HOLDER
) -> list[str]:
    """The ids of the added rows; those that are there already are passed over.

    Raises TableRefused if a row cannot be saved and is not left out, or nobody said what the columns are; and what
    `insert` does.
    """
    refuse_guesses(sheet)
    known = look_up(connection, sheet, choices, actor)
    decisions = [each for each in decide(sheet, known, choices) if each.row.line not in choices.leave_out]
    refuse_open(decisions)
    rows = [decision.values for decision in decisions if decision.state == "ready"]
    columns = dict.fromkeys(name for row in rows for name in row if name not in BESIDE)
    ids = insert(connection, sheet.table, [_values(row, columns) for row in rows])
    for table, beside in ((music_lineup, [*_bill(rows, ids, known)]), (music_links, [*_links(rows, ids)])):
        if beside:
            insert(connection, table, beside)
    return ids


def refuse_guesses(sheet: Sheet) -> None:
    """Raises TableRefused if what a column means is only a guess."""
    if sheet.is_guessed:
        raise TableRefused(
            "The first row does not name the columns. Say what each of them is.",
            None,
            "Pass `columns`; a preview says what they may be. Nothing was saved.",
        )


def refuse_open(decisions: Iterable[Decision]) -> None:
    """Raises TableRefused if any of the rows is neither ready nor there already."""
    unready = [decision for decision in decisions if decision.state not in ("ready", "exists")]
    if unready:
        first = unready[0]
        details = [
            {"line": each.row.line, "problems": [problem._asdict() for problem in each.problems]}
            for each in unready[:100]
        ]
        raise TableRefused(
            f"{len(unready)} of the rows cannot be saved. Row {first.row.line}: {first.problems[0].reason}",
            msgspec.json.encode(details).decode(),
            "Correct these rows or leave them out. Nothing was saved.",
        )


def _values(row: Values, columns: Iterable[str]) -> dict[str, Any]:
    """The row's columns. Those that others of the table have are null, so that all are added by one statement."""
    defaults = {"status": "scheduled", "followers": "0", "is_featured": False, "published_at": clock.timestamp()}
    values = {name: row.get(name, defaults.get(name)) for name in columns}
    if values.get("published_at") == DRAFT:
        values["published_at"] = None
    if values.get("id", "") is None:
        del values["id"]
    return values


def _bill(rows: Sequence[Values], ids: Sequence[str], known: Known) -> Iterable[dict[str, Any]]:
    """The names on the bills, each with the artist of that name if there is one."""
    for row, event_id in zip(rows, ids, strict=True):
        for position, name in enumerate(row.get("lineup", ())):
            found = known.artists.get(key_of(name), [])
            artist_id = found[0].id if len(found) == 1 else None
            yield {"event_id": event_id, "position": position, "name": name, "artist_id": artist_id}


def _links(rows: Sequence[Values], ids: Sequence[str]) -> Iterable[dict[str, Any]]:
    for row, artist_id in zip(rows, ids, strict=True):
        for position, link in enumerate(row.get("links", ())):
            yield {"artist_id": artist_id, "position": position, **link}
