"""Whether a database agrees with itself: what stands in its tables, what it has recorded, and what it has counted."""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select

from marquee.db.open_database import open_database
from marquee.domain.history.changes import recorded_columns, recorded_tables
from marquee.domain.tables import change_counts, music_changes, music_owners, objects, users
from torture import sqlite
from torture.site import Site

Rows = dict[str, dict[str, Any]]


def disagreements(site: Site) -> list[str]:
    """What does not agree in the database of a site that is stopped, one line each."""
    database = open_database(site.environ.get("MARQUEE_DATABASE_URL", f"sqlite:///{site.database}"))
    try:
        found = database.write_now(lambda connection: [*_of_history(connection), *_of_counts(connection)])
        named = database.write_now(lambda connection: list(connection.execute(_THERE).scalars()))
    finally:
        database.close()
    found += [f"the picture {name} has no file" for name in named if not (site.data / "media/artists" / name).is_file()]
    if site.is_on_sqlite and not sqlite.is_whole(site.database):
        found.append("the file is damaged")
    return found


_THERE = select(objects.c.name).where(objects.c.removed_at.is_(None))


def _of_history(connection: Connection) -> Iterator[str]:
    """Rows that are not what all recorded changes have made of them."""
    made = _replayed(connection)
    for table in recorded_tables("insert"):
        for id_, row in _stored(connection, table).items():
            recorded = made[table.name].pop(id_, None)
            if recorded != row:
                yield f"{table.name} {id_} is {row}, and was recorded as {recorded}"
        gone = _without_forgotten(connection, made[table.name]) if table is music_owners else made[table.name]
        yield from (f"{table.name} {id_} is gone, and that was not recorded" for id_ in gone)


def _without_forgotten(connection: Connection, owners: Rows) -> Rows:
    """But for those of accounts that are removed: an undo could not bring them back, and nothing is recorded."""
    accounts = set(connection.execute(select(users.c.id)).scalars())
    return {id_: row for id_, row in owners.items() if row["user_id"] in accounts}


def _replayed(connection: Connection) -> dict[str, Rows]:
    made: dict[str, Rows] = {table.name: {} for table in recorded_tables("insert")}
    columns = {table.name: set(recorded_columns(table)) for table in recorded_tables("insert")}
    for change in connection.execute(select(music_changes).order_by(music_changes.c.id)):
        rows = made.get(change.table_name)
        if rows is None:
            continue
        if change.action == "delete":
            rows.pop(change.row_id, None)
            continue
        values = rows.setdefault(change.row_id, {}) | msgspec.json.decode(change.after)
        known = columns[change.table_name]
        rows[change.row_id] = {name: value for name, value in values.items() if value is not None and name in known}
    return made


def _stored(connection: Connection, table: Table) -> Rows:
    names = recorded_columns(table)
    found = connection.execute(select(table.c.id, *(table.c[name] for name in names)))
    return {row[0]: {n: value for n, value in zip(names, row[1:], strict=True) if value is not None} for row in found}


def _of_counts(connection: Connection) -> Iterator[str]:
    """Accounts of which more or fewer changes are counted than recorded."""
    counted = select(change_counts.c.user_id, func.sum(change_counts.c.rows)).group_by(change_counts.c.user_id)
    recorded = select(music_changes.c.user_id, func.count()).group_by(music_changes.c.user_id)
    kept: dict[str, int] = dict(connection.execute(recorded.where(music_changes.c.user_id.is_not(None))).tuples().all())
    for account, rows in connection.execute(counted):
        if kept.pop(account, 0) != rows:
            yield f"{rows} changes of {account} are counted, and others recorded"
    yield from (f"no change of {account} is counted" for account in kept)
