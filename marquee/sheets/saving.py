"""Saves the rows of a table, all or none, in the caller's transaction: adds what is ready, changes what differs."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table

from marquee import clock
from marquee.data_errors import TableRefused
from marquee.domain.actor import SECRET_KEY_HOLDER, Actor
from marquee.domain.search import find_words
from marquee.domain.tables import music_lineup, music_links
from marquee.domain.writer import Part, Values, Writer, replace_parts
from marquee.sheets.announced import UNANNOUNCED
from marquee.sheets.current import is_current
from marquee.sheets.known import Known, look_up
from marquee.sheets.matching import Decision, decide
from marquee.sheets.sheet import Choices, Sheet
from marquee.sheets.there import beside, key_of

BESIDE = {"lineup": (music_lineup, "event_id"), "links": (music_links, "artist_id")}
"""Values of a row that are rows of another table, and its column for what they belong to."""
NO_COLUMNS = frozenset({"artist", *BESIDE})
MAX_UPDATED = 1_000
"""Rows that are changed at once: each takes a few milliseconds, in which nobody else can write."""
OF_TABLES = frozenset({"previous_date"})
"""Of the server's columns those that a table says: the former date of a moved event."""


class Planned(NamedTuple):
    """What becomes of a table's rows, as it was decided by what was `known`.

    `ready` are the values of those to add, and `rows` the same as rows of the table.
    """

    known: Known
    decisions: Sequence[Decision]
    ready: Sequence[Values]
    rows: Sequence[Values]

    @property
    def added(self) -> int:
        """How many rows there will be more, with those of other tables."""
        return len(self.ready) + sum(len(row.get(name, ())) for row in self.ready for name in BESIDE)


class Saved(NamedTuple):
    """The ids of the rows that were added, and of those that were changed."""

    added: list[str]
    updated: list[str]


def save(
    connection: Connection,
    sheet: Sheet,
    choices: Choices,
    writer: Writer,
    actor: Actor = SECRET_KEY_HOLDER,
    planned: Planned | None = None,
) -> Saved:
    """Add the rows, and change those that differ where somebody chose it; those that are there are passed over.

    What was `planned` before the write counts unless something has happened to it since. Raises TableRefused if a row
    cannot be saved and is not left out, or nobody said what the columns are; and what the writer does.
    """
    if planned is None or not is_current(connection, planned.known):
        planned = plan(sheet, look_up(connection, sheet, choices, actor), choices)
    known, decisions, ready, rows = planned
    ids = writer.insert(connection, sheet.table, rows)
    for name, (table, column) in BESIDE.items():
        beside = [
            {column: id_, **entry}
            for row, id_ in zip(ready, ids, strict=True)
            for entry in _entries(name, row.get(name, ()), known)
        ]
        if beside:
            writer.insert(connection, table, beside)
    return Saved(ids, _update(connection, sheet, choices, writer, decisions, known, actor))


def _update(
    connection: Connection,
    sheet: Sheet,
    choices: Choices,
    writer: Writer,
    decisions: Sequence[Decision],
    known: Known,
    actor: Actor,
) -> list[str]:
    taken = [each for each in decisions if each.state == "differs" and choices.takes_over(each.row.line)]
    if len(taken) > MAX_UPDATED:
        raise TableRefused(f"At most {MAX_UPDATED:,} rows can be updated at once. Leave some of the rows out.")
    updated = []
    for decision in taken:
        id_ = str(decision.existing)
        yours = {change.column: change.yours for change in decision.changes}
        if "date" in yours:
            yours["previous_date"] = decision.values["previous_date"]  # of what was moved before, too
        if values := _rows([yours], [name for name in yours if name not in NO_COLUMNS])[0]:
            writer.update(connection, sheet.table, id_, values)
        for name, (table, column) in BESIDE.items():
            if name in yours:
                there = beside(connection, actor, table, column, [id_])[id_]
                _replace(connection, writer, table, {column: id_}, there, [*_entries(name, yours[name], known)])
        updated.append(id_)
    return updated


def _replace(
    connection: Connection,
    writer: Writer,
    table: Table,
    owner: Mapping[str, str],
    there: Sequence[Values],
    entries: Sequence[Values],
) -> None:
    """Put these entries in the place of those that are there: one that stays keeps its id, and whose it is."""
    said, may_change = ("name", ()) if table is music_lineup else ("url", ("label",))
    left, parts = defaultdict(list), list[Part]()
    for row in there:
        left[key_of(row[said])].append(row["id"])
    for entry in entries:
        alike = left[key_of(entry[said])]
        parts.append(Part(alike.pop(0), {name: entry[name] for name in may_change}) if alike else Part(None, entry))
    replace_parts(connection, writer, table, owner, there, parts)


def plan(sheet: Sheet, known: Known, choices: Choices) -> Planned:
    """What becomes of the rows that are not left out. Raises TableRefused as `save`. Pure.

    Made before the write, it keeps a table that is refused from holding up others, and others from waiting for it.
    """
    refuse_guesses(sheet)
    decisions = [each for each in decide(sheet, known, choices) if each.row.line not in choices.leave_out]
    refuse_open(decisions)
    ready = [decision.values for decision in decisions if decision.state == "ready"]
    columns = dict.fromkeys(name for row in ready for name in row if name not in NO_COLUMNS)
    find_words(sheet.table, ready)
    find_words(music_lineup, ({"name": name} for row in ready for name in row.get("lineup", ())))
    return Planned(known, decisions, ready, _rows(ready, columns))


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
    unready = [decision for decision in decisions if decision.state not in ("ready", "exists", "differs")]
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


def _rows(rows: Sequence[Values], columns: Collection[str]) -> list[dict[str, Any]]:
    """These columns of the rows. Those that others of the table have are null, so that one statement adds them all."""
    defaults = {"status": "scheduled", "followers": "0", "is_featured": False, "published_at": clock.timestamp()}
    made = [{name: row.get(name, defaults.get(name)) for name in columns} for row in rows]
    for values in made:
        if values.get("published_at") == UNANNOUNCED:
            values["published_at"] = None
        if values.get("id", "") is None:
            del values["id"]
    return made


def _entries(name: str, values: Sequence[Any], known: Known) -> Iterable[dict[str, Any]]:
    """A row's links, or the names on its bill, each with the artist of that name if there is one."""
    for position, value in enumerate(values):
        if name == "links":
            yield {"position": position, **value}
            continue
        found = known.artists.get(key_of(value), [])
        artist_id = found[0].id if len(found) == 1 else None
        yield {"position": position, "name": value, "artist_id": artist_id}
