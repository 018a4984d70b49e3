# ruff: noqa: S608 - every name in these statements is one of ours
"""The triggers that record every change of a public row: made by 0010, and again where a table gets columns."""

from collections.abc import Sequence
from typing import NamedTuple

from alembic import op

PARENTS: dict[str, list[tuple[str, str]]] = {
    "music_artists": [],
    "music_events": [("music_artists", "artist_id")],
    "music_lineup": [("music_events", "event_id"), ("music_artists", "artist_id")],
    "music_links": [("music_artists", "artist_id")],
    "music_owners": [("music_artists", "artist_id")],
}
"""The rows that take others along when they are deleted, by the column that names them."""
FORGOTTEN_WITH: dict[str, tuple[str, str]] = {"music_owners": ("users", "user_id")}
"""Rows whose deletion is not recorded when it comes from that of another: no undo could bring them back."""


class Recorded(NamedTuple):
    """The columns of a table that are recorded, and others: what a deleted row needs besides to come back as it was.

    `only_changed` are those that are told of an update alone.
    """

    table: str
    columns: list[str]
    only_deleted: list[str]
    only_changed: Sequence[str] = ()

    @property
    def changed(self) -> list[str]:
        """The columns whose updates are recorded."""
        return [*self.columns, *self.only_changed]


def record(recorded: Recorded) -> None:
    """Make the triggers of a table, in the place of those that it has."""
    if op.get_bind().dialect.name == "sqlite":
        _record_on_sqlite(recorded)
    else:
        _record_on_postgresql(recorded)


def _record_on_sqlite(recorded: Recorded) -> None:
    table = recorded.table
    for action in ("insert", "update", "delete"):
        name = f"{table}_{action}_is_recorded"
        op.execute(f"DROP TRIGGER IF EXISTS {name}")
        op.execute(
            # Before a deletion: what goes with a row is recorded after it.
            f"CREATE TRIGGER {name} {'BEFORE' if action == 'delete' else 'AFTER'} {action.upper()} "
            f"ON {table} {_when(recorded, action)}BEGIN "
            f"{_insert(table, action, _SQLITE_NOW, _SQLITE_ACTING, _sqlite_json(recorded, action))}; END"
        )


def _record_on_postgresql(recorded: Recorded) -> None:
    table = recorded.table
    for action in ("insert", "update", "delete"):
        name = f"{table}_{action}_is_recorded"
        op.execute(
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$ BEGIN "
            f"{_unless_forgotten(table, action)}"
            f"{_insert(table, action, 'clock_timestamp()', _POSTGRESQL_ACTING, _postgresql_json(recorded, action))}; "
            f"RETURN {'OLD' if action == 'delete' else 'NEW'}; END $$"
        )
        op.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
        op.execute(
            f"CREATE TRIGGER {name} {'BEFORE' if action == 'delete' else 'AFTER'} {action.upper()} ON {table} "
            f"FOR EACH ROW {f'WHEN ({_differs(recorded)}) ' if action == 'update' else ''}EXECUTE FUNCTION {name}()"
        )


_SQLITE_NOW = "rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'"
_SQLITE_ACTING = "(SELECT id FROM users WHERE id = (SELECT user_id FROM acting))"
_POSTGRESQL_ACTING = (
    "(SELECT id FROM users WHERE id = CAST(nullif(current_setting('marquee.user_id', true), '') AS uuid))"
)


def _insert(table: str, action: str, now: str, acting: str, json: tuple[str, str]) -> str:
    row = "NEW" if action == "insert" else "OLD"
    artist = "id" if table == "music_artists" else "artist_id"
    whose = f"{row}.{artist}"
    if table == "music_lineup":
        of_event = f"(SELECT artist_id FROM music_events WHERE id = {row}.event_id)"
        whose = f"coalesce({of_event}, {_last('music_events', row, 'event_id', 'artist_id')})"
    gone = [_gone(parent, row, column) for parent, column in PARENTS[table]] if action != "insert" else []
    part_of = f"coalesce({', '.join(gone)}, CAST(NULL AS bigint))" if gone else "NULL"
    return (
        "INSERT INTO music_changes (at, user_id, table_name, row_id, artist_id, action, before, after, part_of) VALUES "
        f"({now}, {acting}, '{table}', {row}.id, {whose}, '{action}', {json[0]}, {json[1]}, "
        f"{part_of})"
    )


def _gone(parent: str, row: str, column: str) -> str:
    """The deletion that takes the row along: a foreign key leads nowhere only while that is happening."""
    is_there = f"EXISTS (SELECT 1 FROM {parent} WHERE id = {row}.{column})"
    return f"CASE WHEN NOT {is_there} THEN {_last(parent, row, column, 'coalesce(part_of, id)')} END"


def _last(parent: str, row: str, column: str, value: str) -> str:
    return (
        f"(SELECT {value} FROM music_changes WHERE table_name = '{parent}' AND action = 'delete' "
        f"AND row_id = CAST({row}.{column} AS TEXT) ORDER BY music_changes.id DESC LIMIT 1)"
    )


def _when(recorded: Recorded, action: str) -> str:
    """The condition of a trigger on SQLite."""
    if action == "update":
        return f"WHEN {_differs(recorded)} "
    forgotten = _is_forgotten(recorded.table, action)
    return f"WHEN NOT {forgotten} " if forgotten else ""


def _unless_forgotten(table: str, action: str) -> str:
    """The same within a function of PostgreSQL, whose triggers have no subqueries in their conditions."""
    forgotten = _is_forgotten(table, action)
    return f"IF {forgotten} THEN RETURN OLD; END IF; " if forgotten else ""


def _is_forgotten(table: str, action: str) -> str | None:
    if action != "delete" or table not in FORGOTTEN_WITH:
        return None
    parent, column = FORGOTTEN_WITH[table]
    return f"NOT EXISTS (SELECT 1 FROM {parent} WHERE id = OLD.{column})"


def _differs(recorded: Recorded) -> str:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    other = "IS NOT" if is_sqlite else "IS DISTINCT FROM"
    return " OR ".join(f"OLD.{name} {other} NEW.{name}" for name in recorded.changed)


def _sqlite_json(recorded: Recorded, action: str) -> tuple[str, str]:
    """The row before and after: without nulls, or of an update what differs."""

    def of(row: str, names: list[str]) -> str:
        values = (
            f"'{name}', json(iif({row}.{name}, 'true', 'false'))"
            if name == "is_featured"
            else f"'{name}', {row}.{name}"
            for name in names
        )
        return f"json_object({', '.join(values)})"

    names = recorded.changed if action == "update" else recorded.columns
    if action == "update":
        same = ", ".join(f"iif(OLD.{name} IS NEW.{name}, '$.{name}', '$.-')" for name in names)
        return f"json_remove({of('OLD', names)}, {same})", f"json_remove({of('NEW', names)}, {same})"
    if action == "insert":
        return "NULL", f"json_patch('{{}}', {of('NEW', names)})"
    return f"json_patch('{{}}', {of('OLD', names + recorded.only_deleted)})", "NULL"


def _postgresql_json(recorded: Recorded, action: str) -> tuple[str, str]:
    """The same."""

    def of(row: str, names: list[str]) -> str:
        pairs = ", ".join(f"'{name}', {row}.{name}" for name in names)
        return f"jsonb_build_object({pairs})"

    names = recorded.changed if action == "update" else recorded.columns
    if action == "update":
        return _different(of("OLD", names), of("NEW", names)), _different(of("NEW", names), of("OLD", names))
    if action == "insert":
        return "NULL", f"CAST(jsonb_strip_nulls({of('NEW', names)}) AS text)"
    return f"CAST(jsonb_strip_nulls({of('OLD', names + recorded.only_deleted)}) AS text)", "NULL"


def _different(row: str, other: str) -> str:
    return (
        f"(SELECT CAST(jsonb_object_agg(one.key, one.value) AS text) FROM jsonb_each({row}) one "
        f"JOIN jsonb_each({other}) other ON other.key = one.key WHERE one.value <> other.value)"
    )
