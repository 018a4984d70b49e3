"""The tables of a database as they are, whatever the revision of its schema."""

from typing import Any

from sqlalchemy import Column, Connection, Date, DateTime, MetaData, Table, Uuid, inspect
from sqlalchemy.types import TypeEngine

from marquee.db.column_types import CalendarDate, Timestamp, UuidText


def found_tables(connection: Connection) -> list[Table]:
    """The tables that the database has, those first that others refer to; their values are in the wire's form."""
    inspector = inspect(connection)
    names = [name for name, _ in inspector.get_sorted_table_and_fkc_names() if name]
    return [
        Table(
            name,
            MetaData(),
            *(
                Column(found["name"], _wire_type(found["type"]), primary_key=found["name"] in keys)
                for found in inspector.get_columns(name)
            ),
        )
        for name in names
        for keys in [inspector.get_pk_constraint(name)["constrained_columns"]]
    ]


def _wire_type(found: TypeEngine[Any]) -> TypeEngine[Any]:
    if isinstance(found, Uuid):
        return UuidText()
    if isinstance(found, DateTime):
        return Timestamp()
    return CalendarDate() if isinstance(found, Date) else found
