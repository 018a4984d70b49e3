"""Mends texts that were saved before a rule forbade them, in their tables and in the record of changes."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, UuidText

Mend = Callable[[str], str]
"""What becomes of a text; one that needs nothing stays as it is."""

PAGE = 1_000
"""Changes at a time: a large site has more of them than fit into memory."""
_IDS_ARE_TEXTS = frozenset({"music_artists", "music_settings"})

changes = sa.table(
    "music_changes",
    *(sa.column(name, INTEGER if name == "id" else TEXT) for name in ("id", "table_name", "before", "after")),
)


def mend_texts(mends: Mapping[str, Mapping[str, Mend]]) -> None:
    """Mend the columns of these tables; nobody has changed anything, so no change is recorded."""
    connection = op.get_bind()
    last = connection.execute(sa.select(sa.func.max(changes.c.id))).scalar() or 0
    for table, columns in mends.items():
        for column, mend in columns.items():
            _mend_column(connection, table, column, mend)
    connection.execute(sa.delete(changes).where(changes.c.id > last))
    _mend_record(connection, mends)


def _mend_column(connection: sa.Connection, name: str, column: str, mend: Mend) -> None:
    id_type = TEXT if name in _IDS_ARE_TEXTS else UuidText()
    table = sa.table(name, sa.column("id", id_type), sa.column(column, TEXT))
    text = table.c[column]
    for id_, old in connection.execute(sa.select(table.c.id, text).where(text.is_not(None))).all():
        if (new := mend(old)) != old:
            connection.execute(sa.update(table).where(table.c.id == id_).values({column: new}))


def _mend_record(connection: sa.Connection, mends: Mapping[str, Mapping[str, Mend]]) -> None:
    """What was deleted can come back, and what was changed or added can still be taken back."""
    recorded = sa.select(changes).where(changes.c.table_name.in_(mends)).order_by(changes.c.id).limit(PAGE)
    last = 0
    while page := connection.execute(recorded.where(changes.c.id > last)).all():
        for last, table, *versions in page:
            new = [version and _mended_version(version, mends[table]) for version in versions]
            if new != versions:
                before, after = new
                connection.execute(sa.update(changes).where(changes.c.id == last).values(before=before, after=after))


def _mended_version(version: str, mends: Mapping[str, Mend]) -> str:
    values: dict[str, Any] = json.loads(version)
    new = {name: mend(values[name]) for name, mend in mends.items() if values.get(name)}
    return version if new.items() <= values.items() else json.dumps(values | new)
