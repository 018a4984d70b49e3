"""The rules that every write of a row obeys, in the data protocol, the command line and the demonstration content.

Slugs as ids, the columns that only the server sets, one featured artist, and the words that the search finds a row by.
Constraints in the database back each rule (`tables/`).
"""

import unicodedata
from collections.abc import Mapping, Sequence, Set
from contextlib import nullcontext
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Table,
    bindparam,
    delete,
    exists,
    false,
    or_,
    select,
    update,
)

from marquee import clock
from marquee.db.bulk_insert import insert_alike
from marquee.db.statements import PreparedStatement, StatementCache, Values, differs, new_value, new_values
from marquee.domain import accent, bills, invitations, parts, people, search
from marquee.domain.constraint_errors import constraints_translated, unfit
from marquee.domain.history.changes import featuring
from marquee.domain.list_order import DERIVED, derived
from marquee.domain.notices import notify_all
from marquee.domain.random_ids import random_ids
from marquee.domain.tables import (
    AnyColumn,
    music_artists,
    music_events,
    music_invitations,
    music_lineup,
    music_people,
    music_settings,
)
from marquee.domain.tables.columns import holder
from marquee.domain.texts import addresses, handles, lines
from marquee.domain.times import event_times
from marquee.text import cut, is_word, plain_words

MAX_SLUG = 80

_SERVER_CHANGES = {music_events: event_times.server_changes, music_lineup: bills.server_changes}
"""What the server changes of rows along with an update of columns, by what stands in them."""
INSTEAD_OF_INSERT = {music_invitations: invitations.invite_with_links}
"""What happens in place of adding rows, as with a trigger INSTEAD OF INSERT."""


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Add rows and set the server's own columns; returns their ids. Raises what `constraints_translated` does.

    One statement for each run of rows with the same columns.
    """
    rows = [_read(table, row, number if len(rows) > 1 else None) for number, row in enumerate(rows, 1)]
    now, new_id = clock.timestamp(), _IdGenerator(connection, table)
    times = {name: now for name in ("created_at", "updated_at") if name in table.c}
    defaults = {"published_at": now} if "published_at" in table.c else {}
    complete = [{**defaults, **values, "id": new_id(values), **times} for values in rows]
    account = holder(table)
    holders = set() if account is None else {row[account.name] for row in complete if row.get(account.name)}
    people.require_proven(connection, holders)
    if table is music_artists:
        invitations.withdraw_of_former(connection, [row["id"] for row in complete])
    restore_rows(connection, table, complete)
    notify_all(connection, people.RIGHTS_CHANGED, holders)
    return [str(row["id"]) for row in complete]


def restore_rows(
    connection: Connection, table: Table, complete: Sequence[dict[str, Any]], beside: Set[str] = frozenset()
) -> None:
    """Add rows that have their ids and times; only what follows from them is set. Raises as `insert_rows`.

    Records of the ids `beside` come back with them, and are not changed by that.
    """
    for number, row in enumerate(complete, 1):
        addresses.require_plain(table, row, number if len(complete) > 1 else None)
    if table is music_artists:
        for row in complete:
            row.update(derived(row))
    if table is music_events:
        event_times.complete(connection, complete)
    if table is music_lineup:
        bills.fill_names(connection, complete)
    if any(row.get("is_featured") for row in complete):
        with featuring(connection):
            connection.execute(_clear_statement(music_artists.c.is_featured), {"now": clock.timestamp()})
            _insert(connection, table, complete)
    else:
        _insert(connection, table, complete)
    search.add_words(connection, table, complete)
    parents = parts.parents_of_new(table, complete) - beside
    parts.require_room(connection, table, parents)
    parts.mark_changed(connection, table, parents)


def _read(table: Table, row: Mapping[str, Any], number: int | None = None) -> Mapping[str, Any]:
    """The row as it is stored. Raises CHECK_VIOLATION for a text that cannot be seen, or is no name of a profile."""
    lines.require_lines(table, row, number)
    return handles.with_handles(table, row, number)


def _insert(connection: Connection, table: Table, complete: Sequence[Mapping[str, Any]]) -> None:
    number = 1
    for _, alike in groupby(complete, frozenset):
        batch = list(alike)
        with constraints_translated(connection, table, batch, number if len(complete) > 1 else None):
            insert_alike(connection, table, batch)
        number += len(batch)


def update_rows(
    connection: Connection,
    table: Table,
    rows: ColumnElement[bool],
    bound: Values,
    values: Mapping[str, Any],
    statements: StatementCache,
) -> None:
    """Set `values` on those of `rows`, which bind `bound`, that differ; only they get a new `updated_at`."""
    if table is music_people:
        people.change(connection, [*_values(connection, table.c.id, rows, bound)], values)
        return
    values = _read(table, values)
    addresses.require_plain(table, values)
    server_values = _server_values(table, values)
    if table is music_events:
        event_times.require_zone(values)
    names, server_names = list(values), list(server_values)
    statement = statements(("update", *names), lambda: _update_statement(table, rows, names, server_names))
    named = {**bound, **new_values(values), **{f"server_{name}": value for name, value in server_values.items()}}

    def differing(columns: Sequence[str]) -> list[Any]:
        """The ids of the rows in which one of these columns gets a new value."""
        new = tuple(name for name in columns if name in values)
        changed = statements(("differing", *new), lambda: select(table.c.id).where(rows, _differ(table, new)))
        return [row[0] for row in changed.run(connection, named)] if new else []

    # Before the write: after it the condition may no longer match them.
    changed_ids = differing(search.STORED_COLUMNS.get(table, ()))
    if table is music_lineup and "artist_id" in values:  # the name follows
        changed_ids = [*_values(connection, table.c.id, rows, bound)]
    parents = parts.parents_of(connection, table, rows, named, statements, values)
    shown = differing(bills.SHOWN_OF_ARTISTS) if table is music_artists else []
    account = holder(table)
    holders = set() if account is None or account.name not in values else {values[account.name]}
    if account is not None and holders:
        people.require_proven(connection, holders)
        holders |= _values(connection, account, rows, bound)
    is_featuring = table is music_artists and values.get("is_featured")
    with constraints_translated(connection, table, [values]), featuring(connection) if is_featuring else nullcontext():
        if is_featuring:
            _clear_others(connection, rows, bound, statements)
        statement.run(connection, named)
    parts.require_room(connection, table, parts.parents_of_new(table, [values]))
    notify_all(connection, people.RIGHTS_CHANGED, holders)
    if table is music_events and not event_times.SETTLING.isdisjoint(values):
        event_times.reckon(connection, rows, named, statements)
    search.replace_words(connection, table, changed_ids)
    search.replace_words(connection, music_lineup, bills.show_anew(connection, shown))
    parts.mark_changed(connection, table, parents)


def _server_values(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the server's columns that an update of `values` sets along with them."""
    found: dict[str, Any] = {"updated_at": clock.timestamp()} if "updated_at" in table.c else {}
    if table is music_artists:
        found |= {name: value for name, value in derived(values).items() if DERIVED[name] in values}
    if table is music_settings:
        found |= accent.server_values(values)
    return found


def delete_rows(
    connection: Connection, table: Table, rows: ColumnElement[bool], bound: Values, statements: StatementCache
) -> None:
    """Delete `rows`, which bind `bound`, and what belongs to them."""
    if table is music_people:
        people.remove(connection, [*_values(connection, table.c.id, rows, bound)])
        return
    if table is music_invitations:
        invitations.withdraw(connection, [*_values(connection, table.c.id, rows, bound)])
        return
    parents = parts.parents_of(connection, table, rows, bound, statements)
    hidden = bills.names_of_unannounced(connection, rows, bound) if table is music_artists else []
    account = holder(table)
    # An artist that goes takes its owners' rights along with the page: nobody is told.
    holders = set() if account is None or account.nullable else _values(connection, account, rows, bound)
    statements("delete", lambda: delete(table).where(rows)).run(connection, bound)
    bills.remove_along(connection, hidden)
    parts.mark_changed(connection, table, parents)
    notify_all(connection, people.RIGHTS_CHANGED, holders)


def _values(connection: Connection, column: AnyColumn, rows: ColumnElement[bool], bound: Values) -> set[Any]:
    return {row[0] for row in PreparedStatement(select(column).where(rows)).run(connection, bound)}


def _update_statement(
    table: Table,
    rows: ColumnElement[bool],
    names: Sequence[str],
    server_names: Sequence[str],
) -> Executable:
    columns = table.c
    changes: dict[str, Any] = {name: new_value(columns[name]) for name in names}
    changes |= _SERVER_CHANGES[table](names) if table in _SERVER_CHANGES else {}
    changes |= {name: bindparam(f"server_{name}", type_=columns[name].type) for name in server_names}
    return update(table).where(rows, _differ(table, names)).values(changes)


def _differ(table: Table, names: Sequence[str]) -> ColumnElement[bool]:
    """Whether a row's values in these columns are others than the new ones."""
    return or_(false(), *(differs(table.c[name]) for name in names))


def _clear_others(connection: Connection, rows: ColumnElement[bool], bound: Values, statements: StatementCache) -> None:
    """Take the featured place from whoever has it, if `rows` are any that may have it."""
    featured = select(music_artists.c.id).where(rows)
    others = music_artists.c.is_featured & music_artists.c.id.not_in(featured) & exists(featured)
    statement = statements("clear featured", lambda: _clear_statement(others))
    statement.run(connection, {**bound, "now": clock.timestamp()})


def _clear_statement(rows: ColumnElement[bool]) -> Executable:
    now = bindparam("now", type_=music_artists.c.updated_at.type)
    return update(music_artists).where(rows).values(is_featured=false(), updated_at=now)


def slug(name: str) -> str:
    """`Mara Voss` -> `mara-voss`. Keeps letters of any script, composed; drops accents and punctuation."""
    return cut("-".join(plain_words(name)), MAX_SLUG).strip("-") or "artist"


def is_slug(text: str) -> bool:
    """Whether a text can be an artist's id: words joined by single hyphens."""
    return all(map(is_word, text.split("-")))


class _IdGenerator:
    """Chooses the ids of the rows of one insert: the one that was sent, a uuid, or a free slug for an artist."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self.connection = connection
        self.table = table
        self.random_ids = random_ids()
        self.taken: set[str] = set()
        self.next_number: dict[str, int] = {}

    def __call__(self, values: Mapping[str, Any]) -> str:
        id_ = values.get("id")
        if self.table is not music_artists:
            return str(id_ or next(self.random_ids))
        if id_ is None:
            return self._free_slug(slug(values.get("name") or ""))
        if not is_slug(id_):
            raise unfit(music_artists, "id", values)
        composed = unicodedata.normalize("NFC", id_)
        self.taken.add(composed)
        return composed

    def _free_slug(self, base: str) -> str:
        if base not in self.next_number:
            column = self.table.c.id
            alike = select(column).where(column.startswith(base, autoescape=True))
            self.taken |= set(self.connection.execute(alike).scalars())
        number = self.next_number.get(base, 1)
        while (free := base if number == 1 else f"{base}-{number}") in self.taken:
            number += 1
        self.next_number[base] = number + 1
        self.taken.add(free)
        return free
