"""The triggers that record changes, made from the tables at each start that finds others.

See docs/decisions/0054-what-happened-is-written-by-triggers.md.
"""

from sqlalchemy import Boolean, Connection, Table, text

from marquee.db.recording_triggers import Recorded, triggers
from marquee.db.statements import SQLITE
from marquee.domain.history.changes import recorded_actions, recorded_columns, recorded_tables
from marquee.domain.tables.columns import keys

_THERE = {
    True: text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"),
    False: text(
        "SELECT tgname, prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid "
        "JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND relnamespace = "
        "CAST(current_schema() AS regnamespace)"
    ),
}
"""The triggers by their names, and what the database keeps of them; by whether it is SQLite."""


def apply(connection: Connection) -> None:
    """Make the triggers of which the tables have none, or another."""
    dialect = connection.dialect.name
    there = dict(tuple(row) for row in connection.execute(_THERE[dialect == SQLITE]))
    for table in recorded_tables():
        for trigger in triggers(_recorded(table), dialect):
            if there.get(trigger.name) != trigger.text:
                for statement in trigger.statements:
                    connection.exec_driver_sql(statement)


def _recorded(table: Table) -> Recorded:
    deleted, changed = (
        [column.name for column in table.columns if action in column.info.get("recorded_only_on", ())]
        for action in ("delete", "update")
    )
    taken_along = keys(table, "CASCADE")
    parents = [*taken_along, *keys(table, "SET NULL")]
    return Recorded(
        table.name,
        [*recorded_columns(table)],
        deleted,
        changed,
        recorded_actions(table),
        is_numbered=True,
        truths=[column.name for column in table.columns if isinstance(column.type, Boolean)],
        parents=[(parent.name, column) for column, parent in parents if recorded_actions(parent)],
        forgotten_with=[(parent.name, column) for column, parent in taken_along if not recorded_actions(parent)],
    )
