"""What every write of a row obeys, whoever writes it: the data protocol, the command line or the demonstration content.

Slug ids, the server's own columns, one featured artist, the words that the search finds a row by. Constraints stand
behind each rule (`tables.py`).
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Table,
    bindparam,
    exists,
    false,
    insert,
    or_,
    select,
    update,
)

from marquee import clock
from marquee.db.statements import Statements, Values, differs, new_value, new_values
from marquee.domain import search
from marquee.domain.constraint_errors import translated
from marquee.domain.tables import music_artists
from marquee.errors import CheckViolation
from marquee.text import plain_words

SLUG = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
MAX_SLUG = 80

_FOLLOWERS = re.compile(r"\s*(\d{1,12}(?:[,' ]\d{3})*(?:\.\d+)?)\s*([kmb]?)", re.IGNORECASE)
_MAGNITUDE = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}
_MOST_FOLLOWERS = 10**15


def insert_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> str:
    """Add a row with the server's own columns filled in; returns its id. Raises what `violations` translates."""
    return insert_rows(connection, table, [values])[0]


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """`insert_row` for many: one statement for those of the same columns."""
    now, new_id = clock.timestamp(), _NewIds(connection, table)
    complete = [{**values, "id": new_id(values), "created_at": now} for values in rows]
    for row in complete:
        if "updated_at" in table.c:
            row["updated_at"] = now
        if table is music_artists:
            row["popularity"] = popularity(row.get("followers"))
    if any(row.get("is_featured") for row in complete):
        _clear_featured(connection, music_artists.c.is_featured)
    for _, alike in groupby(complete, frozenset):
        with translated(table):
            connection.execute(insert(table), list(alike))
    search.note(connection, table, complete)
    return [str(row["id"]) for row in complete]


def update_rows(
    connection: Connection,
    table: Table,
    rows: ColumnElement[bool],
    bound: Values,
    values: Mapping[str, Any],
    statements: Statements,
) -> None:
    """Set `values` on those of `rows`, which bind `bound`, that differ; only they get a new `updated_at`."""
    own: dict[str, Any] = {}
    if "updated_at" in table.c:
        own["updated_at"] = clock.timestamp()
    if table is music_artists and "followers" in values:
        own["popularity"] = popularity(values["followers"])
    if table is music_artists and values.get("is_featured"):
        found = connection.execute(select(exists(select(table.c.id).where(rows))), bound).scalar_one()
        if found:
            others = table.c.is_featured & table.c.id.not_in(select(table.c.id).where(rows))
            _clear_featured(connection, others, bound)
    setting = statements(("update", *values), lambda: _setting(table, rows, list(values), list(own)))
    named = {**bound, **new_values(values), **{f"own_{name}": value for name, value in own.items()}}
    # Found before the write: after it their filter may no longer find them.
    renamed = search.ids_to_renew(connection, table, rows, list(values), named, statements)
    with translated(table):
        setting.run(connection, named)
    search.renew(connection, table, renamed)


def _setting(table: Table, rows: ColumnElement[bool], names: Sequence[str], own: Sequence[str]) -> Executable:
    columns = table.c
    changes = {name: new_value(columns[name]) for name in names}
    changes |= {name: bindparam(f"own_{name}", type_=columns[name].type) for name in own}
    changed = or_(false(), *(differs(columns[name]) for name in names))
    return update(table).where(rows, changed).values(changes)


def _clear_featured(connection: Connection, rows: ColumnElement[bool], bound: Values | None = None) -> None:
    changes = {"is_featured": False, "updated_at": clock.timestamp()}
    connection.execute(update(music_artists).where(rows).values(changes), bound)


def popularity(followers: str | None) -> int:
    """Followers read as a number: '1.2M' is 1,200,000; what is no number is 0."""
    found = _FOLLOWERS.match(followers or "")
    if found is None:
        return 0
    number = float(re.sub(r"[,' ]", "", found[1])) * _MAGNITUDE[found[2].lower()]
    return int(min(number, _MOST_FOLLOWERS))


def slug(name: str) -> str:
    """`Mara Voss` -> `mara-voss`. Letters of any script stay; accents and punctuation go."""
    return "-".join(plain_words(name))[:MAX_SLUG].strip("-") or "artist"


class _NewIds:
    """Ids for the new rows of one statement: the given one, a uuid, or an artist's free slug."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self.connection = connection
        self.table = table
        self.taken: set[str] = set()
        self.next_number: dict[str, int] = {}

    def __call__(self, values: Mapping[str, Any]) -> str:
        given = values.get("id")
        if self.table is not music_artists:
            return str(given or uuid4())
        if given is None:
            return self._free_slug(slug(values.get("name") or ""))
        if not SLUG.fullmatch(given):
            raise CheckViolation(
                'new row for relation "music_artists" violates check constraint "music_artists_id_check"'
            )
        self.taken.add(given)
        return str(given)

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
