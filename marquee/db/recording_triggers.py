# ruff: noqa: S608 - every name in these statements is one of ours
"""The triggers that record every change of a public row, in the words of each database."""

from collections.abc import Sequence
from typing import NamedTuple

from marquee.db.statements import SQLITE


class Recorded(NamedTuple):
    """The columns of a table that are recorded, and others: what a deleted row needs besides to come back as it was.

    `only_changed` are those that are told of an update alone, and `truths` are true or false. With `is_numbered` a
    change has its transaction's number. `parents` are the tables whose rows take others along when they are deleted,
    and `forgotten_with` those whose rows take them unrecorded, as no undo could bring them back; each with the column
    that names its rows.
    """

    table: str
    columns: list[str]
    only_deleted: list[str]
    only_changed: Sequence[str] = ()
    actions: Sequence[str] = ("insert", "update", "delete")
    is_numbered: bool = False
    truths: Sequence[str] = ("is_featured",)
    parents: Sequence[tuple[str, str]] = ()
    forgotten_with: Sequence[tuple[str, str]] = ()

    @property
    def changed(self) -> list[str]:
        """The columns whose updates are recorded."""
        return [*self.columns, *self.only_changed]


class Trigger(NamedTuple):
    """The statements that make a trigger, in the place of one of its name; `text` is what the database keeps of it."""

    name: str
    text: str
    statements: tuple[str, ...]


def triggers(recorded: Recorded, dialect: str) -> list[Trigger]:
    """The triggers of a table, in the words of a database."""
    of_action = _on_sqlite if dialect == SQLITE else _on_postgresql
    return [of_action(recorded, action) for action in recorded.actions]


def _on_sqlite(recorded: Recorded, action: str) -> Trigger:
    table = recorded.table
    name = f"{table}_{action}_is_recorded"
    text = (
        # Before a deletion: what goes with a row is recorded after it.
        f"CREATE TRIGGER {name} {'BEFORE' if action == 'delete' else 'AFTER'} {action.upper()} "
        f"ON {table} {_when(recorded, action)}BEGIN "
        f"{_insert(recorded, action, _SQLITE, _sqlite_json(recorded, action))}; END"
    )
    return Trigger(name, text, (f"DROP TRIGGER IF EXISTS {name}", text))


def _on_postgresql(recorded: Recorded, action: str) -> Trigger:
    table = recorded.table
    name = f"{table}_{action}_is_recorded"
    text = (
        f" BEGIN {_unless_forgotten(recorded, action)}"
        f"{_insert(recorded, action, _POSTGRESQL, _postgresql_json(recorded, action))}; "
        f"RETURN {'OLD' if action == 'delete' else 'NEW'}; END "
    )
    when = f"WHEN ({_differs(recorded, 'IS DISTINCT FROM')}) " if action == "update" else ""
    statements = (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $${text}$$",
        f"DROP TRIGGER IF EXISTS {name} ON {table}",
        f"CREATE TRIGGER {name} {'BEFORE' if action == 'delete' else 'AFTER'} {action.upper()} ON {table} "
        f"FOR EACH ROW {when}EXECUTE FUNCTION {name}()",
    )
    return Trigger(name, text, statements)


class _Dialect(NamedTuple):
    now: str
    acting: str
    """Who makes the change."""
    transaction: str
    """The number of the transaction; null where nobody has given one, as when an operator writes by hand."""


_SQLITE = _Dialect(
    "rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'",
    "(SELECT id FROM users WHERE id = (SELECT user_id FROM acting))",
    "(SELECT number FROM acting)",
)
_POSTGRESQL = _Dialect(
    "clock_timestamp()",
    "(SELECT id FROM users WHERE id = CAST(nullif(current_setting('marquee.user_id', true), '') AS uuid))",
    "CAST(nullif(current_setting('marquee.transaction', true), '') AS bigint)",
)


def _insert(recorded: Recorded, action: str, dialect: _Dialect, json: tuple[str, str]) -> str:
    table, row = recorded.table, "NEW" if action == "insert" else "OLD"
    names = "at, user_id, table_name, row_id, artist_id, action, before, after, part_of"
    values = (
        f"{dialect.now}, {dialect.acting}, '{table}', {row}.id, {_artist_id(recorded, row)}, '{action}', "
        f"{json[0]}, {json[1]}, {_part_of(recorded, row, action)}"
    )
    if recorded.is_numbered:
        names, values = f'{names}, "transaction"', f"{values}, {_number(recorded, row, action, dialect)}"
    return f"INSERT INTO music_changes ({names}) VALUES ({values})"


def _artist_id(recorded: Recorded, row: str) -> str:
    """The artist whom a row belongs to, itself or by the first of the tables whose rows take it along."""
    if recorded.table == "music_artists":
        return f"{row}.id"
    if not recorded.parents:
        return "NULL"
    parent, column = recorded.parents[0]
    if parent == "music_artists":
        return f"{row}.{column}"
    of_parent = f"(SELECT artist_id FROM {parent} WHERE id = {row}.{column})"
    return f"coalesce({of_parent}, {_last(parent, row, column, 'artist_id')})"


def _part_of(recorded: Recorded, row: str, action: str) -> str:
    gone = _gone(recorded, row, action, "coalesce(part_of, id)")
    return f"coalesce({', '.join(gone)}, CAST(NULL AS bigint))" if gone else "NULL"


def _number(recorded: Recorded, row: str, action: str, dialect: _Dialect) -> str:
    """The transaction's number, or by hand that of the deletion that takes the row along, or one of its own."""
    gone = _gone(recorded, row, action, '"transaction"')
    own = "(SELECT coalesce(max(id), 0) + 1 FROM music_changes)"
    return f"coalesce({', '.join([dialect.transaction, *gone, own])})"


def _gone(recorded: Recorded, row: str, action: str, value: str) -> list[str]:
    """Of each deletion that may take the row along: a foreign key leads nowhere only while that is happening."""
    if action == "insert":
        return []
    return [
        f"CASE WHEN NOT EXISTS (SELECT 1 FROM {parent} WHERE id = {row}.{column}) "
        f"THEN {_last(parent, row, column, value)} END"
        for parent, column in recorded.parents
    ]


def _last(parent: str, row: str, column: str, value: str) -> str:
    return (
        f"(SELECT {value} FROM music_changes WHERE table_name = '{parent}' AND action = 'delete' "
        f"AND row_id = CAST({row}.{column} AS TEXT) ORDER BY music_changes.id DESC LIMIT 1)"
    )


def _when(recorded: Recorded, action: str) -> str:
    """The condition of a trigger on SQLite."""
    if action == "update":
        return f"WHEN {_differs(recorded, 'IS NOT')} "
    forgotten = _is_forgotten(recorded, action)
    return f"WHEN NOT {forgotten} " if forgotten else ""


def _unless_forgotten(recorded: Recorded, action: str) -> str:
    """The condition within a function of PostgreSQL, whose triggers have no subqueries in theirs."""
    forgotten = _is_forgotten(recorded, action)
    return f"IF {forgotten} THEN RETURN OLD; END IF; " if forgotten else ""


def _is_forgotten(recorded: Recorded, action: str) -> str | None:
    if action != "delete" or not recorded.forgotten_with:
        return None
    gone = (
        f"NOT EXISTS (SELECT 1 FROM {parent} WHERE id = OLD.{column})" for parent, column in recorded.forgotten_with
    )
    return " OR ".join(gone)


def _differs(recorded: Recorded, other: str) -> str:
    return " OR ".join(f"OLD.{name} {other} NEW.{name}" for name in recorded.changed)


def _sqlite_json(recorded: Recorded, action: str) -> tuple[str, str]:
    """The row before and after: without nulls, or of an update what differs."""

    def of(row: str, names: list[str]) -> str:
        values = (
            f"'{name}', json(iif({row}.{name}, 'true', 'false'))"
            if name in recorded.truths
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
    """The row before and after as JSON on PostgreSQL, of an update only what changed."""

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
